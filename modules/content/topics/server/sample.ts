/** A row of a company in every table of topics: what hostile calls of another company are not to reach. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { topicsTables } from './db.ts'

interface Sample {
  readonly companyId: string
  readonly organizationId: string
  readonly chief: { readonly id: string }
  readonly learner: { readonly id: string }
  readonly marker: string
  readonly now: number
}

export async function buildSample(connection: Connection, sample: Sample): Promise<void> {
  const { companyId: company_id, organizationId, chief, learner, marker, now: created_at } = sample
  const db = topicsTables(connection)
  const item = { company_id, business_type: 1, business_id: uuid() }
  const typeId = uuid()
  const topicId = uuid()
  const commentId = uuid()
  const name = marker.slice(0, 10)
  await db.insertInto('topics.topic_type').values({ id: typeId, company_id, name: marker, created_at }).execute()
  await db
    .insertInto('topics.topic')
    .values({ id: topicId, company_id, type_id: typeId, name, key: marker, created_by: chief.id, created_at })
    .execute()
  await db
    .insertInto('topics.item_topic')
    .values({ ...item, topic_id: topicId, sort: 1 })
    .execute()
  await db
    .insertInto('topics.item_figures')
    .values({ ...item, comment_count: 2, collect_count: 1, score_count: 1, score_sum: 5 })
    .execute()
  await db
    .insertInto('topics.collected')
    .values({ ...item, id: uuid(), member_id: learner.id, name: marker, created_at })
    .execute()
  await db
    .insertInto('topics.score')
    .values({ ...item, id: uuid(), member_id: learner.id, stars: 5, created_at })
    .execute()
  const comment = { ...item, member_id: learner.id, organization_id: organizationId, content: marker, created_at }
  await db
    .insertInto('topics.comment')
    .values([
      { ...comment, id: commentId, like_count: 1, reply_count: 1 },
      { ...comment, id: uuid(), parent_id: commentId, member_id: chief.id },
    ])
    .execute()
  await db
    .insertInto('topics.comment_like')
    .values({ comment_id: commentId, member_id: chief.id, company_id, created_at })
    .execute()
  await db
    .insertInto('topics.mute')
    .values({
      ...{ company_id, member_id: learner.id, until: created_at + 86_400_000, reason: marker },
      ...{ muted_by: chief.id, created_at },
    })
    .execute()
  await db
    .insertInto('topics.quiet_thread')
    .values({ ...item, member_id: chief.id })
    .execute()
}
