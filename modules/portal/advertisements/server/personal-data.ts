/** What advertisements keep of a member: which ones the member has seen, followed and closed. */
import type { PersonalData } from '#server/personal-data.ts'
import { advertisementsTables } from './db.ts'

export const advertisementsData: PersonalData = {
  module: 'advertisements',
  async collect(db, { companyId, memberId }) {
    const rows = await advertisementsTables(db)
      .selectFrom('advertisements.reaction as r')
      .innerJoin('advertisements.advertisement as a', 'a.id', 'r.advertisement_id')
      .select(['a.title', 'r.view_count', 'r.click_count', 'r.closed_at', 'r.last_at'])
      .where('r.company_id', '=', companyId)
      .where('r.member_id', '=', memberId)
      .orderBy('r.last_at')
      .execute()
    return [{ name: 'advertisements', title: { cn: '看过的广告', en: 'Advertisements seen' }, rows }]
  },
  async erase(db, { companyId, memberId }) {
    await advertisementsTables(db)
      .deleteFrom('advertisements.reaction')
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .execute()
  },
}
