/** Plans, costs and scores for tests and demo data. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { type ItemInput, type LineInput, newItem, type PlanState } from '../contract/fields.ts'
import { plansTables } from './db.ts'
import { columnsOf } from './items.ts'

interface Person {
  readonly id: string
  readonly companyId: string
  readonly organizationId: string
}

export interface BuiltPlan {
  readonly id?: string
  readonly author: Person
  readonly name?: string
  readonly year?: number
  readonly note?: string
  readonly state?: PlanState
  readonly items?: readonly (Partial<ItemInput> & { readonly id?: string; readonly classIds?: readonly string[] })[]
  readonly now: number
}

/** A draft without items unless the input says otherwise. */
export async function buildPlan(connection: Connection, input: BuiltPlan): Promise<string> {
  const { id = uuid(), author, name = '年度培训计划', year = 2026, note = '', state = 'draft', items = [], now } = input
  const { companyId, organizationId } = author
  const db = plansTables(connection)
  const whose = { id, company_id: companyId, organization_id: organizationId, created_by: author.id }
  await db
    .insertInto('plans.plan')
    .values({ ...whose, name, year, note, state, created_at: now, updated_at: now })
    .execute()
  for (const { id: itemId = uuid(), classIds = [], ...written } of items) {
    const columns = columnsOf({ ...newItem, name: '新任经理训练营', ...written })
    const item = { id: itemId, plan_id: id, company_id: companyId, created_at: now }
    await db
      .insertInto('plans.item')
      .values({ ...item, ...columns })
      .execute()
    const link = { item_id: itemId, company_id: companyId, created_at: now }
    for (const classId of classIds)
      await db
        .insertInto('plans.item_class')
        .values({ ...link, class_id: classId })
        .execute()
  }
  return id
}

export interface BuiltCost extends Partial<LineInput> {
  readonly classId: string
  readonly author: Person
  readonly now: number
}

/** An actual cost of the venue, unless the input says otherwise. */
export async function buildCost(connection: Connection, { classId, author, now, ...written }: BuiltCost) {
  const { kind = 'actual', category = 'venue', label = '', costHundredths = 100_000 } = written
  const { spentOn = null, note = '', voucherFileId = null } = written
  const id = uuid()
  await plansTables(connection)
    .insertInto('plans.cost_line')
    .values({
      ...{ id, class_id: classId, company_id: author.companyId, kind, category, label, note, spent_on: spentOn },
      ...{ cost_hundredths: costHundredths, voucher_file_id: voucherFileId, entered_by: author.id, entered_at: now },
    })
    .execute()
  return id
}

export async function buildScore(
  connection: Connection,
  { classId, author, memberId, scoreTenths, now }: BuiltScore,
): Promise<void> {
  const whose = { class_id: classId, member_id: memberId, company_id: author.companyId }
  const db = plansTables(connection)
  await db
    .insertInto('plans.member_score')
    .values({ ...whose, score_tenths: scoreTenths, entered_by: author.id, entered_at: now })
    .execute()
  await db
    .insertInto('plans.score_change')
    .values({ ...whose, id: uuid(), after_tenths: scoreTenths, changed_by: author.id, changed_at: now })
    .execute()
}

interface BuiltScore {
  readonly classId: string
  readonly author: Person
  readonly memberId: string
  readonly scoreTenths: number
  readonly now: number
}
