/** What notices keep of a member: which notices the member has read. */
import type { PersonalData } from '#server/personal-data.ts'
import { noticesTables } from './db.ts'

export const noticesData: PersonalData = {
  module: 'notices',
  async collect(db, { companyId, memberId }) {
    const rows = await noticesTables(db)
      .selectFrom('notices.receipt as r')
      .innerJoin('notices.notice as n', 'n.id', 'r.notice_id')
      .select(['n.title', 'r.read_at'])
      .where('r.company_id', '=', companyId)
      .where('r.member_id', '=', memberId)
      .orderBy('r.read_at')
      .execute()
    return [{ name: 'notices-read', title: { cn: '已读公告', en: 'Notices read' }, rows }]
  },
  async erase(db, { companyId, memberId }) {
    await noticesTables(db)
      .deleteFrom('notices.receipt')
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .execute()
  },
}
