/** Which topics an item bears. The modules that own the items call these. */
import { type RawBuilder, sql } from 'kysely'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { TOO_MANY_TOPICS } from '../contract/codes.ts'
import { TOPICS_DEFAULT, type Topic } from '../contract/topics.ts'
import { type TopicsDb, topicsTables } from './db.ts'
import type { ItemRef } from './kinds.ts'

export interface TopicInput extends ItemRef {
  readonly companyId: string
  /** In the order in which they are shown. */
  readonly topicIds: readonly string[]
  /** Since when readers find it, of items whose lists by topic go from newest to oldest. */
  readonly appearedAt?: number | null
  /** 5 where the place says nothing (SYSTEM-163, SYSTEM-164). */
  readonly topicsMax?: number
}

/**
 * Adds to the uses of topics. They are locked in one order, so that items with shared topics cause no deadlock; the lock leaves
 * the keys free, because whoever gives another item the same topic names it already. A topic that an item keeps is not touched.
 */
async function addUses(db: TopicsDb, companyId: string, changes: ReadonlyMap<string, number>): Promise<void> {
  const changed = [...changes].filter(([, by]) => by !== 0)
  if (changed.length === 0) return
  await sql`
    with locked as (
      select t.id, change.by from topics.topic t
      join unnest(${changed.map(([id]) => id)}::uuid[], ${changed.map(([, by]) => by)}::int[]) as change (id, by) on change.id = t.id
      where t.company_id = ${companyId} order by t.id for no key update of t
    )
    update topics.topic t set use_count = t.use_count + locked.by from locked where t.id = locked.id`.execute(db)
}

export interface TopicsInput extends Pick<TopicInput, 'companyId' | 'topicsMax'> {
  readonly businessType: number
  /** Each item once, with its topics in the order in which they are shown. */
  readonly items: readonly Pick<TopicInput, 'businessId' | 'topicIds' | 'appearedAt'>[]
}

/**
 * Gives an item these topics in place of all earlier ones. Refuses more than `topicsMax` (900033), and with 900005 a topic
 * that the company does not have.
 */
export function setTopics(
  connection: Connection,
  { businessId, topicIds, appearedAt = null, ...kind }: TopicInput,
): Promise<void> {
  return setTopicsOfMany(connection, { ...kind, items: [{ businessId, topicIds, appearedAt }] })
}

/** As `setTopics`, for many items of one kind. */
export async function setTopicsOfMany(connection: Connection, input: TopicsInput): Promise<void> {
  const { companyId, businessType, items, topicsMax = TOPICS_DEFAULT } = input
  const db = topicsTables(connection)
  const wanted = items.flatMap(({ businessId, topicIds, appearedAt = null }) => {
    const own = [...new Set(topicIds)]
    if (own.length > topicsMax) throw refuse(TOO_MANY_TOPICS, { N: topicsMax })
    return own.map((topicId, at) => ({ businessId, topicId, sort: at + 1, appearedAt }))
  })
  const { rows: before } = await sql<{ topic_id: string }>`
    delete from topics.item_topic where company_id = ${companyId} and business_type = ${businessType}
      and business_id = any(${items.map((item) => item.businessId)}::uuid[]) returning topic_id`.execute(db)
  const { numAffectedRows } = await sql`
    insert into topics.item_topic (company_id, business_type, business_id, topic_id, sort, appeared_at)
    select ${companyId}, ${businessType}, wanted.business_id, t.id, wanted.sort, wanted.appeared_at
    from unnest(${wanted.map((one) => one.businessId)}::uuid[], ${wanted.map((one) => one.topicId)}::uuid[],
      ${wanted.map((one) => one.sort)}::int[], ${wanted.map((one) => one.appearedAt)}::bigint[])
      as wanted (business_id, id, sort, appeared_at)
    join topics.topic t on t.id = wanted.id and t.company_id = ${companyId}`.execute(db)
  if (numAffectedRows !== BigInt(wanted.length)) throw refuse(NOT_FOUND)
  const changes = new Map<string, number>()
  const add = (topicId: string, by: 1 | -1) => changes.set(topicId, (changes.get(topicId) ?? 0) + by)
  for (const { topic_id } of before) add(topic_id, -1)
  for (const { topicId } of wanted) add(topicId, 1)
  await addUses(db, companyId, changes)
}

/** Notes since when readers find these items of one kind; nothing is written where that is known. */
export async function setAppeared(
  connection: Connection,
  businessType: number,
  items: readonly { readonly companyId: string; readonly businessId: string; readonly appearedAt: number }[],
): Promise<void> {
  await sql`
    with appeared as (
      select i.topic_id, i.business_id, i.company_id, known.at from unnest(${items.map((one) => one.companyId)}::uuid[],
        ${items.map((one) => one.businessId)}::uuid[], ${items.map((one) => one.appearedAt)}::bigint[])
        as known (company_id, business_id, at)
      join topics.item_topic i on i.company_id = known.company_id and i.business_type = ${businessType}
        and i.business_id = known.business_id and i.appeared_at is distinct from known.at
      order by i.business_id, i.topic_id for update of i
    )
    update topics.item_topic i set appeared_at = appeared.at from appeared where i.company_id = appeared.company_id
      and i.business_type = ${businessType} and i.business_id = appeared.business_id and i.topic_id = appeared.topic_id`.execute(
    topicsTables(connection),
  )
}

/** As a table (`item_id`, `at`): the items of one kind about a topic that have appeared. An index has them by their time. */
export function appearedOfTopicSql(
  companyId: string,
  businessType: number,
  topicId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(select business_id as item_id, appeared_at as at from topics.item_topic
    where topic_id = ${topicId} and business_type = ${businessType}::smallint and company_id = ${companyId}
      and appeared_at is not null)`
}

/** `x in ${itemsOfTopicSql(…)}`: the items of one kind that bear the topic. */
export function itemsOfTopicSql(companyId: string, businessType: number, topicId: string): RawBuilder<string> {
  return sql<string>`(select business_id from topics.item_topic
    where topic_id = ${topicId} and business_type = ${businessType} and company_id = ${companyId})`
}

/** As a table: each item of one kind (`item_id`) with each topic that it bears (`topic_id`, `name`). */
export const itemTopicsSql = (companyId: string, businessType: number): RawBuilder<unknown> =>
  sql`(select i.business_id as item_id, t.id as topic_id, t.name from topics.item_topic i
    join topics.topic t on t.id = i.topic_id where i.business_type = ${businessType} and i.company_id = ${companyId})`

/** The topics of each of these items of one kind, in their order; an empty list where there are none. One statement. */
export async function topicsOf(
  connection: Connection,
  companyId: string,
  businessType: number,
  ids: readonly string[],
): Promise<Map<string, Topic[]>> {
  const rows = await topicsTables(connection)
    .selectFrom('topics.item_topic as i')
    .innerJoin('topics.topic as t', 't.id', 'i.topic_id')
    .select(['i.business_id', 't.id', 't.name', 't.type_id'])
    .where('i.company_id', '=', companyId)
    .where('i.business_type', '=', businessType)
    .where('i.business_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('i.business_id')
    .orderBy('i.sort')
    .execute()
  const topics = new Map<string, Topic[]>(ids.map((id) => [id, []]))
  for (const { business_id, id, name, type_id } of rows) topics.get(business_id)?.push({ id, name, typeId: type_id })
  return topics
}

/** The names of the topics of the company among `ids`, by id. */
export async function topicNames(
  connection: Connection,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await topicsTables(connection)
    .selectFrom('topics.topic')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}
