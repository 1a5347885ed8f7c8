/** What the schema does not know of the sample rows of topics (server/sample-company.ts): they are about one item. */
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'

export function sampleValues({ organizationId, chief, learner, marker }: SampleCompany): SampleValues {
  const item = { business_type: 1, business_id: organizationId }
  return {
    'topics.topic': { name: marker.slice(0, 10), use_count: 1 },
    'topics.item_topic': item,
    // Of the content that the comment below is about: whoever removes that takes one away.
    'topics.item_figures': {
      ...item,
      business_type: 16,
      comment_count: 1,
      collect_count: 1,
      score_count: 1,
      score_sum: 5,
    },
    'topics.collected': item,
    'topics.score': { ...item, stars: 5 },
    // About a content of the community, whose members list what they have written.
    'topics.comment': { ...item, business_type: 16, member_id: learner.id, like_count: 1 },
    'topics.mention': { member_id: chief.id },
    'topics.comment_like': { member_id: chief.id },
    'topics.quiet_thread': { ...item, member_id: chief.id },
  }
}
