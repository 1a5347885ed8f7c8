/** The items of a plan. */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { assertDays } from '#kit/days.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { draftClass } from '#modules/training/classes/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import { COURSE_CODE_USED, ITEM_HAS_CLASSES, PLAN_CHANGED, PLAN_STATE, TOO_MANY_LINES } from '../contract/codes.ts'
import { type Costs, costCategories, type ItemInput, itemsMax } from '../contract/fields.ts'
import type { PlanItem } from '../contract/plans.ts'
import type { plans } from '../contract.ts'
import { actualSql, plannedSql } from './amounts.ts'
import type { PlansDb } from './db.ts'
import { classNames } from './named-classes.ts'
import { findPlan, lockWritten } from './policy.ts'

export const columnsOf = (input: ItemInput) => ({
  name: input.name,
  course_code: input.courseCode,
  starts_on: input.startsOn,
  ends_on: input.endsOn,
  headcount: input.headcount,
  quota: input.quota,
  costs: JSON.stringify(input.costs),
})

/** Of item `i`. */
const itemSql = sql`i.id, i.name, i.course_code as "courseCode", i.starts_on::text as "startsOn", i.ends_on::text as "endsOn",
  i.headcount, i.quota, i.costs, i.revision, ${plannedSql} as "plannedHundredths", ${actualSql} as "actualHundredths",
  array(select c.class_id from plans.item_class c where c.item_id = i.id order by c.created_at, c.class_id) as "classIds"`

type ItemRow = Omit<PlanItem, 'classes'> & { readonly classIds: readonly string[] }

async function withClasses(db: PlansDb, companyId: string, rows: readonly ItemRow[]): Promise<PlanItem[]> {
  const names = await classNames(
    db,
    companyId,
    rows.flatMap(({ classIds }) => classIds),
  )
  return rows.map(({ classIds, ...item }) => ({
    ...item,
    classes: classIds.flatMap((id) => (names.has(id) ? [{ id, name: names.get(id) ?? '' }] : [])),
  }))
}

export async function listItems(
  db: PlansDb,
  caller: Caller,
  id: string,
  { search, ...paging }: Input<typeof plans.planItems>['query'],
) {
  await findPlan(db, caller, id, { isLocked: false })
  const matching = sql`from plans.item i where i.plan_id = ${id}
    and ${containsWordsSql(sql`(i.course_code || ' ' || i.name)`, search)}`
  const { items, recordCount } = await sqlPage<ItemRow>(db, paging, {
    matching,
    rows: (window) => sql<ItemRow>`select ${itemSql} ${matching} order by i.starts_on, i.created_at, i.id ${window}`,
  })
  return { items: await withClasses(db, caller.companyId, items), recordCount }
}

