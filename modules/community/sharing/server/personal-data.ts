/** Personal data in sharing: the shares of a member. */
import type { PersonalData } from '#server/personal-data.ts'
import { sharingTables } from './db.ts'

export const sharingData: PersonalData = {
  module: 'sharing',
  async collect(db, { companyId, memberId }) {
    const rows = await sharingTables(db)
      .selectFrom('sharing.share_action')
      .select(['business_id', 'item_type', 'action_type', 'channel', 'created_at'])
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .orderBy('created_at')
      .execute()
    return [{ name: 'shares', title: { cn: '分享记录', en: 'Shares' }, rows }]
  },
  async erase(db, { companyId, memberId }) {
    await sharingTables(db)
      .deleteFrom('sharing.share_action')
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .execute()
  },
}
