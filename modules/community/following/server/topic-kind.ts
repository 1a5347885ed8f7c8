/** Topics as something that members follow. They live in a district below, which cannot register them itself. */
import { topicNames, topicReference } from '#modules/content/topics/server.ts'
import { topicBusinessType } from '../contract.ts'
import { moveFollows, removeFollowsOf } from './follows.ts'
import { followKind } from './kinds.ts'

export const followedTopicKind = followKind({
  businessType: topicBusinessType,
  label: { cn: '话题', en: 'Topic' },
  async visible(db, caller, ids) {
    const names = await topicNames(db, caller.companyId, ids)
    return [...names].map(([id, name]) => ({ id, name, link: `/share-study/topic-list/${id}` }))
  },
})

/** Who follows a topic that is merged into another one follows that one; of a deleted topic no follow is left. */
export const followsOfReplacedTopics = topicReference({
  async replaced(db, companyId, ids, into) {
    if (into !== null) await moveFollows(db, companyId, topicBusinessType, ids, into)
    await removeFollowsOf(db, companyId, topicBusinessType, ids)
  },
})
