/** What contents keep of a member: handed out to them, and erased with them. What was published stays without a name. */
import { sql } from 'kysely'
import { personalData } from '#server/personal-data.ts'
import { contentsTables } from './db.ts'

export const contentsPersonalData = personalData({
  module: 'contents',
  async collect(connection, { memberId }) {
    const db = contentsTables(connection)
    const { rows: published } = await sql<Record<string, unknown>>`
      select title, html, created_at, published_at from contents.content where published_by = ${memberId}
      order by created_at`.execute(db)
    const { rows: versions } = await sql<Record<string, unknown>>`
      select content_id, number, title, html, written_at from contents.version where written_by = ${memberId}
      order by written_at`.execute(db)
    const { rows: changes } = await sql<Record<string, unknown>>`
      select content_id, fields, state, reason, written_at from contents.change where written_by = ${memberId}
      order by written_at`.execute(db)
    const { rows: drafts } = await sql<Record<string, unknown>>`
      select fields, created_at, updated_at from contents.draft where member_id = ${memberId} order by created_at`.execute(
      db,
    )
    const { rows: captions } = await sql<Record<string, unknown>>`
      select language, cues, created_at from contents.caption where member_id = ${memberId} order by created_at`.execute(
      db,
    )
    const { rows: read } = await sql<Record<string, unknown>>`
      select content_id, day from contents.reading where member_id = ${memberId} order by day`.execute(db)
    const { rows: liked } = await sql<Record<string, unknown>>`
      select content_id, created_at from contents.liking where member_id = ${memberId} order by created_at`.execute(db)
    const { rows: shared } = await sql<Record<string, unknown>>`
      select c.title from contents.coauthor a join contents.content c on c.id = a.content_id
      where a.member_id = ${memberId}`.execute(db)
    return [
      { name: 'contents', title: { cn: '发布的内容', en: 'Published contents' }, rows: published },
      { name: 'content-versions', title: { cn: '内容的版本', en: 'Versions of contents' }, rows: versions },
      { name: 'content-changes', title: { cn: '待审的修改', en: 'Changes in review' }, rows: changes },
      { name: 'content-drafts', title: { cn: '内容草稿', en: 'Drafts of contents' }, rows: drafts },
      { name: 'content-captions', title: { cn: '上传的字幕', en: 'Captions uploaded' }, rows: captions },
      { name: 'content-reads', title: { cn: '阅读记录', en: 'Contents read' }, rows: read },
      { name: 'content-likes', title: { cn: '点赞记录', en: 'Contents liked' }, rows: liked },
      { name: 'coauthored-contents', title: { cn: '合著的内容', en: 'Contents written with others' }, rows: shared },
    ]
  },
  /** Reads and likes are taken back from the counters. Rows are locked in one order, because others count there as well. */
  async erase(connection, { memberId }) {
    const db = contentsTables(connection)
    await sql`
      with unread as (delete from contents.reading where member_id = ${memberId} returning content_id, is_counted),
      unliked as (delete from contents.liking where member_id = ${memberId} returning content_id),
      less as (
        select content_id, sum(reads) as reads, sum(likes) as likes from (
          select content_id, 1 as reads, 0 as likes from unread where is_counted
          union all select content_id, 0, 1 from unliked) as gone group by content_id
      ), locked as (
        select c.id, less.reads, less.likes from contents.content c join less on less.content_id = c.id
        order by c.id for no key update of c
      )
      update contents.content c set read_count = c.read_count - locked.reads, like_count = c.like_count - locked.likes
      from locked where c.id = locked.id`.execute(db)
    await sql`delete from contents.caption k where k.member_id = ${memberId}
      and not exists (select from contents.content_caption n where n.caption_id = k.id)`.execute(db)
    await db.updateTable('contents.caption').set({ member_id: null }).where('member_id', '=', memberId).execute()
    await db.deleteFrom('contents.draft').where('member_id', '=', memberId).execute()
    await db.deleteFrom('contents.coauthor').where('member_id', '=', memberId).execute()
    await db.updateTable('contents.version').set({ written_by: null }).where('written_by', '=', memberId).execute()
    await db.updateTable('contents.change').set({ written_by: null }).where('written_by', '=', memberId).execute()
    await db.updateTable('contents.content').set({ published_by: null }).where('published_by', '=', memberId).execute()
  },
})
