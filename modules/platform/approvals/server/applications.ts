/** Applications: apply, withdraw, resubmit, remind, and their state for owning modules. */
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { covers } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { isPossible, type ProcessAction, partOf } from '../contract/actions.ts'
import {
  ACTION_NOT_ALLOWED,
  APPROVAL_OFF,
  APPROVAL_PENDING,
  NOBODY_TO_DECIDE,
  REMINDED_LATELY,
} from '../contract/codes.ts'
import { type ApprovalResult, remindEveryMinutes } from '../contract/shapes.ts'
import { type Applicant, administratorsFor, findApprovers, type StepDefinition } from './approvers.ts'
import { approvalsTables } from './db.ts'
import { assignApprover, setRevising } from './decisions.ts'
import { effectiveAt, withoutSteps } from './effective-template.ts'
import { closeRevision, deciders, notifyMembers } from './notifications.ts'
import { changeProcess, insertProcess } from './process-changes.ts'
import { addEvent, type Flow } from './process-records.ts'
import { advanceFrom, finish } from './step-transitions.ts'
import { getSubject } from './subjects.ts'

export interface Application {
  readonly companyId: string
  /** The organization whose template and role holders decide: the object's or the applicant's. */
  readonly organizationId: string
  readonly businessType: number
  readonly businessId: string
  /** The name for the approver, such as the name of a course. */
  readonly name: string
  readonly applicantId: string
  /** Label → text, in the language of the applicant. */
  readonly summary?: Readonly<Record<string, string>>
  readonly now: number
}

interface InProgress {
  readonly id: string
  readonly applicant_id: string
  readonly revising: boolean
}

async function findInProgress(db: Connection, application: Application): Promise<InProgress | undefined> {
  return approvalsTables(db)
    .selectFrom('approvals.process')
    .select(['id', 'applicant_id', 'revising'])
    .where('company_id', '=', application.companyId)
    .where('business_type', '=', application.businessType)
    .where('business_id', '=', application.businessId)
    .where('result', '=', 4)
    .executeTakeFirst()
}

/** Requires an approver in at least one step or among the administrators. */
async function assertSomebodyDecides(db: Connection, applicant: Applicant, steps: readonly StepDefinition[]) {
  for (const step of steps) if ((await findApprovers(db, step, applicant)).outcome === 'decides') return
  if ((await administratorsFor(db, applicant)).length === 0) throw refuse(NOBODY_TO_DECIDE)
}

/**
 * Applies in the caller's transaction. A returned application of the same applicant is resubmitted under its id.
 * Refuses a second pending application (46002), an application while approval is off (46001), and one without an
 * approver other than the applicant (46003). Call it before locking rows of the object itself.
 */
export async function apply(db: Connection, application: Application): Promise<{ processId: string }> {
  const { companyId, organizationId, businessType, applicantId, now } = application
  const { isAlwaysOn } = getSubject(businessType)
  const running = await findInProgress(db, application)
  if (running) return { processId: await applyAgain(db, application, running) }
  const effective = await effectiveAt(db, { companyId, businessType, organizationId })
  const template = effective.isOn ? effective.template : isAlwaysOn && withoutSteps
  if (!template) throw refuse(APPROVAL_OFF)
  await assertSomebodyDecides(db, { companyId, organizationId, applicantId }, template.steps)
  const summary = application.summary ?? {}
  const processId = await insertProcess(db, { ...application, summary, template })
  // A simultaneous application for the same object.
  if (processId === undefined) throw refuse(APPROVAL_PENDING)
  await changeProcess(db, { companyId, processId, now }, async (flow) => {
    await closeRevision(flow, true)
    await addEvent(flow, { kind: 'applied', actorId: applicantId })
    await advanceFrom(flow, 0)
  })
  return { processId }
}

async function applyAgain(db: Connection, application: Application, running: InProgress): Promise<string> {
  const { companyId, applicantId, name, summary, now } = application
  const pending = refuse(APPROVAL_PENDING, { processId: running.id })
  if (!running.revising || running.applicant_id !== applicantId) throw pending
  await changeProcess(db, { companyId, processId: running.id, now }, async (flow) => {
    if (flow.state !== 'revising') throw pending
    await approvalsTables(db)
      .updateTable('approvals.process')
      .set({ name, ...(summary && { summary: JSON.stringify(Object.entries(summary)) }) })
      .where('id', '=', running.id)
      .execute()
    await submitAgain(flow, undefined)
  })
  return running.id
}

/** Restarts the steps with the process's version of the template. */
async function submitAgain(flow: Flow, opinion: string | undefined): Promise<void> {
  await assertSomebodyDecides(
    flow.db,
    flow.applicant,
    flow.steps.map((step) => step.definition),
  )
  await closeRevision(flow, true)
  await setRevising(flow, false, '')
  await addEvent(flow, { kind: 'resubmitted', actorId: flow.applicant.applicantId, opinion })
  await advanceFrom(flow, 0)
}

interface Request {
  readonly caller: Caller
  readonly processId: string
  readonly opinion?: string | undefined
  readonly now: number
}

/** Runs an action of the applicant that the state of the process allows. */
async function byApplicant(
  db: Connection,
  { caller, processId, opinion, now }: Request,
  action: ProcessAction,
  change: (flow: Flow) => Promise<void>,
): Promise<void> {
  const { companyId, memberId } = caller
  if (opinion) await assertClean(db, companyId, { opinion })
  await changeProcess(db, { companyId, processId, now }, async (flow) => {
    if (flow.applicant.applicantId !== memberId) throw refuse(NO_PERMISSION)
    assertPossible(flow, action)
    await change(flow)
  })
}

