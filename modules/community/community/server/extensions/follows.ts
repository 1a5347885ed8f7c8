/** Share accounts as something that members follow. */
import { followKind } from '#modules/community/following/server.ts'
import { accountBusinessType } from '../accounts.ts'
import { communityTables } from '../db.ts'
import { visibleAccounts } from './items.ts'

export const followedAccountKind = followKind({
  businessType: accountBusinessType,
  label: { cn: '分享账户', en: 'Share account' },
  visible: visibleAccounts,
  async isOwn(connection, caller, id) {
    const member = await communityTables(connection)
      .selectFrom('community.account_member')
      .select('member_id')
      .where('account_id', '=', id)
      .where('member_id', '=', caller.memberId)
      .executeTakeFirst()
    return member !== undefined
  },
  byDay: true,
})
