/** Builders for tests: a subject of approval, templates, and applications of the owning module. */
import { v7 as uuid } from 'uuid'
import { contract } from '#kit/contract.ts'
import type { Refusal } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { type ServerModule, serverModule } from '#server/module.ts'
import type { StepDraft } from '../contract/shapes.ts'
import { apply } from './applications.ts'
import { approvalsTables } from './db.ts'
import { type ApprovalOutcome, approvalSubject } from './subjects.ts'

export interface Owner {
  readonly module: ServerModule
  /** The outcomes that the owner received, in order, including those of rolled-back transactions. */
  readonly outcomes: ApprovalOutcome[]
  /** The error that the owner throws at the next outcome. */
  fault: Refusal | undefined
}

/** An owning module that records the outcomes. */
export function buildOwner(businessType = 2): Owner {
  const owner: { outcomes: ApprovalOutcome[]; fault: Refusal | undefined } = { outcomes: [], fault: undefined }
  const subject = approvalSubject({
    businessType,
    key: 'trial',
    label: { cn: '直播', en: 'Live' },
    decided: async (_db, outcome) => {
      owner.outcomes.push(outcome)
      if (owner.fault) throw owner.fault
    },
    link: (businessId) => `/trial/${businessId}`,
    reviseLink: (businessId) => `/trial/${businessId}/edit`,
  })
  const module = serverModule({ name: 'trial', contract: contract({}), routes: {}, extensions: [subject] })
  return Object.assign(owner, { module })
}

/** A step in which any of these members decides, without time limits. */
export function buildStep(memberIds: readonly string[], input: Partial<StepDraft> = {}): StepDraft {
  return {
    name: '审批',
    who: 'members',
    role: null,
    level: null,
    memberIds: [...memberIds],
    mode: 'any',
    whenNobody: 'next',
    remindAfterHours: null,
    timeoutHours: null,
    onTimeout: 'skip',
    ...input,
  }
}

export interface Place {
  readonly companyId: string
  readonly organizationId?: string
  readonly businessType?: number
  readonly now: number
}

/** A template with these steps, switched on. */
export async function buildTemplate(
  connection: Connection,
  place: Place,
  steps: readonly StepDraft[],
  madeBy = uuid(),
): Promise<string> {
  const db = approvalsTables(connection)
  const { companyId, organizationId = companyId, businessType = 2, now } = place
  const id = uuid()
  const where = { company_id: companyId, organization_id: organizationId, business_type: businessType }
  await db
    .insertInto('approvals.template')
    .values({ id, ...where, name: '直播审批', updated_by: madeBy, updated_at: now })
    .execute()
  await db
    .insertInto('approvals.template_version')
    .values({
      template_id: id,
      version: 1,
      company_id: companyId,
      steps: JSON.stringify(steps),
      made_by: madeBy,
      made_at: now,
    })
    .execute()
  await db
    .insertInto('approvals.switch')
    .values({ ...where, is_on: true, changed_by: madeBy, changed_at: now })
    .execute()
  return id
}

interface ApplicationInput extends Place {
  readonly applicantId: string
  readonly businessId?: string
  readonly name?: string
}

/** Applies like an owning module. `db` is a transaction or a separate connection. */
export function buildApplication(connection: Connection, input: ApplicationInput): Promise<{ processId: string }> {
  const { companyId, organizationId = companyId, businessType = 2, businessId = uuid() } = input
  const { applicantId, name = '新品发布直播', now } = input
  return apply(connection, { companyId, organizationId, businessType, businessId, applicantId, name, now })
}
