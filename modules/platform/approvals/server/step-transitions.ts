/** Transitions of a process: into a step, to the next one, and to the end. */
import type { Connection } from '#server/db/connection.ts'
import { type ProcessState, stateOf } from '../contract/actions.ts'
import { findApprovers, type StepDefinition } from './approvers.ts'
import { approvalsTables } from './db.ts'
import {
  addEvent,
  addStep,
  addTasks,
  changeTasks,
  currentStep,
  type Flow,
  leaveStep,
  makeCurrent,
  resetSteps,
  type StepRecord,
  tasksOf,
} from './process-records.ts'
import { isAgreed, nextToOpen, undecided } from './step-completion.ts'
import { getSubject } from './subjects.ts'

/** Appended if no step had an agreement, because an application always needs at least one. */
const administratorStep: StepDefinition = {
  name: '',
  who: 'administrator',
  mode: 'any',
  whenNobody: 'administrator',
  onTimeout: 'escalate',
}

const resultOf = { refused: 0, agreed: 1, withdrawn: 2 } as const

/** Cancels the undecided tasks of the current step. */
export async function cancelUndecided(flow: Flow): Promise<void> {
  await changeTasks(
    flow,
    flow.tasks.filter((task) => undecided.includes(task.state)),
    'cancelled',
  )
}

export interface Ending {
  readonly state: Extract<ProcessState, 'agreed' | 'refused' | 'withdrawn'>
  readonly by: string | null
  readonly opinion: string
}

/** Ends the process and reports the outcome to the owning module, in the same transaction. */
export async function finish(flow: Flow, ending: Ending): Promise<void> {
  await cancelUndecided(flow)
  const step = currentStep(flow)
  if (step) await leaveStep(flow, step, 'stopped')
  const { companyId } = flow.applicant
  await approvalsTables(flow.db)
    .updateTable('approvals.process')
    .set({
      result: resultOf[ending.state],
      revising: false,
      decided_by: ending.by,
      opinion: ending.opinion,
      finished_at: flow.now,
    })
    .where('id', '=', flow.id)
    .execute()
  flow.state = stateOf({ result: resultOf[ending.state], revising: false })
  await addEvent(flow, { kind: 'finished' })
  await getSubject(flow.businessType).decided(flow.db, {
    companyId,
    businessId: flow.businessId,
    processId: flow.id,
    result: ending.state,
    decidedBy: ending.by,
    opinion: ending.opinion,
    now: flow.now,
  })
}

/** Enters the step; a step without approvers may be skipped. Returns whether a decision is pending. */
async function enter(flow: Flow, step: StepRecord): Promise<boolean> {
  const { memberIds, outcome } = await findApprovers(flow.db, step.definition, flow.applicant)
  if (outcome === 'skipped') {
    await leaveStep(flow, step, 'skipped-nobody')
    await addEvent(flow, { kind: 'skipped-nobody', stepId: step.id })
    return false
  }
  await makeCurrent(flow, step)
  const origin = outcome === 'administrator' ? 'administrator' : 'template'
  await addTasks(flow, { step, holderIds: memberIds, origin, state: 'open' })
  await addEvent(flow, { kind: outcome === 'decides' ? 'reached' : 'to-administrator', stepId: step.id, memberIds })
  return true
}

/** The last member who agreed. */
async function lastAgreement(db: Connection, processId: string) {
  return approvalsTables(db)
    .selectFrom('approvals.task as t')
    .innerJoin('approvals.step as s', (join) => join.onRef('s.id', '=', 't.step_id').onRef('s.visit', '=', 't.visit'))
    .select(['t.decided_by', 't.opinion'])
    .where('t.process_id', '=', processId)
    .where('t.state', '=', 'agreed')
    .orderBy('t.decided_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Advances to the next step with approvers; after the last one, the application is agreed. */
export async function advanceFrom(flow: Flow, position: number): Promise<void> {
  for (const step of flow.steps) if (step.position > position && (await enter(flow, step))) return
  const agreement = await lastAgreement(flow.db, flow.id)
  if (!agreement) {
    const step = await addStep(flow, administratorStep.name, administratorStep)
    await enter(flow, step)
    return
  }
  await finish(flow, { state: 'agreed', by: agreement.decided_by, opinion: agreement.opinion })
}

/** After an agreement: opens the next tasks, or advances to the next step. */
export async function settle(flow: Flow): Promise<void> {
  const step = currentStep(flow)
  if (!step) return
  const tasks = tasksOf(flow, step)
  if (isAgreed(step.definition.mode, tasks)) {
    await cancelUndecided(flow)
    await leaveStep(flow, step, 'agreed')
    return advanceFrom(flow, step.position)
  }
  const next = nextToOpen(tasks)
  await changeTasks(
    flow,
    tasks.filter((task) => next.includes(task.id)),
    'open',
  )
}

/** Restarts all steps from the position on; their decisions stay in the history. */
export async function resetFrom(flow: Flow, position: number): Promise<void> {
  await cancelUndecided(flow)
  await resetSteps(
    flow,
    flow.steps.filter((step) => step.position >= position && step.state !== 'waiting'),
  )
}
