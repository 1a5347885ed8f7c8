/** Training plans: written, handed in, and written again. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller, Language } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { apply, isApprovalOn, withdraw } from '#modules/platform/approvals/server.ts'
import { organizationNames, organizationsSql } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { Context } from '#server/module.ts'
import { PLAN_CHANGED, PLAN_EMPTY, PLAN_STATE } from '../contract/codes.ts'
import { costCategories, type PlanInput } from '../contract/fields.ts'
import type { Plan, PlanDetails } from '../contract/plans.ts'
import { planApproval, type plans } from '../contract.ts'
import { actualSql, amountOf, plannedSql } from './amounts.ts'
import type { PlansDb } from './db.ts'
import { assertNoClasses } from './items.ts'
import { assertManages, findPlan, lockWritten, managesSql, type PlanRecord } from './policy.ts'

const planSql = (caller: Caller) => sql`p.id, p.name, p.year, p.organization_id as "organizationId", p.note, p.state,
  p.is_in_approval as "isInApproval", p.reason, p.updated_at as "changedAt", p.revision,
  coalesce((select o.name from ${organizationsSql(caller.companyId)} o where o.id = p.organization_id), '') as "organizationName",
  total.*`

const totalSql = sql`cross join lateral (
  select count(*)::int as "itemCount", coalesce(sum(i.headcount), 0)::int as headcount,
    coalesce(sum((select count(*) from plans.item_class c where c.item_id = i.id)), 0)::int as "classCount",
    coalesce(sum(${plannedSql}), 0)::bigint as "plannedHundredths", coalesce(sum(${actualSql}), 0)::bigint as "actualHundredths"
  from plans.item i where i.plan_id = p.id) total`

export async function listPlans(
  db: PlansDb,
  caller: Caller,
  { year, state, search, ...paging }: Input<typeof plans.plans>['query'],
) {
  const filter = sql`where p.company_id = ${caller.companyId} and ${managesSql(caller)}
    and ${year === undefined ? sql`true` : sql`p.year = ${year}`}
    and ${state === undefined ? sql`true` : sql`p.state = ${state}`} and ${containsWordsSql(sql`p.name`, search)}`
  return sqlPage<Plan>(db, paging, {
    matching: sql`from plans.plan p ${filter}`,
    rows: (window) => sql<Plan>`select ${planSql(caller)} from plans.plan p ${totalSql} ${filter}
      order by p.year desc, p.updated_at desc, p.id ${window}`,
  })
}

interface CategoryRow {
  readonly category: string
  readonly plannedHundredths: number
  readonly actualHundredths: number
}

/** Every category in its order, with what is planned and what was spent. */
async function categoriesOf(db: PlansDb, planId: string): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    select known.category,
      (select coalesce(sum((i.costs ->> known.category)::bigint), 0)::bigint from plans.item i
        where i.plan_id = ${planId}) as "plannedHundredths",
      (select coalesce(sum(l.cost_hundredths), 0)::bigint from plans.item i join plans.item_class c on c.item_id = i.id
        join plans.cost_line l on l.class_id = c.class_id and l.company_id = c.company_id
        where i.plan_id = ${planId} and l.kind = 'actual' and l.category = known.category) as "actualHundredths"
    from unnest(${[...costCategories]}::text[]) with ordinality known(category, place) order by known.place`.execute(db)
  return rows
}

export async function getPlan(db: PlansDb, caller: Caller, id: string): Promise<PlanDetails> {
  const found = await findPlan(db, caller, id, { isLocked: false })
  const { rows } = await sql<Plan>`
    select ${planSql(caller)} from plans.plan p ${totalSql} where p.id = ${id}`.execute(db)
  const needsApproval = await isApprovalOn(db, caller.companyId, planApproval, found.organizationId)
  return { ...(rows[0] as Plan), categories: await categoriesOf(db, id), needsApproval }
}

async function assertInput(db: PlansDb, caller: Caller, { organizationId, name, note }: PlanInput): Promise<void> {
  await assertManages(db, caller, organizationId)
  const names = await organizationNames(db, caller.companyId, [organizationId])
  if (!names.has(organizationId)) throw refuse(NOT_FOUND)
  await assertClean(db, caller.companyId, { name, note })
}

const columnsOf = (input: PlanInput) => ({
  name: input.name,
  year: input.year,
  organization_id: input.organizationId,
  note: input.note.trim(),
})

export async function createPlan(db: PlansDb, caller: Caller, input: PlanInput, now: number) {
  await assertInput(db, caller, input)
  const id = uuid()
  const whose = { id, company_id: caller.companyId, created_by: caller.memberId, created_at: now, updated_at: now }
  await db
    .insertInto('plans.plan')
    .values({ ...whose, ...columnsOf(input) })
    .execute()
  return { id, revision: 0 }
}

export async function changePlan(
  db: PlansDb,
  caller: Caller,
  id: string,
  { revision, ...input }: Input<typeof plans.changePlan>['body'],
  now: number,
) {
  const found = await lockWritten(db, caller, id)
  if (found.revision !== revision) throw refuse(PLAN_CHANGED, { revision: found.revision })
  await assertInput(db, caller, input)
  const columns = { ...columnsOf(input), revision: revision + 1, updated_at: now }
  await db.updateTable('plans.plan').set(columns).where('id', '=', id).execute()
  return { id, revision: revision + 1 }
}

export async function deletePlan(db: PlansDb, caller: Caller, id: string) {
  await lockWritten(db, caller, id)
  await assertNoClasses(db, caller, sql`(select i.id from plans.item i where i.plan_id = ${id})`)
  await db.deleteFrom('plans.plan').where('id', '=', id).execute()
  return {}
}

const labels: Readonly<Record<Language, { year: string; items: string; headcount: string; budget: string }>> = {
  cn: { year: '年度', items: '计划项目', headcount: '计划人数', budget: '预算' },
  en: { year: 'Year', items: 'Items', headcount: 'Headcount', budget: 'Budget' },
}

type Writer = Pick<Context, 'caller' | 'language' | 'now'>

async function applyFor(db: PlansDb, { caller, language, now }: Writer, plan: PlanRecord, whole: PlanDetails) {
  const label = labels[language]
  await apply(db, {
    ...{ companyId: caller.companyId, organizationId: plan.organizationId, businessType: planApproval },
    ...{ businessId: plan.id, applicantId: caller.memberId, name: plan.name, now },
    summary: {
      [label.year]: String(plan.year),
      [label.items]: String(whole.itemCount),
      [label.headcount]: String(whole.headcount),
      [label.budget]: amountOf(whole.plannedHundredths).toFixed(2),
    },
  })
}

function assertWritten({ state }: PlanRecord): void {
  if (state !== 'draft' && state !== 'returned') throw refuse(PLAN_STATE, { state })
}

/** The application is locked before the plan, as by those who decide. */
export async function submitPlan(db: PlansDb, writer: Writer, id: string) {
  const { caller, now } = writer
  assertWritten(await findPlan(db, caller, id, { isLocked: false }))
  const whole = await getPlan(db, caller, id)
  if (whole.itemCount === 0) throw refuse(PLAN_EMPTY)
  if (whole.needsApproval) await applyFor(db, writer, whole, whole)
  await lockWritten(db, caller, id)
  const state = whole.needsApproval ? ('pending' as const) : ('approved' as const)
  const columns = { state, is_in_approval: whole.needsApproval, reason: '', updated_at: now }
  await db.updateTable('plans.plan').set(columns).where('id', '=', id).execute()
  return { id, state }
}

/** A plan that holds, or that waits for approvers, is written again. Classes that were made from it stay. */
export async function reopenPlan(db: PlansDb, caller: Caller, id: string, now: number) {
  const { companyId, memberId } = caller
  const seen = await findPlan(db, caller, id, { isLocked: false })
  if (seen.isInApproval) await withdraw(db, { companyId, businessType: planApproval, businessId: id, memberId, now })
  const { state } = await findPlan(db, caller, id, { isLocked: true })
  if (seen.isInApproval && state === 'draft') return { id, state }
  if (state !== 'approved') throw refuse(PLAN_STATE, { state })
  await db.updateTable('plans.plan').set({ state: 'draft', updated_at: now }).where('id', '=', id).execute()
  return { id, state: 'draft' as const }
}
