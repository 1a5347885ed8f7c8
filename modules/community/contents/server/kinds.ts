/** What other modules do with contents: collect, comment and share them, follow them, reward them. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import {
  accountAdministratorSql,
  accountFigures,
  circleReads,
  memberAccountsSql,
} from '#modules/community/community/server.ts'
import { followKind } from '#modules/community/following/server.ts'
import { actionKind } from '#modules/community/sharing/server.ts'
import { itemKind } from '#modules/content/topics/server.ts'
import { rewardableKind } from '#modules/platform/currency/server.ts'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { contentBusinessType, DISCUSSION_MAX } from '../contract/shapes.ts'
import { contentsTables } from './db.ts'
import { assertOpenToReader } from './gates.ts'
import { getReadable, setLiked } from './reading.ts'
import { visibleContentSql } from './visible.ts'

const label = { cn: '社区内容', en: 'Community content' }
const businessType = contentBusinessType

async function visible(connection: Connection, caller: Caller, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; title: string; cover: string | null }>`
    select c.id, c.title, c.cover_file_id as cover from contents.content c
    where c.id = any(${[...ids]}::uuid[]) and ${visibleContentSql(caller, 'c')}`.execute(contentsTables(connection))
  return rows.map(({ id, title, cover }) => ({
    id,
    name: title,
    link: `/share-content-detail/${id}`,
    ...(cover !== null && { picture: `files/${cover}` }),
  }))
}

/** Administrators of the account moderate what is said about its contents (COMMUNITY-102). */
const items = itemKind({
  ...{ businessType, label, visible, commentLengthMax: DISCUSSION_MAX, replyLengthMax: DISCUSSION_MAX },
  assertOpen: assertOpenToReader,
  async mayComment(connection, caller, id) {
    const content = await getReadable(contentsTables(connection), caller, id)
    return content.comments_open && content.state === 'active' && content.published_at !== null
  },
  async mayModerate(connection, caller, id) {
    const { rows } = await sql`select from contents.content c where c.id = ${id}
      and c.account_id in ${accountAdministratorSql(caller)}`.execute(contentsTables(connection))
    return rows.length > 0
  },
  /** Who published it, and who wrote it with them. */
  async mayMarkBest(connection, caller, id) {
    const { rows } = await sql`select from contents.content c where c.id = ${id} and c.company_id = ${caller.companyId}
      and (c.published_by = ${caller.memberId} or exists (select from contents.coauthor a
        where a.content_id = c.id and a.member_id = ${caller.memberId}))`.execute(contentsTables(connection))
    return rows.length > 0
  },
  mayScore: async () => false,
})

const follows = followKind({
  ...{ businessType, label, visible },
  async isOwn(connection, caller, id) {
    const { rows } = await sql`select from contents.content c where c.id = ${id}
      and c.account_id in ${memberAccountsSql(caller)}`.execute(contentsTables(connection))
    return rows.length > 0
  },
})

const actions = actionKind({
  businessType,
  async praised(connection, caller, businessId, now) {
    await setLiked(contentsTables(connection), caller, { businessId, liked: true }, now)
  },
  async shared(connection, caller, id) {
    await sql`update contents.content c set share_count = c.share_count + 1
      where c.id = ${id} and ${visibleContentSql(caller, 'c')}`.execute(contentsTables(connection))
  },
})

/** The reward goes to whoever published the content; nobody rewards what they published. */
const rewards = rewardableKind({
  businessType,
  async find(connection, caller, id) {
    const { rows } = await sql<{ title: string; author: string | null }>`
      select c.title, c.published_by as author from contents.content c
      where c.id = ${id} and c.is_listed and ${visibleContentSql(caller, 'c')}`.execute(contentsTables(connection))
    const [content] = rows
    if (!content || content.author === null) return undefined
    return { name: content.title, payee: { kind: 'person', id: content.author } }
  },
})

const figures = accountFigures({
  async byDay(connection, { companyId, accountId, from, to }) {
    const day = (at: string) => sql`(to_timestamp(${sql.ref(at)} / 1000.0) at time zone ${timeZoneSql(companyId)})::date
      - date '1970-01-01'`
    const { rows } = await sql<{ day: number; reads: number; praise: number; contents: number }>`
      with own as (select id, published_at from contents.content where account_id = ${accountId} and removed_at is null),
      found as (
        select r.day, 1 as reads, 0 as praise, 0 as contents from contents.reading r
          where r.content_id in (select id from own) and r.day between ${from} and ${to}
        union all select ${day('l.created_at')}, 0, 1, 0 from contents.liking l where l.content_id in (select id from own)
        union all select ${day('own.published_at')}, 0, 0, 1 from own where own.published_at is not null
      )
      select day, sum(reads) as reads, sum(praise) as praise, sum(contents) as contents from found
      where day between ${from} and ${to} group by day`.execute(contentsTables(connection))
    return rows.map((row) => ({
      ...row,
      reads: Number(row.reads),
      praise: Number(row.praise),
      contents: Number(row.contents),
    }))
  },
  async totals(connection, companyId, accountIds) {
    const { rows } = await sql<{ id: string; reads: number; praise: number; contents: number }>`
      select account_id as id, sum(read_count) as reads, sum(like_count) as praise,
        count(*) filter (where published_at is not null) as contents from contents.content
      where company_id = ${companyId} and account_id = any(${[...accountIds]}::uuid[]) and removed_at is null
      group by account_id`.execute(contentsTables(connection))
    return new Map(
      rows.map(({ id, reads, praise, contents }) => [
        id,
        { reads: Number(reads), praise: Number(praise), contents: Number(contents) },
      ]),
    )
  },
})

const readsInCircles = circleReads({
  businessType,
  async byDay(connection, { sql: shares, from, to }) {
    const { rows } = await sql<{ day: number; count: number }>`
      select r.day, count(*) as count from ${shares} as s join contents.reading r on r.content_id = s.item_id
      where r.day between greatest(s.since, ${from}) and ${to} group by r.day`.execute(contentsTables(connection))
    return rows
  },
})

export const contentKinds = [items, follows, actions, rewards, figures, readsInCircles]
