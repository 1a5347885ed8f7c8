import type { Routes } from '#server/module.ts'
import type { following } from '../contract.ts'
import { followerCounts } from './followers.ts'
import { findFollow, follow, setFollowing } from './follows.ts'
import { getFollowable } from './kinds.ts'
import { followedTopics, followList, followStatistic } from './lists.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof following> = {
  async attention(db, { body: { following: wanted, ...ref } }, { caller, now }) {
    const attentionId =
      wanted === undefined
        ? (await follow(db, caller, ref, now)).attentionId
        : await setFollowing(db, caller, ref, wanted, now)
    const counts = await followerCounts(db, caller.companyId, ref.businessType, [ref.businessId])
    return { attentionId, following: attentionId !== null, attentionNum: counts.get(ref.businessId) ?? 0 }
  },
  async attentionState(db, { query }, { caller }) {
    await getFollowable(db, caller, query)
    const counts = await followerCounts(db, caller.companyId, query.businessType, [query.businessId])
    return { attentionId: await findFollow(db, caller, query), attentionNum: counts.get(query.businessId) ?? 0 }
  },
  async myAttention(db, { query }, { caller }) {
    return followList(db, caller, query.businessType, query)
  },
  async myAttentionStatistic(db, _input, { caller }) {
    return followStatistic(db, caller)
  },
  async myAttentionTopics(db, { query }, { caller }) {
    return followedTopics(db, caller, query)
  },
}
