/** The figures of a member in the community. */
import type { Caller } from '#kit/caller.ts'
import { ownAskFigures } from '#modules/community/ask/server.ts'
import { countSubscriptions } from '#modules/community/columns/server.ts'
import { accountBusinessType, countOwnCircles, personalAccounts } from '#modules/community/community/server.ts'
import { ownContentFigures } from '#modules/community/contents/server.ts'
import { countFollows, followerCounts } from '#modules/community/following/server.ts'
import type { FeedDb } from './db.ts'

async function ownFollowers(db: FeedDb, { companyId, memberId }: Caller): Promise<number> {
  const [account] = await personalAccounts(db, companyId, { by: 'member', ids: [memberId] })
  if (!account) return 0
  return (await followerCounts(db, companyId, accountBusinessType, [account.id])).get(account.id) ?? 0
}

export async function ownStatistic(db: FeedDb, caller: Caller) {
  return {
    ...(await ownContentFigures(db, caller)),
    followers: await ownFollowers(db, caller),
    following: await countFollows(db, caller),
    columns: await countSubscriptions(db, caller),
    circles: await countOwnCircles(db, caller),
    ...(await ownAskFigures(db, caller)),
  }
}
