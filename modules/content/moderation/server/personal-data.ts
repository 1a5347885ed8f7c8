/** What moderation keeps of a member: handed out to them, and erased with them. */
import { sql } from 'kysely'
import { personalData } from '#server/personal-data.ts'
import { moderationTables } from './db.ts'
import type { Mute } from './tables.ts'

/** Without the members who have set them. */
const mutesOf = (shorter: unknown) =>
  (shorter as Pick<Mute, 'until' | 'reason' | 'created_at'>[]).map(({ until, reason, created_at }) => ({
    ...{ until, reason, created_at },
  }))

export const moderationPersonalData = personalData({
  module: 'moderation',
  async collect(connection, { memberId }) {
    const db = moderationTables(connection)
    const reports = await db
      .selectFrom('moderation.report')
      .select(['business_type', 'business_id', 'reason_code', 'reason', 'created_at'])
      .where('member_id', '=', memberId)
      .orderBy('created_at')
      .execute()
    const decisions = await db
      .selectFrom('moderation.content_case')
      .select(['title', 'outcome', 'reason_code', 'note', 'warned', 'mute_days', 'decided_at'])
      .select(['appeal_text', 'appealed_at', 'appeal_outcome', 'appeal_note'])
      .where('author_id', '=', memberId)
      .where('decided_by', 'is not', null)
      .orderBy('decided_at')
      .execute()
    const mutes = await db
      .selectFrom('moderation.mute')
      .select(['until', 'reason', 'created_at', 'shorter'])
      .where('member_id', '=', memberId)
      .execute()
    return [
      { name: 'reports', title: { cn: '我的举报', en: 'My reports' }, rows: reports },
      {
        name: 'moderation-decisions',
        title: { cn: '对我的内容的处理', en: 'Decisions about my content' },
        rows: decisions,
      },
      {
        name: 'mutes',
        title: { cn: '禁言', en: 'Muted' },
        rows: mutes.flatMap(({ shorter, ...longest }) => [longest, ...mutesOf(shorter)]),
      },
    ]
  },
  /** Cases and reports count on without a name and without what the member wrote in them. */
  async erase(connection, { companyId, memberId }) {
    const db = moderationTables(connection)
    await sql`update moderation.report set member_id = null, reason = '' where member_id = ${memberId}
      and company_id = ${companyId}`.execute(db)
    await sql`update moderation.content_case set author_id = null, title = '', excerpt = '',
      appeal_text = case when appeal_text is null then null else '' end
      where author_id = ${memberId} and company_id = ${companyId}`.execute(db)
    await sql`delete from moderation.mute where member_id = ${memberId} and company_id = ${companyId}`.execute(db)
  },
})
