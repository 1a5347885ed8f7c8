/** Topics for choosers, and for the administrator. */
import { type Expression, type SqlBool, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertNotMuted } from '#modules/content/moderation/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { findPage, type PageOf, type Paging } from '#server/db/page.ts'
import { contains } from '#server/db/search.ts'
import type { Context } from '#server/module.ts'
import { TOPIC_NAME_TAKEN } from '../contract/codes.ts'
import type { ManagedTopic, Topic } from '../contract/topics.ts'
import type { TopicsDb } from './db.ts'
import { topicReference } from './kinds.ts'

/** What may stand once only: full width, case and spaces make no second topic of one name. */
export function topicKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

interface TopicFilter {
  readonly name?: string
  readonly typeId?: string | 'none'
  /** Of types that learners are shown, and those without a type. */
  readonly forLearners?: boolean
  /** Not of a type that is disabled. */
  readonly enabled?: boolean
}

function matching(db: TopicsDb, companyId: string, { name = '', typeId, forLearners, enabled }: TopicFilter) {
  let found = db
    .selectFrom('topics.topic as t')
    .leftJoin('topics.topic_type as y', 'y.id', 't.type_id')
    .where('t.company_id', '=', companyId)
  const key = topicKey(name)
  if (key !== '') found = found.where('t.key', 'like', contains(key))
  if (typeId === 'none') found = found.where('t.type_id', 'is', null)
  else if (typeId !== undefined) found = found.where('t.type_id', '=', typeId)
  if (enabled) found = found.where((e) => e.or([e('y.id', 'is', null), e('y.status', '=', 1)]))
  if (forLearners) found = found.where((e) => e.or([e('y.id', 'is', null), e('y.shown', '=', true)]))
  return found
}

const wire = ['t.id', 't.name', 't.type_id as typeId'] as const

/** Topics for a chooser, the most used first; one that is named exactly so comes before all others. */
export async function chooseTopics(
  db: TopicsDb,
  caller: Caller,
  filter: TopicFilter,
  paging: Paging,
): Promise<PageOf<Topic>> {
  const key = topicKey(filter.name ?? '')
  return findPage(paging, matching(db, caller.companyId, { ...filter, enabled: true }), (found) => {
    const named = key === '' ? found : found.orderBy(sql`(t.key = ${key})`, 'desc')
    return named
      .select([...wire])
      .orderBy('t.use_count', 'desc')
      .orderBy('t.id')
  })
}

/** Adds the topic, or finds the one of that name; two who add it at once get the same one (SYSTEM-168). */
export async function quickAddTopic(db: TopicsDb, caller: Caller, typed: string, now: number) {
  const name = typed.trim()
  const known = await topicNamed(db, caller.companyId, name)
  if (known) return { ...known, added: false }
  await assertNotMuted(db, caller, now)
  await assertClean(db, caller.companyId, { name })
  const added = await insertTopic(db, caller, name, null, now)
  if (added) return { id: added, name, typeId: null, added: true }
  const other = await topicNamed(db, caller.companyId, name)
  if (!other) throw new Error('a topic was neither added nor found')
  return { ...other, added: false }
}

function topicNamed(db: TopicsDb, companyId: string, name: string): Promise<Topic | undefined> {
  return db
    .selectFrom('topics.topic as t')
    .select([...wire])
    .where('t.company_id', '=', companyId)
    .where('t.key', '=', topicKey(name))
    .executeTakeFirst()
}

