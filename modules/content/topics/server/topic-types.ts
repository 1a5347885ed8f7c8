/** The types that topics are ordered by. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Context } from '#server/module.ts'
import { TOPIC_TYPE_IN_USE, TOPIC_TYPE_NAME_TAKEN } from '../contract/codes.ts'
import type { ManagedType } from '../contract/topics.ts'
import type { TopicsDb } from './db.ts'

export interface TypeInput {
  readonly name: string
  readonly status: 0 | 1
  readonly shown: boolean
}

export async function findTypes(db: TopicsDb, caller: Caller, filter: { status?: 0 | 1; shown?: true }) {
  let matching = db
    .selectFrom('topics.topic_type')
    .select(['id', 'name', 'status'])
    .where('company_id', '=', caller.companyId)
  if (filter.status !== undefined) matching = matching.where('status', '=', filter.status)
  if (filter.shown) matching = matching.where('shown', '=', true)
  const rows = await matching.orderBy('sort').orderBy('id').limit(200).execute()
  const items = rows.map((row) => ({ ...row, status: row.status as 0 | 1 }))
  return { items, recordCount: items.length }
}

function managed(db: TopicsDb, companyId: string) {
  return db
    .selectFrom('topics.topic_type as y')
    .select((e) => [
      'y.id',
      'y.name',
      'y.status',
      'y.shown',
      e
        .selectFrom('topics.topic as t')
        .select((f) => f.fn.countAll<number>().as('count'))
        .whereRef('t.type_id', '=', 'y.id')
        .as('topicCount'),
    ])
    .where('y.company_id', '=', companyId)
}

const typeOf = (row: { id: string; name: string; status: number; shown: boolean; topicCount: number | null }) => ({
  ...row,
  status: row.status as 0 | 1,
  topicCount: row.topicCount ?? 0,
})

export async function listTypes(db: TopicsDb, caller: Caller) {
  const rows = await managed(db, caller.companyId).orderBy('y.sort').orderBy('y.id').limit(200).execute()
  return { items: rows.map(typeOf), recordCount: rows.length }
}

async function getType(db: TopicsDb, companyId: string, id: string): Promise<ManagedType> {
  const row = await managed(db, companyId).where('y.id', '=', id).executeTakeFirst()
  if (!row) throw refuse(NOT_FOUND)
  return typeOf(row)
}

export async function addType(db: TopicsDb, { caller, now, audit }: Context, input: TypeInput): Promise<ManagedType> {
  const { companyId } = caller
  const name = input.name.trim()
  const id = uuid()
  const { numAffectedRows } = await sql`
    insert into topics.topic_type (id, company_id, name, status, shown, sort, created_at)
    select ${id}, ${companyId}, ${name}, ${input.status}, ${input.shown},
      (select coalesce(max(sort), 0) + 1 from topics.topic_type where company_id = ${companyId}), ${now}
    on conflict (company_id, name) do nothing`.execute(db)
  if (numAffectedRows === 0n) throw refuse(TOPIC_TYPE_NAME_TAKEN, { name })
  audit({ type: 'topic-type', id, name, after: { ...input, name } })
  return getType(db, companyId, id)
}

export async function changeType(
  db: TopicsDb,
  { caller, audit }: Context,
  id: string,
  input: TypeInput,
): Promise<ManagedType> {
  const { companyId } = caller
  const name = input.name.trim()
  const { topicCount: _, id: __, ...before } = await getType(db, companyId, id)
  const other = await db
    .selectFrom('topics.topic_type')
    .select('id')
    .where('company_id', '=', companyId)
    .where('name', '=', name)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) throw refuse(TOPIC_TYPE_NAME_TAKEN, { name })
  await db
    .updateTable('topics.topic_type')
    .set({ name, status: input.status, shown: input.shown })
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .execute()
  audit({ type: 'topic-type', id, name: before.name, before, after: { ...input, name } })
  return getType(db, companyId, id)
}

export async function orderTypes(db: TopicsDb, { caller, audit }: Context, ids: readonly string[]) {
  const { numAffectedRows } = await sql`
    update topics.topic_type t set sort = wanted.sort
    from unnest(${[...ids]}::uuid[]) with ordinality as wanted (id, sort)
    where t.id = wanted.id and t.company_id = ${caller.companyId}`.execute(db)
  if (numAffectedRows !== BigInt(new Set(ids).size)) throw refuse(NOT_FOUND)
  audit({ type: 'topic-type', after: { order: ids } })
  return {}
}

export async function deleteType(db: TopicsDb, { caller, audit }: Context, id: string) {
  const type = await db
    .selectFrom('topics.topic_type')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
    .forUpdate()
    .executeTakeFirst()
  if (!type) throw refuse(NOT_FOUND)
  const used = await db.selectFrom('topics.topic').select('id').where('type_id', '=', id).limit(1).execute()
  if (used.length > 0) throw refuse(TOPIC_TYPE_IN_USE, { name: type.name })
  await db.deleteFrom('topics.topic_type').where('id', '=', id).execute()
  audit({ type: 'topic-type', id, name: type.name, before: { name: type.name } })
  return {}
}
