/** For tests: a kind of thing that can be applied for, templates, and applications as their owner makes them. */
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
  /** What the owner was told, in its order; of transactions that were undone as well. */
  readonly told: ApprovalOutcome[]
  /** Thrown at what is told next. */
  fault: Refusal | undefined
}

/** An owning module of the business type that writes down what it is told. */
export function buildOwner(businessType = 2): Owner {
  const owner: { told: ApprovalOutcome[]; fault: Refusal | undefined } = { told: [], fault: undefined }
  const subject = approvalSubject({
    businessType,
    key: 'trial',
    label: { cn: '直播', en: 'Live' },
    decided: async (_db, outcome) => {
      owner.told.push(outcome)
      if (owner.fault) throw owner.fault
    },
    link: (businessId) => `/trial/${businessId}`,
    reviseLink: (businessId) => `/trial/${businessId}/edit`,
  })
  const module = serverModule({ name: 'trial', contract: contract({}), routes: {}, extensions: [subject] })
  return Object.assign(owner, { module })
}

/** A step in which these members decide, any of them, without hours. */
export function buildStep(memberIds: readonly string[], wish: Partial<StepDraft> = {}): StepDraft {
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
    ...wish,
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

interface Wish extends Place {
  readonly applicantId: string
  readonly businessId?: string
  readonly name?: string
}

/** Applies, as an owning module does in its own call. `db` is a transaction, or a connection of its own. */
export function buildApplication(connection: Connection, wish: Wish): Promise<{ processId: string }> {
  const { companyId, organizationId = companyId, businessType = 2, businessId = uuid() } = wish
  const { applicantId, name = '新品发布直播', now } = wish
  return apply(connection, { companyId, organizationId, businessType, businessId, applicantId, name, now })
}
