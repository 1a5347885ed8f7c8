/** The approvers of a step, determined when it is reached. The applicant is never among them. */
import {
  activeMemberIds,
  holdersOfPermission,
  holdersOfRoleUpward,
  superiorChain,
} from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { type StepDraft, tasksPerStepMax } from '../contract/shapes.ts'

/** A step of a process: from the template, or the administrators' step that follows if nobody agreed. */
export type StepDefinition = Omit<StepDraft, 'who'> & { readonly who: StepDraft['who'] | 'administrator' }

export interface Applicant {
  readonly companyId: string
  readonly organizationId: string
  readonly applicantId: string
}

/** The administrators of approvals for the organization, from the organization upward. */
export async function administratorsFor(db: Connection, applicant: Applicant): Promise<string[]> {
  const { companyId, organizationId, applicantId } = applicant
  const holders = await holdersOfPermission(db, { companyId, permission: 'approval.manage', organizationId })
  return holders.filter((id) => id !== applicantId).slice(0, tasksPerStepMax)
}

async function wanted(db: Connection, definition: StepDefinition, applicant: Applicant): Promise<string[]> {
  const { companyId, organizationId, applicantId } = applicant
  switch (definition.who) {
    case 'role':
      if (!definition.role) return []
      return holdersOfRoleUpward(db, { companyId, role: definition.role, organizationId, except: applicantId })
    case 'superior': {
      const chain = await superiorChain(db, companyId, applicantId)
      return chain.slice((definition.level ?? 1) - 1).slice(0, 1)
    }
    case 'members':
      return activeMemberIds(db, companyId, definition.memberIds ?? [])
    case 'administrator':
      return administratorsFor(db, applicant)
  }
}

export interface Found {
  readonly memberIds: readonly string[]
  /** `stuck`: there is not even an administrator, so somebody must be named. */
  readonly outcome: 'decides' | 'skipped' | 'administrator' | 'stuck'
}

export async function findApprovers(db: Connection, definition: StepDefinition, applicant: Applicant): Promise<Found> {
  const found = (await wanted(db, definition, applicant)).filter((id) => id !== applicant.applicantId)
  if (found.length > 0) return { memberIds: found.slice(0, tasksPerStepMax), outcome: 'decides' }
  if (definition.whenNobody === 'next') return { memberIds: [], outcome: 'skipped' }
  const administrators = await administratorsFor(db, applicant)
  return { memberIds: administrators, outcome: administrators.length > 0 ? 'administrator' : 'stuck' }
}
