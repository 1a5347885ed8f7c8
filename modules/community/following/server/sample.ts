/** What the schema does not know of the sample rows of following (server/sample-company.ts): they are about one topic. */
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'
import { topicBusinessType } from '../contract.ts'

export function sampleValues({ organizationId, learner }: SampleCompany): SampleValues {
  const topic = { business_type: topicBusinessType, business_id: organizationId }
  return {
    'following.follow': { ...topic, member_id: learner.id },
    'following.followed': { ...topic, follower_count: 1 },
    'following.followed_day': { ...topic, day: 20_000, won: 1, lost: 0 },
  }
}