/** Waits for whoever adds the same name at the moment, and then adds nothing. */
async function insertTopic(
  db: TopicsDb,
  caller: Caller,
  name: string,
  typeId: string | null,
  now: number,
): Promise<string | undefined> {
  const row = await db
    .insertInto('topics.topic')
    .values({
      id: uuid(),
      company_id: caller.companyId,
      type_id: typeId,
      name,
      key: topicKey(name),
      created_by: caller.memberId,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

const managed = (db: TopicsDb, companyId: string, filter: TopicFilter) =>
  matching(db, companyId, filter).select([
    ...wire,
    'y.name as typeName',
    't.use_count as useCount',
    't.created_by as createdBy',
    't.created_at as createdAt',
  ])

export async function listTopics(
  db: TopicsDb,
  caller: Caller,
  query: {
    keyword?: string
    typeId?: string | 'none'
    order?: 'used' | 'newest' | 'name'
    page?: number
    pageSize?: number
  },
) {
  const filter = { name: query.keyword, typeId: query.typeId }
  return findPage(query, managed(db, caller.companyId, filter), (found) => {
    if (query.order === 'newest') return found.orderBy('t.created_at', 'desc').orderBy('t.id')
    if (query.order === 'name') return found.orderBy('t.key').orderBy('t.id')
    return found.orderBy('t.use_count', 'desc').orderBy('t.id')
  })
}

async function getTopic(db: TopicsDb, companyId: string, id: string): Promise<ManagedTopic> {
  const topic = await managed(db, companyId, {}).where('t.id', '=', id).executeTakeFirst()
  if (!topic) throw refuse(NOT_FOUND)
  return topic
}

async function assertType(db: TopicsDb, companyId: string, typeId: string | null): Promise<void> {
  if (typeId === null) return
  const type = await db
    .selectFrom('topics.topic_type')
    .select('id')
    .where('id', '=', typeId)
    .where('company_id', '=', companyId)
    .forShare()
    .executeTakeFirst()
  if (!type) throw refuse(NOT_FOUND)
}

interface TopicInput {
  readonly name: string
  readonly typeId: string | null
}

export async function addTopic(
  db: TopicsDb,
  { caller, now, audit }: Context,
  input: TopicInput,
): Promise<ManagedTopic> {
  const name = input.name.trim()
  await assertType(db, caller.companyId, input.typeId)
  await assertClean(db, caller.companyId, { name })
  const id = await insertTopic(db, caller, name, input.typeId, now)
  if (!id) throw refuse(TOPIC_NAME_TAKEN, { name })
  audit({ type: 'topic', id, name, after: { name, typeId: input.typeId } })
  return getTopic(db, caller.companyId, id)
}

export async function changeTopic(
  db: TopicsDb,
  { caller, audit }: Context,
  id: string,
  input: TopicInput,
): Promise<ManagedTopic> {
  const { companyId } = caller
  const name = input.name.trim()
  const before = await getTopic(db, companyId, id)
  await assertType(db, companyId, input.typeId)
  await assertClean(db, companyId, { name })
  const other = await topicNamed(db, companyId, name)
  if (other && other.id !== id) throw refuse(TOPIC_NAME_TAKEN, { name })
  await db
    .updateTable('topics.topic')
    .set({ name, key: topicKey(name), type_id: input.typeId })
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .execute()
  audit({
    type: 'topic',
    id,
    name: before.name,
    before: { name: before.name, typeId: before.typeId },
    after: { name, typeId: input.typeId },
  })
  return getTopic(db, companyId, id)
}

const among = (ids: readonly string[]): Expression<string> => sql<string>`any(${[...ids]}::uuid[])`

/** Items that bear one of the merged topics bear `id` instead, in the same place of their list. */
export async function mergeTopics(
  db: TopicsDb,
  { caller, audit }: Context,
  id: string,
  topicIds: readonly string[],
): Promise<ManagedTopic> {
  const { companyId } = caller
  const merged = [...new Set(topicIds)].filter((one) => one !== id)
  // Locked in one order, as everywhere.
  const topics = await db
    .selectFrom('topics.topic')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('id', '=', among([id, ...merged]))
    .orderBy('id')
    .forUpdate()
    .execute()
  if (topics.length !== merged.length + 1) throw refuse(NOT_FOUND)
  await sql`
    insert into topics.item_topic (company_id, business_type, business_id, topic_id, sort, appeared_at)
    select company_id, business_type, business_id, ${id}, min(sort), max(appeared_at) from topics.item_topic
    where topic_id = any(${merged}::uuid[]) group by company_id, business_type, business_id
    on conflict do nothing`.execute(db)
  await removeTopics(db, companyId, merged, id)
  await sql`
    update topics.topic t set use_count = (select count(*) from topics.item_topic i where i.topic_id = t.id)
    where t.id = ${id} and t.company_id = ${companyId}`.execute(db)
  for (const { id: from, name } of topics.filter((topic) => topic.id !== id))
    audit({ type: 'topic', id: from, name, after: { mergedInto: id } })
  return getTopic(db, companyId, id)
}

async function removeTopics(db: TopicsDb, companyId: string, ids: readonly string[], into: string | null = null) {
  for (const { replaced } of topicReference.all()) await replaced(db, companyId, ids, into)
  const ofThese = sql<SqlBool>`topic_id = any(${[...ids]}::uuid[])`
  await db.deleteFrom('topics.item_topic').where('company_id', '=', companyId).where(ofThese).execute()
  return db
    .deleteFrom('topics.topic')
    .where('company_id', '=', companyId)
    .where('id', '=', among(ids))
    .returning(['id', 'name', 'use_count'])
    .execute()
}

export async function deleteTopics(db: TopicsDb, { caller, audit }: Context, ids: readonly string[]) {
  await db
    .selectFrom('topics.topic')
    .select('id')
    .where('company_id', '=', caller.companyId)
    .where('id', '=', among(ids))
    .orderBy('id')
    .forUpdate()
    .execute()
  const deleted = await removeTopics(db, caller.companyId, ids)
  for (const { id, name, use_count } of deleted)
    audit({ type: 'topic', id, name, before: { name, useCount: use_count } })
  return { deletedCount: deleted.length }
}
