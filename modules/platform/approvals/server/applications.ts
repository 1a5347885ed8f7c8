/** What an applicant does, and what owning modules ask: apply, withdraw, submit again, remind, how it stands. */
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
import { effectiveAt } from './effective-template.ts'
import { closeRevision, deciders, tell } from './notifications.ts'
import { changeFlow, insertProcess } from './process-changes.ts'
import { addEvent, type Flow } from './process-records.ts'
import { finish, goOnFrom } from './step-transitions.ts'
import { getSubject } from './subjects.ts'

export interface Application {
  readonly companyId: string
  /** Whose template and whose role holders decide: the organization of the thing, or of the applicant. */
  readonly organizationId: string
  readonly businessType: number
  readonly businessId: string
  /** What the approver reads: the name of the course. */
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

/** At least one step finds somebody, or the administration does. */
async function assertSomebodyDecides(db: Connection, applicant: Applicant, steps: readonly StepDefinition[]) {
  for (const step of steps) if ((await findApprovers(db, step, applicant)).outcome === 'decides') return
  if ((await administratorsFor(db, applicant)).length === 0) throw refuse(NOBODY_TO_DECIDE)
}

/**
 * Applies for something, in the caller's transaction. One that was given back to the same applicant is submitted again
 * under its old id; while one is running, another is refused (46002). Refused where approval is off (46001) and where
 * nobody but the applicant could decide (46003). Call it before locking rows of the thing itself.
 */
export async function apply(db: Connection, application: Application): Promise<{ processId: string }> {
  const { companyId, organizationId, businessType, applicantId, now } = application
  getSubject(businessType)
  const running = await findInProgress(db, application)
  if (running) return { processId: await applyAgain(db, application, running) }
  const { template, isOn } = await effectiveAt(db, { companyId, businessType, organizationId })
  if (!template || !isOn) throw refuse(APPROVAL_OFF)
  await assertSomebodyDecides(db, { companyId, organizationId, applicantId }, template.steps)
  const summary = application.summary ?? {}
  const processId = await insertProcess(db, { ...application, summary, template })
  // Somebody applied for the same thing at the same moment.
  if (processId === undefined) throw refuse(APPROVAL_PENDING)
  await changeFlow(db, { companyId, processId, now }, async (flow) => {
    await closeRevision(flow)
    await addEvent(flow, { kind: 'applied', actorId: applicantId })
    await goOnFrom(flow, 0)
  })
  return { processId }
}

async function applyAgain(db: Connection, application: Application, running: InProgress): Promise<string> {
  const { companyId, applicantId, name, summary, now } = application
  const pending = refuse(APPROVAL_PENDING, { processId: running.id })
  if (!running.revising || running.applicant_id !== applicantId) throw pending
  await changeFlow(db, { companyId, processId: running.id, now }, async (flow) => {
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

/** The steps begin anew, with the template's version that the process has. */
async function submitAgain(flow: Flow, opinion: string | undefined): Promise<void> {
  await assertSomebodyDecides(
    flow.db,
    flow.applicant,
    flow.steps.map((step) => step.definition),
  )
  await closeRevision(flow)
  await setRevising(flow, false, '')
  await addEvent(flow, { kind: 'resubmitted', actorId: flow.applicant.applicantId, opinion })
  await goOnFrom(flow, 0)
}

interface Request {
  readonly caller: Caller
  readonly processId: string
  readonly opinion?: string | undefined
  readonly now: number
}

/** Lets the applicant do what the process's state allows. */
async function byApplicant(
  db: Connection,
  { caller, processId, opinion, now }: Request,
  action: ProcessAction,
  change: (flow: Flow) => Promise<void>,
): Promise<void> {
  const { companyId, memberId } = caller
  if (opinion) await assertClean(db, companyId, { opinion })
  await changeFlow(db, { companyId, processId, now }, async (flow) => {
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
  await closeRevision(flow)
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
    const told = await deciders(flow)
    await approvalsTables(db)
      .updateTable('approvals.process')
      .set({ reminded_at: flow.now })
      .where('id', '=', flow.id)
      .execute()
    await addEvent(flow, { kind: 'reminded', actorId: request.caller.memberId, memberIds: told })
    await tell(flow, 'approval.reminded', told)
  })
}

/** Somebody who manages approvals there names who decides in place of those who have not. */
export async function assign(db: Connection, request: Request & { readonly memberId: string }): Promise<string> {
  const { caller, processId, opinion, memberId, now } = request
  const { companyId } = caller
  if (opinion) await assertClean(db, companyId, { opinion })
  return changeFlow(db, { companyId, processId, now }, async (flow) => {
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
  /** Who takes it back: the applicant, or who deletes the thing. */
  readonly memberId: string
  readonly now: number
}

/** For the owning module: ends what is in progress for the thing; does nothing where nothing is. */
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
  await changeFlow(db, { companyId, processId: running.id, now }, async (flow) => {
    if (!isPossible('withdraw', flow.state)) return
    await withdrawFlow(flow, memberId, '')
  })
}

export interface Approval {
  readonly processId: string
  readonly applicantId: string
  /** Map approval-result: 0 refused, 1 agreed, 2 withdrawn, 4 approving. */
  readonly result: ApprovalResult
  /** Given back to the applicant; `result` is 4. */
  readonly revising: boolean
  readonly opinion: string
  readonly decidedBy: string | null
  readonly startedAt: number
  readonly finishedAt: number | null
}

/** The newest application for each of the things; who never was applied for is missing. One statement. */
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

/** The process that a screen asks for by the thing (SYSTEM-204). */
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
