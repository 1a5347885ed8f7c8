/** Topics as something that members follow. They live in a district below, which cannot register them itself. */
import { topicNames } from '#modules/content/topics/server.ts'
import { topicBusinessType } from '../contract.ts'
import { followKind } from './kinds.ts'

export const followedTopicKind = followKind({
  businessType: topicBusinessType,
  label: { cn: '话题', en: 'Topic' },
  async visible(db, caller, ids) {
    const names = await topicNames(db, caller.companyId, ids)
    return [...names].map(([id, name]) => ({ id, name, link: `/share-study/topic-list/${id}` }))
  },
})
