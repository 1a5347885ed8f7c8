/** Decisions of an approver: agree, refuse, return, add signers, hand over. */
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { activeMemberIds, membersByIds } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { isPossible, type ProcessAction } from '../contract/actions.ts'
import {
  ALREADY_DECIDED,
  ALREADY_SIGNING,
  APPLICANT_CANNOT_DECIDE,
  MEMBER_UNAVAILABLE,
  NO_SUCH_STEP,
  TOO_MANY_SIGNERS,
} from '../contract/codes.ts'
import { tasksPerStepMax } from '../contract/shapes.ts'
import { substitutesOf } from './absences.ts'
import { type ApprovalsDb, approvalsTables } from './db.ts'
import { notifyApplicant } from './notifications.ts'
import { changeProcess } from './process-changes.ts'
import {
  addEvent,
  addTasks,
  changeTasks,
  currentStep,
  decideTask,
  type Flow,
  leaveStep,
  moveTask,
  type StepRecord,
  type TaskForChange,
  tasksOf,
} from './process-records.ts'
import { undecided } from './step-completion.ts'
import { advanceFrom, cancelUndecided, finish, resetFrom, settle } from './step-transitions.ts'

/** A task that the caller may decide now, and the absent member represented by the caller. */
interface Deciding {
  readonly flow: Flow
  readonly step: StepRecord
  readonly task: TaskForChange
  readonly actor: { readonly actorId: string; readonly forId: string | null }
}

async function decidedAlready(flow: Flow, task: TaskForChange) {
  const last = task.decidedBy ?? flow.tasks.findLast((other) => other.decidedBy !== null)?.decidedBy
  const people = await membersByIds(flow.db, flow.applicant.companyId, last ? [last] : [])
  return refuse(ALREADY_DECIDED, { by: (last && people.get(last)?.fullName) ?? '', state: flow.state })
}

/** The task, if the caller may decide it now; refuses other callers and late decisions. */
async function decidable(flow: Flow, caller: Caller, taskId: string, action: ProcessAction): Promise<Deciding> {
  const task = flow.tasks.find((one) => one.id === taskId)
  const step = currentStep(flow)
  // The task belongs to an earlier visit of the step.
  if (!task) throw refuse(ALREADY_DECIDED, { by: '', state: flow.state })
  const isHolder = task.holderId === caller.memberId
  const substitutes = await substitutesOf(flow.db, caller.companyId, [task.holderId], flow.now)
  const isSubstitute = substitutes.get(task.holderId) === caller.memberId
  const wasTaken = task.originBy === caller.memberId || task.decidedBy === caller.memberId
  // Applicants never decide on their own application, not even as a substitute.
  const isApplicant = flow.applicant.applicantId === caller.memberId
  if (isApplicant || !(isHolder || isSubstitute || wasTaken)) throw refuse(NO_PERMISSION)
  const open = task.state === 'open' && (isHolder || isSubstitute) && isPossible(action, flow.state)
  if (!open || !step) throw await decidedAlready(flow, task)
  return { flow, step, task, actor: { actorId: caller.memberId, forId: isHolder ? null : task.holderId } }
}

interface Request {
  readonly caller: Caller
  readonly taskId: string
  readonly opinion?: string | undefined
  readonly now: number
}

/** Locks the process of the task and runs the caller's action. */
async function deciding(
  db: ApprovalsDb,
  { caller, taskId, opinion, now }: Request,
  action: ProcessAction,
  decide: (parts: Deciding) => Promise<void>,
): Promise<void> {
  const { companyId } = caller
  const found = await db
    .selectFrom('approvals.task')
    .select(['process_id', 'holder_id', 'origin_by', 'decided_by'])
    .where('id', '=', taskId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!found) throw refuse(NOT_FOUND)
  if (opinion) await assertClean(db, companyId, { opinion })
  await changeProcess(db, { companyId, processId: found.process_id, now }, async (flow) => {
    const isPast = !flow.tasks.some((task) => task.id === taskId)
    const isReader = [found.holder_id, found.origin_by, found.decided_by].includes(caller.memberId)
    if (isPast && !isReader) throw refuse(NO_PERMISSION)
    await decide(await decidable(flow, caller, taskId, action))
  })
}

export function agree(db: ApprovalsDb, request: Request): Promise<void> {
  return deciding(db, request, 'agree', async ({ flow, step, task, actor }) => {
    await decideTask(flow, task, { state: 'agreed', by: actor.actorId, opinion: request.opinion })
    await addEvent(flow, { kind: 'agreed', stepId: step.id, ...actor, opinion: request.opinion })
    await settle(flow)
    if (flow.state === 'agreed') await notifyApplicant(flow, request.opinion?.trim() ?? '')
  })
}

/** A single refusal ends the application, in steps of any and of all. */
export function refuseTask(db: ApprovalsDb, request: Request & { readonly opinion: string }): Promise<void> {
  const opinion = request.opinion.trim()
  return deciding(db, request, 'refuse', async ({ flow, step, task, actor }) => {
    await decideTask(flow, task, { state: 'refused', by: actor.actorId, opinion })
    await addEvent(flow, { kind: 'refused', stepId: step.id, ...actor, opinion })
    await leaveStep(flow, step, 'refused')
    await finish(flow, { state: 'refused', by: actor.actorId, opinion })
    await notifyApplicant(flow, opinion)
  })
}