/** All of a plan, for its export. */
export async function itemsOf(db: PlansDb, planId: string): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select ${itemSql} from plans.item i where i.plan_id = ${planId} order by i.starts_on, i.created_at, i.id`.execute(
    db,
  )
  return rows
}

async function assertInput(db: PlansDb, caller: Caller, input: ItemInput): Promise<void> {
  assertDays({ startsOn: input.startsOn, endsOn: input.endsOn })
  await assertClean(db, caller.companyId, { name: input.name, courseCode: input.courseCode })
}

/** TRAINING-051: a code stands once in a plan. Items change one after the other, so that looking is enough. */
async function assertCodeFree(db: PlansDb, planId: string, code: string, except?: string): Promise<void> {
  if (code === '') return
  const { rows } = await sql`
    select from plans.item i where i.plan_id = ${planId} and i.course_code = ${code}
      and i.id is distinct from ${except ?? null}::uuid`.execute(db)
  if (rows.length > 0) throw refuse(COURSE_CODE_USED, { code })
}

export async function insertItems(
  db: PlansDb,
  { companyId }: Caller,
  planId: string,
  inputs: readonly ItemInput[],
  now: number,
): Promise<string[]> {
  const { count } = await db
    .selectFrom('plans.item')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('plan_id', '=', planId)
    .executeTakeFirstOrThrow()
  if (count + inputs.length > itemsMax) throw refuse(TOO_MANY_LINES, { max: itemsMax })
  const ids = inputs.map(() => uuid())
  const row = { plan_id: planId, company_id: companyId, created_at: now }
  await db
    .insertInto('plans.item')
    .values(inputs.map((input, at) => ({ ...row, id: ids[at] ?? uuid(), ...columnsOf(input) })))
    .execute()
  await sql`update plans.plan set updated_at = ${now} where id = ${planId}`.execute(db)
  return ids
}

export async function addItem(db: PlansDb, caller: Caller, id: string, input: ItemInput, now: number) {
  await lockWritten(db, caller, id)
  await assertInput(db, caller, input)
  await assertCodeFree(db, id, input.courseCode)
  const [itemId = ''] = await insertItems(db, caller, id, [input], now)
  return { id: itemId, revision: 0 }
}

interface ItemRef {
  readonly id: string
  readonly itemId: string
}

async function findItem(db: PlansDb, { id, itemId }: ItemRef) {
  const found = await db
    .selectFrom('plans.item')
    .select(['id', 'name', 'quota', 'costs', 'revision'])
    .where('id', '=', itemId)
    .where('plan_id', '=', id)
    .executeTakeFirst()
  if (!found) throw refuse(NOT_FOUND)
  return found
}

export async function changeItem(
  db: PlansDb,
  caller: Caller,
  ref: ItemRef,
  { revision, ...input }: Input<typeof plans.changeItem>['body'],
) {
  await lockWritten(db, caller, ref.id)
  const found = await findItem(db, ref)
  if (found.revision !== revision) throw refuse(PLAN_CHANGED, { revision: found.revision })
  await assertInput(db, caller, input)
  await assertCodeFree(db, ref.id, input.courseCode, ref.itemId)
  const columns = { ...columnsOf(input), revision: revision + 1 }
  await db.updateTable('plans.item').set(columns).where('id', '=', ref.itemId).execute()
  return { id: ref.itemId, revision: revision + 1 }
}

/** Refuses where classes were made from `items`, which is `(id)`. Those that are deleted for good since hold nothing. */
export async function assertNoClasses(db: PlansDb, { companyId }: Caller, items: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select class_id as id from plans.item_class where item_id in ${items}`.execute(db)
  const names = await classNames(
    db,
    companyId,
    rows.map(({ id }) => id),
  )
  if (names.size > 0) throw refuse(ITEM_HAS_CLASSES)
  await sql`delete from plans.item_class where item_id in ${items}`.execute(db)
}

export async function deleteItem(db: PlansDb, caller: Caller, ref: ItemRef) {
  await lockWritten(db, caller, ref.id)
  await findItem(db, ref)
  await assertNoClasses(db, caller, sql`(select ${ref.itemId}::uuid)`)
  await db.deleteFrom('plans.item').where('id', '=', ref.itemId).execute()
  return {}
}

/** The quota of the item becomes the capacity of the class, and its planned costs those of the class. */
export async function makeClass(
  db: PlansDb,
  caller: Caller,
  ref: ItemRef,
  { startsAt, endsAt }: Input<typeof plans.makeClass>['body'],
  now: number,
) {
  const { state } = await findPlan(db, caller, ref.id, { isLocked: true })
  if (state !== 'approved') throw refuse(PLAN_STATE, { state })
  const { name, quota, costs } = await findItem(db, ref)
  const { companyId, memberId } = caller
  const classId = await draftClass(db, caller, { name, startsAt, endsAt, capacity: Math.max(1, quota) }, now)
  const link = { class_id: classId, item_id: ref.itemId, company_id: companyId, created_at: now }
  await db.insertInto('plans.item_class').values(link).execute()
  const planned = costCategories.flatMap((category) => {
    const amount = (costs as unknown as Costs)[category]
    return amount > 0 ? [{ category, cost_hundredths: amount }] : []
  })
  const line = { class_id: classId, company_id: companyId, kind: 'planned', label: '', note: '', spent_on: null }
  if (planned.length > 0)
    await db
      .insertInto('plans.cost_line')
      .values(planned.map((one) => ({ ...line, ...one, id: uuid(), entered_by: memberId, entered_at: now })))
      .execute()
  return { classId }
}
