/** Figures of a share account: followers, likes, visits, coins. */
import type { Caller } from '#kit/caller.ts'
import { countsOf } from '#modules/content/topics/server.ts'
import { balanceOf } from '#modules/platform/currency/server.ts'
import type { ShareAccount } from '../contract/shapes.ts'
import { accountBusinessType } from './accounts.ts'
import type { CommunityDb } from './db.ts'

/** Followers have collected the account; likes are its scores. */
export async function trendOf(db: CommunityDb, { id, enjoyType }: ShareAccount, caller: Caller) {
  const { visit_count: read } = await db
    .selectFrom('community.account')
    .select('visit_count')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const counts = (await countsOf(db, caller.companyId, accountBusinessType, [id])).get(id)
  // Only the owner sees the coins of a personal account.
  const coins = enjoyType === 0 ? undefined : await balanceOf(db, caller.companyId, { kind: 'team', id }, 1)
  return {
    attentionNum: counts?.collects ?? 0,
    praise: counts?.scoreCount ?? 0,
    read,
    rewardCoin: coins?.reward ?? '0',
  }
}
