/** What help keeps of a member: feedback with its conversation, and votes on articles. */
import { sql } from 'kysely'
import { deleteFiles } from '#modules/platform/files/server.ts'
import type { PersonalData } from '#server/personal-data.ts'
import { helpTables } from './db.ts'

export const helpData: PersonalData = {
  module: 'help',
  async collect(connection, { companyId, memberId }) {
    const db = helpTables(connection)
    const sent = await db
      .selectFrom('help.feedback')
      .select(['category', 'content', 'contact', 'page', 'browser', 'state', 'created_at'])
      .where('company_id', '=', companyId)
      .where('sender_id', '=', memberId)
      .orderBy('created_at')
      .execute()
    const messages = await db
      .selectFrom('help.message')
      .select(['content', 'is_answer', 'created_at'])
      .where('company_id', '=', companyId)
      .where('author_id', '=', memberId)
      .orderBy('created_at')
      .execute()
    const votes = await db
      .selectFrom('help.vote as v')
      .innerJoin('help.article as a', 'a.id', 'v.article_id')
      .select(['a.title_cn', 'v.is_helpful', 'v.voted_at'])
      .where('v.company_id', '=', companyId)
      .where('v.member_id', '=', memberId)
      .orderBy('v.voted_at')
      .execute()
    return [
      { name: 'feedback', title: { cn: '意见反馈', en: 'Feedback' }, rows: sent },
      { name: 'feedback-messages', title: { cn: '反馈中的消息', en: 'Messages about feedback' }, rows: messages },
      { name: 'help-votes', title: { cn: '对帮助文章的评价', en: 'Votes on help articles' }, rows: votes },
    ]
  },
  /** Feedback is a letter of its sender: it goes with its answers and pictures. What the member answered to others stays. */
  async erase(connection, { companyId, memberId }) {
    const db = helpTables(connection)
    const gone = await db
      .deleteFrom('help.feedback')
      .where('company_id', '=', companyId)
      .where('sender_id', '=', memberId)
      .returning('picture_ids')
      .execute()
    await deleteFiles(
      connection,
      companyId,
      gone.flatMap((row) => row.picture_ids),
    )
    await sql`update help.feedback set handler_id = null
      where company_id = ${companyId} and handler_id = ${memberId}`.execute(db)
    await db.deleteFrom('help.vote').where('company_id', '=', companyId).where('member_id', '=', memberId).execute()
  },
}
