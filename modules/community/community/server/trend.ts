/** Figures of a share account: followers, likes, visits, coins. */
import type { Caller } from '#kit/caller.ts'
import { followerCounts } from '#modules/community/following/server.ts'
import { countsOf } from '#modules/content/topics/server.ts'
import { balanceOf } from '#modules/platform/currency/server.ts'
import type { ShareAccount } from '../contract/shapes.ts'
import { accountBusinessType } from './accounts.ts'
import type { CommunityDb } from './db.ts'
import { publishedTotals } from './figures.ts'

/** Likes are the account’s scores and those of what it has published; visits count with the reads of that. */
export async function trendOf(db: CommunityDb, { id, enjoyType }: ShareAccount, caller: Caller) {
  const { visit_count: read } = await db
    .selectFrom('community.account')
    .select('visit_count')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const counts = (await countsOf(db, caller.companyId, accountBusinessType, [id])).get(id)
  const followers = await followerCounts(db, caller.companyId, accountBusinessType, [id])
  const published = await publishedTotals(db, caller.companyId, id)
  // Only the owner sees the coins of a personal account.
  const coins = enjoyType === 0 ? undefined : await balanceOf(db, caller.companyId, { kind: 'team', id }, 1)
  return {
    attentionNum: followers.get(id) ?? 0,
    praise: (counts?.scoreCount ?? 0) + published.praise,
    read: read + published.reads,
    rewardCoin: coins?.reward ?? '0',
  }
}
