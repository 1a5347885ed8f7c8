/** What topics keeps of a member: handed out to them, and erased with them. */
import { sql } from 'kysely'
import { personalData } from '#server/personal-data.ts'
import { topicsTables } from './db.ts'

export const topicsPersonalData = personalData({
  module: 'topics',
  async collect(connection, { memberId }) {
    const db = topicsTables(connection)
    const comments = await db
      .selectFrom('topics.comment')
      .select(['business_type', 'business_id', 'content', 'like_count', 'removed', 'created_at'])
      .where('member_id', '=', memberId)
      .orderBy('created_at')
      .execute()
    const collected = await db
      .selectFrom('topics.collected')
      .select(['business_type', 'business_id', 'name', 'created_at'])
      .where('member_id', '=', memberId)
      .orderBy('created_at')
      .execute()
    const scores = await db
      .selectFrom('topics.score')
      .select(['business_type', 'business_id', 'stars', 'created_at'])
      .where('member_id', '=', memberId)
      .orderBy('created_at')
      .execute()
    const likes = await db
      .selectFrom('topics.comment_like')
      .select(['comment_id', 'created_at'])
      .where('member_id', '=', memberId)
      .orderBy('created_at')
      .execute()
    const mentions = await db
      .selectFrom('topics.mention')
      .select('comment_id')
      .where('member_id', '=', memberId)
      .execute()
    return [
      { name: 'comments', title: { cn: '我的评论', en: 'My comments' }, rows: comments },
      { name: 'collections', title: { cn: '我的收藏', en: 'My bookmarks' }, rows: collected },
      { name: 'scores', title: { cn: '我的评分', en: 'My ratings' }, rows: scores },
      { name: 'comment-likes', title: { cn: '我的点赞', en: 'My likes' }, rows: likes },
      { name: 'mentions', title: { cn: '提到我的评论', en: 'Comments that name me' }, rows: mentions },
    ]
  },
  /** Comments and scores stay without a name, for others have answered and read them; the rest goes. */
  async erase(connection, { companyId, memberId }) {
    const db = topicsTables(connection)
    await sql`
      with gone as (delete from topics.collected where member_id = ${memberId} returning business_type, business_id)
      update topics.item_figures f set collect_count = f.collect_count - 1 from gone
      where f.company_id = ${companyId} and f.business_id = gone.business_id
        and f.business_type = gone.business_type`.execute(db)
    await sql`
      with gone as (delete from topics.comment_like where member_id = ${memberId} returning comment_id)
      update topics.comment c set like_count = c.like_count - 1 from gone where c.id = gone.comment_id`.execute(db)
    await sql`update topics.comment set member_id = null where member_id = ${memberId}`.execute(db)
    await sql`update topics.score set member_id = null where member_id = ${memberId}`.execute(db)
    await sql`update topics.topic set created_by = null where created_by = ${memberId}
      and company_id = ${companyId}`.execute(db)
    await sql`delete from topics.mention where member_id = ${memberId}`.execute(db)
    await sql`delete from topics.quiet_thread where member_id = ${memberId}`.execute(db)
  },
})
