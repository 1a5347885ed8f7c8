/** Who manages plans, and how a plan is found for a change. */
import { type RawBuilder, sql } from 'kysely'
import { type Caller, coversCompany } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { covers, organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { managesPlans } from '../contract/access.ts'
import { PLAN_STATE } from '../contract/codes.ts'
import type { PlanState } from '../contract/fields.ts'
import type { PlansDb } from './db.ts'

/** Whether the caller manages plan `p`. */
export function managesSql(caller: Caller): RawBuilder<boolean> {
  const granted = caller.permissions.get(managesPlans.permission) ?? []
  return granted.length === 0 ? sql`false` : sql`p.organization_id in ${organizationsBelowSql(granted)}`
}

/** Whoever keeps the whole company also keeps the plans of an organization that is gone. */
export async function assertManages(db: PlansDb, caller: Caller, organizationId: string): Promise<void> {
  if (coversCompany(caller, managesPlans.permission)) return
  if (!(await covers(db, caller, managesPlans.permission, organizationId))) throw refuse(NO_PERMISSION)
}

export interface PlanRecord {
  readonly id: string
  readonly name: string
  readonly year: number
  readonly organizationId: string
  readonly state: PlanState
  readonly isInApproval: boolean
  readonly revision: number
}

/** A plan that the caller manages. Its items change one after the other: whoever changes one locks the plan. */
export async function findPlan(
  db: PlansDb,
  caller: Caller,
  id: string,
  { isLocked }: { readonly isLocked: boolean },
): Promise<PlanRecord> {
  const { rows } = await sql<PlanRecord>`
    select p.id, p.name, p.year, p.organization_id as "organizationId", p.state, p.is_in_approval as "isInApproval", p.revision
    from plans.plan p where p.id = ${id} and p.company_id = ${caller.companyId}
    ${isLocked ? sql`for no key update` : sql``}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  await assertManages(db, caller, rows[0].organizationId)
  return rows[0]
}

/** The plan, locked, while it is written. */
export async function lockWritten(db: PlansDb, caller: Caller, id: string): Promise<PlanRecord> {
  const plan = await findPlan(db, caller, id, { isLocked: true })
  if (plan.state !== 'draft' && plan.state !== 'returned') throw refuse(PLAN_STATE, { state: plan.state })
  return plan
}
