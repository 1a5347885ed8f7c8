/** The effective switch and template of an organization: its own, or those of the first organization above that has them. */
import { organizationsAbove } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { StepDraft } from '../contract/shapes.ts'
import { approvalsTables } from './db.ts'

export interface TemplateScope {
  readonly companyId: string
  readonly businessType: number
  readonly organizationId: string
}

export interface EffectiveTemplate {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly version: number
  readonly steps: readonly StepDraft[]
  readonly updatedBy: string
  readonly updatedAt: number
}

export interface EffectiveSwitch {
  readonly organizationId: string
  readonly isOn: boolean
}

export interface EffectiveSettings {
  /** The organization itself and those above it; empty for an organization of another company. */
  readonly above: readonly string[]
  readonly template: EffectiveTemplate | undefined
  readonly switch: EffectiveSwitch | undefined
  readonly isOn: boolean
}

function findFirst<T extends { readonly organizationId: string }>(rows: readonly T[], above: readonly string[]) {
  for (const id of above) {
    const found = rows.find((row) => row.organizationId === id)
    if (found) return found
  }
  return undefined
}

async function switchesAt(
  connection: Connection,
  place: TemplateScope,
  above: readonly string[],
): Promise<EffectiveSwitch[]> {
  return approvalsTables(connection)
    .selectFrom('approvals.switch')
    .select(['organization_id as organizationId', 'is_on as isOn'])
    .where('company_id', '=', place.companyId)
    .where('business_type', '=', place.businessType)
    .where('organization_id', '=', (e) => e.fn.any(e.val([...above])))
    .execute()
}

async function templatesAt(
  connection: Connection,
  place: TemplateScope,
  above: readonly string[],
): Promise<EffectiveTemplate[]> {
  const rows = await approvalsTables(connection)
    .selectFrom('approvals.template as t')
    .innerJoin('approvals.template_version as v', (join) =>
      join.onRef('v.template_id', '=', 't.id').onRef('v.version', '=', 't.version'),
    )
    .select([
      't.id',
      't.organization_id as organizationId',
      't.name',
      't.version',
      'v.steps',
      't.updated_by as updatedBy',
      't.updated_at as updatedAt',
    ])
    .where('t.company_id', '=', place.companyId)
    .where('t.business_type', '=', place.businessType)
    .where('t.organization_id', '=', (e) => e.fn.any(e.val([...above])))
    .execute()
  return rows.map((row) => ({ ...row, steps: row.steps as StepDraft[] }))
}

/** For subjects that always need an approval: without a step of its own, the administrators decide. */
export const withoutSteps = { id: '00000000-0000-0000-0000-000000000000', version: 0, steps: [] } as const

/** A switch has no effect without a template, because nobody could decide. */
export async function effectiveAt(connection: Connection, place: TemplateScope): Promise<EffectiveSettings> {
  const above = await organizationsAbove(connection, place.companyId, place.organizationId)
  const template = findFirst(await templatesAt(connection, place, above), above)
  const known = findFirst(await switchesAt(connection, place, above), above)
  return { above, template, switch: known, isOn: known?.isOn === true && template !== undefined }
}

/** Whether objects of this business type need approval in the organization (SYSTEM-198). */
export async function isApprovalOn(
  connection: Connection,
  companyId: string,
  businessType: number,
  organizationId: string,
): Promise<boolean> {
  return (await effectiveAt(connection, { companyId, businessType, organizationId })).isOn
}