function assertPossible(flow: Flow, action: ProcessAction): void {
  if (!isPossible(action, flow.state)) throw refuse(ACTION_NOT_ALLOWED, { action, state: flow.state })
}

async function withdrawFlow(flow: Flow, memberId: string, opinion: string): Promise<void> {
  await addEvent(flow, { kind: 'withdrawn', actorId: memberId, opinion })
  await closeRevision(flow, false)
  await finish(flow, { state: 'withdrawn', by: memberId, opinion })
}

export function withdrawOwn(db: Connection, request: Request): Promise<void> {
  return byApplicant(db, request, 'withdraw', (flow) =>
    withdrawFlow(flow, request.caller.memberId, request.opinion?.trim() ?? ''),
  )
}

export function resubmitOwn(db: Connection, request: Request): Promise<void> {
  return byApplicant(db, request, 'resubmit', (flow) => submitAgain(flow, request.opinion))
}

const minuteMs = 60_000

export function remind(db: Connection, request: Request): Promise<void> {
  return byApplicant(db, request, 'remind', async (flow) => {
    const passedMs = flow.now - (flow.remindedAt ?? 0)
    const waitMs = remindEveryMinutes * minuteMs - passedMs
    if (waitMs > 0) throw refuse(REMINDED_LATELY, { minutes: Math.ceil(waitMs / minuteMs) })
    const recipients = await deciders(flow)
    await approvalsTables(db)
      .updateTable('approvals.process')
      .set({ reminded_at: flow.now })
      .where('id', '=', flow.id)
      .execute()
    await addEvent(flow, { kind: 'reminded', actorId: request.caller.memberId, memberIds: recipients })
    await notifyMembers(flow, 'approval.reminded', recipients)
  })
}

/** Replaces undecided approvers, by an administrator of approvals. */
export async function assign(db: Connection, request: Request & { readonly memberId: string }): Promise<string> {
  const { caller, processId, opinion, memberId, now } = request
  const { companyId } = caller
  if (opinion) await assertClean(db, companyId, { opinion })
  return changeProcess(db, { companyId, processId, now }, async (flow) => {
    const part = partOf('assign')
    const isAdministrator = await covers(db, caller, 'approval.manage', flow.applicant.organizationId)
    if (part !== 'administrator' || !isAdministrator) throw refuse(NO_PERMISSION)
    assertPossible(flow, 'assign')
    await assignApprover(flow, { caller, memberId, opinion })
    return flow.name
  })
}

export interface Withdrawal {
  readonly companyId: string
  readonly businessType: number
  readonly businessId: string
  /** The member who withdraws: the applicant, or the member who deletes the object. */
  readonly memberId: string
  readonly now: number
}

/** Ends the pending application for an object, if any; for the owning module. */
export async function withdraw(db: Connection, withdrawal: Withdrawal): Promise<void> {
  const { companyId, businessType, businessId, memberId, now } = withdrawal
  const running = await approvalsTables(db)
    .selectFrom('approvals.process')
    .select('id')
    .where('company_id', '=', companyId)
    .where('business_type', '=', businessType)
    .where('business_id', '=', businessId)
    .where('result', '=', 4)
    .executeTakeFirst()
  if (!running) return
  await changeProcess(db, { companyId, processId: running.id, now }, async (flow) => {
    if (!isPossible('withdraw', flow.state)) return
    await withdrawFlow(flow, memberId, '')
  })
}

export interface Approval {
  readonly processId: string
  readonly applicantId: string
  /** Map approval-result: 0 refused, 1 agreed, 2 withdrawn, 4 approving. */
  readonly result: ApprovalResult
  /** Returned to the applicant; `result` is 4. */
  readonly revising: boolean
  readonly opinion: string
  readonly decidedBy: string | null
  readonly startedAt: number
  readonly finishedAt: number | null
}

/** The newest application of each object, in one statement; objects without one are missing. */
export async function approvalsOf(
  db: Connection,
  companyId: string,
  businessType: number,
  businessIds: readonly string[],
): Promise<Map<string, Approval>> {
  if (businessIds.length === 0) return new Map()
  const rows = await approvalsTables(db)
    .selectFrom('approvals.process')
    .distinctOn('business_id')
    .select([
      'business_id',
      'id as processId',
      'applicant_id as applicantId',
      'result',
      'revising',
      'opinion',
      'decided_by as decidedBy',
      'started_at as startedAt',
      'finished_at as finishedAt',
    ])
    .where('company_id', '=', companyId)
    .where('business_type', '=', businessType)
    .where('business_id', '=', (e) => e.fn.any(e.val([...new Set(businessIds)])))
    .orderBy('business_id')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return new Map(
    rows.map(({ business_id, result, ...row }) => [business_id, { ...row, result: result as ApprovalResult }]),
  )
}

/** The process of an object, for its screen (SYSTEM-204). */
export async function findNewest(db: Connection, companyId: string, businessType: number, businessId: string) {
  const row = await approvalsTables(db)
    .selectFrom('approvals.process')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('business_type', '=', businessType)
    .where('business_id', '=', businessId)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw refuse(NOT_FOUND)
  return row
}