/** Returns to a decided step, or to the applicant for revision; all later steps restart. */
export function giveBack(
  db: ApprovalsDb,
  request: Request & { readonly opinion: string; readonly stepId?: string | undefined },
): Promise<void> {
  const opinion = request.opinion.trim()
  return deciding(db, request, 'return', async ({ flow, step, task, actor }) => {
    const target = request.stepId === undefined ? undefined : returnTarget(flow, step, request.stepId)
    await decideTask(flow, task, { state: 'returned', by: actor.actorId, opinion })
    await addEvent(flow, {
      kind: target ? 'returned' : 'given-back',
      stepId: target?.id ?? step.id,
      ...actor,
      opinion,
    })
    await resetFrom(flow, target?.position ?? 1)
    if (target) return advanceFrom(flow, target.position - 1)
    await setRevising(flow, true, opinion)
    await notifyApplicant(flow, opinion)
  })
}

/** An earlier step with an agreement. */
function returnable(steps: readonly StepRecord[], step: StepRecord): StepRecord[] {
  return steps.filter((earlier) => earlier.position < step.position && earlier.state === 'agreed')
}

function returnTarget(flow: Flow, step: StepRecord, stepId: string): StepRecord {
  const target = returnable(flow.steps, step).find((earlier) => earlier.id === stepId)
  if (!target) throw refuse(NO_SUCH_STEP)
  return target
}

export async function setRevising(flow: Flow, revising: boolean, opinion: string): Promise<void> {
  flow.state = revising ? 'revising' : 'running'
  await approvalsTables(flow.db)
    .updateTable('approvals.process')
    .set({ revising, opinion, reminded_at: null })
    .where('id', '=', flow.id)
    .execute()
}

/** Checks new signers: available, not the applicant, and not yet in the step. */
async function assertMaySign(flow: Flow, step: StepRecord, memberIds: readonly string[]): Promise<TaskForChange[]> {
  const { applicantId, companyId } = flow.applicant
  if (memberIds.includes(applicantId)) throw refuse(APPLICANT_CANNOT_DECIDE)
  const active = await activeMemberIds(flow.db, companyId, memberIds)
  if (active.length !== memberIds.length) throw refuse(MEMBER_UNAVAILABLE)
  const tasks = tasksOf(flow, step)
  const asked = tasks.filter((task) => undecided.includes(task.state) || task.state === 'agreed')
  if (asked.some((task) => memberIds.includes(task.holderId))) throw refuse(ALREADY_SIGNING)
  return asked
}

export function addSigners(
  db: ApprovalsDb,
  request: Request & { readonly memberIds: readonly string[]; readonly place: 'before' | 'after' },
): Promise<void> {
  const { memberIds, place, opinion } = request
  return deciding(db, request, 'add-signer', async ({ flow, step, task, actor }) => {
    const asked = await assertMaySign(flow, step, memberIds)
    if (asked.length + memberIds.length > tasksPerStepMax) throw refuse(TOO_MANY_SIGNERS, { max: tasksPerStepMax })
    const isBefore = place === 'before'
    await addTasks(flow, {
      step,
      holderIds: memberIds,
      origin: 'added',
      originBy: actor.actorId,
      parent: { id: task.id, place },
      state: isBefore ? 'open' : 'queued',
    })
    if (isBefore) await changeTasks(flow, [task], 'held')
    await addEvent(flow, {
      kind: isBefore ? 'signers-before' : 'signers-after',
      stepId: step.id,
      ...actor,
      memberIds,
      opinion,
    })
  })
}

export function handOver(db: ApprovalsDb, request: Request & { readonly memberId: string }): Promise<void> {
  const { memberId, opinion } = request
  return deciding(db, request, 'hand-over', async ({ flow, step, task, actor }) => {
    await assertMaySign(flow, step, [memberId])
    await moveTask(flow, task, memberId, 'handed-over', actor.actorId)
    await addEvent(flow, { kind: 'handed-over', stepId: step.id, ...actor, memberIds: [memberId], opinion })
  })
}

/** Replaces undecided approvers, for instance after an approver has left the company. */
export async function assignApprover(
  flow: Flow,
  { caller, memberId, opinion }: { caller: Caller; memberId: string; opinion?: string | undefined },
): Promise<void> {
  const step = currentStep(flow)
  if (!step) throw new Error(`process ${flow.id} runs without a present step`)
  await cancelUndecided(flow)
  await assertMaySign(flow, step, [memberId])
  await addTasks(flow, { step, holderIds: [memberId], origin: 'assigned', originBy: caller.memberId, state: 'open' })
  const actor = { actorId: caller.memberId, forId: null }
  await addEvent(flow, { kind: 'assigned', stepId: step.id, ...actor, memberIds: [memberId], opinion })
}
