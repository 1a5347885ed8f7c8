/**
 * A process that is loaded for a change: its row is locked, and changes apply to memory and database together. Every
 * change goes through `changeProcess`, so simultaneous decisions run one after the other.
 */
import { v7 as uuid } from 'uuid'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { type ProcessState, stateOf } from '../contract/actions.ts'
import type { EventKind, StepState, TaskOrigin, TaskState } from '../contract/shapes.ts'
import type { Applicant, StepDefinition } from './approvers.ts'
import { approvalsTables } from './db.ts'

export interface StepRecord {
  readonly id: string
  readonly position: number
  readonly name: string
  readonly definition: StepDefinition
  state: StepState
  visit: number
}

export interface TaskForChange {
  readonly id: string
  readonly stepId: string
  holderId: string
  origin: TaskOrigin
  originBy: string | null
  readonly parentId: string | null
  readonly place: 'before' | 'after' | null
  state: TaskState
  decidedBy: string | null
}

export interface Flow {
  readonly db: Connection
  readonly now: number
  readonly id: string
  readonly applicant: Applicant
  readonly businessType: number
  readonly businessId: string
  readonly name: string
  readonly remindedAt: number | null
  state: ProcessState
  readonly steps: StepRecord[]
  /** The tasks of the current visit of each step. */
  readonly tasks: TaskForChange[]
  eventCount: number
}

interface Which {
  readonly companyId: string
  readonly processId: string
  readonly now: number
}

/** The process of the company, locked until the end of the transaction; refuses a missing one. */
export async function lockForEdit(connection: Connection, { companyId, processId, now }: Which): Promise<Flow> {
  const db = approvalsTables(connection)
  const process = await db
    .selectFrom('approvals.process')
    .selectAll()
    .where('id', '=', processId)
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirst()
  if (!process) throw refuse(NOT_FOUND)
  const steps = await db
    .selectFrom('approvals.step')
    .selectAll()
    .where('process_id', '=', processId)
    .orderBy('position')
    .execute()
  const tasks = await db
    .selectFrom('approvals.task as t')
    .innerJoin('approvals.step as s', (join) => join.onRef('s.id', '=', 't.step_id').onRef('s.visit', '=', 't.visit'))
    .selectAll('t')
    .where('t.process_id', '=', processId)
    .orderBy('t.created_at')
    .orderBy('t.id')
    .execute()
  const { count } = await db
    .selectFrom('approvals.event')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('process_id', '=', processId)
    .executeTakeFirstOrThrow()
  return {
    db: connection,
    now,
    id: process.id,
    applicant: { companyId, organizationId: process.organization_id, applicantId: process.applicant_id },
    businessType: process.business_type,
    businessId: process.business_id,
    name: process.name,
    remindedAt: process.reminded_at,
    state: stateOf(process),
    steps: steps.map((step) => ({
      id: step.id,
      position: step.position,
      name: step.name,
      definition: step.definition as StepDefinition,
      state: step.state as StepState,
      visit: step.visit,
    })),
    tasks: tasks.map((task) => ({
      id: task.id,
      stepId: task.step_id,
      holderId: task.holder_id,
      origin: task.origin as TaskOrigin,
      originBy: task.origin_by,
      parentId: task.parent_id,
      place: task.place as TaskForChange['place'],
      state: task.state as TaskState,
      decidedBy: task.decided_by,
    })),
    eventCount: count,
  }
}

export function currentStep(flow: Flow): StepRecord | undefined {
  return flow.steps.find((step) => step.state === 'current')
}

export function tasksOf(flow: Flow, step: StepRecord): TaskForChange[] {
  return flow.tasks.filter((task) => task.stepId === step.id)
}

export interface NewEvent {
  readonly kind: EventKind
  readonly stepId?: string | undefined
  readonly actorId?: string | null
  /** The member represented by the actor, a substitute. */
  readonly forId?: string | null
  readonly memberIds?: readonly string[]
  readonly opinion?: string | undefined
}

export async function addEvent(flow: Flow, event: NewEvent): Promise<void> {
  flow.eventCount += 1
  await approvalsTables(flow.db)
    .insertInto('approvals.event')
    .values({
      process_id: flow.id,
      number: flow.eventCount,
      company_id: flow.applicant.companyId,
      step_id: event.stepId ?? null,
      kind: event.kind,
      actor_id: event.actorId ?? null,
      for_id: event.forId ?? null,
      member_ids: [...(event.memberIds ?? [])],
      opinion: event.opinion?.trim() ?? '',
      at: flow.now,
    })
    .execute()
}

export async function changeTasks(flow: Flow, tasks: readonly TaskForChange[], state: TaskState): Promise<void> {
  if (tasks.length === 0) return
  for (const task of tasks) task.state = state
  await approvalsTables(flow.db)
    .updateTable('approvals.task')
    .set({ state, ...(state === 'open' && { opened_at: flow.now }) })
    .where('id', '=', (e) => e.fn.any(e.val(tasks.map((task) => task.id))))
    .execute()
}

export interface Decision {
  readonly state: 'agreed' | 'refused' | 'returned'
  readonly by: string
  readonly opinion: string | undefined
}

export async function decideTask(flow: Flow, task: TaskForChange, decision: Decision): Promise<void> {
  task.state = decision.state
  task.decidedBy = decision.by
  await approvalsTables(flow.db)
    .updateTable('approvals.task')
    .set({
      state: decision.state,
      decided_by: decision.by,
      decided_at: flow.now,
      opinion: decision.opinion?.trim() ?? '',
    })
    .where('id', '=', task.id)
    .execute()
}

/** Moves the task to another member. */
export async function moveTask(
  flow: Flow,
  task: TaskForChange,
  holderId: string,
  origin: TaskOrigin,
  by: string | null,
) {
  Object.assign(task, { holderId, origin, originBy: by })
  await approvalsTables(flow.db)
    .updateTable('approvals.task')
    .set({ holder_id: holderId, origin, origin_by: by, opened_at: flow.now })
    .where('id', '=', task.id)
    .execute()
}

export interface NewTasks {
  readonly step: StepRecord
  readonly holderIds: readonly string[]
  readonly origin: TaskOrigin
  readonly originBy?: string | null
  readonly parent?: { readonly id: string; readonly place: 'before' | 'after' }
  readonly state: 'open' | 'queued'
}

export async function addTasks(flow: Flow, input: NewTasks): Promise<void> {
  const { step, holderIds, origin, originBy = null, parent, state } = input
  const tasks = holderIds.map(
    (holderId): TaskForChange => ({
      id: uuid(),
      stepId: step.id,
      holderId,
      origin,
      originBy,
      parentId: parent?.id ?? null,
      place: parent?.place ?? null,
      state,
      decidedBy: null,
    }),
  )
  if (tasks.length === 0) return
  flow.tasks.push(...tasks)
  await approvalsTables(flow.db)
    .insertInto('approvals.task')
    .values(
      tasks.map((task) => ({
        id: task.id,
        company_id: flow.applicant.companyId,
        process_id: flow.id,
        step_id: step.id,
        visit: step.visit,
        holder_id: task.holderId,
        origin,
        origin_by: originBy,
        parent_id: task.parentId,
        place: task.place,
        state,
        opened_at: state === 'open' ? flow.now : null,
        created_at: flow.now,
      })),
    )
    .execute()
}

/** Leaves the step in a final state. */
export async function leaveStep(flow: Flow, step: StepRecord, state: Exclude<StepState, 'current' | 'waiting'>) {
  step.state = state
  await approvalsTables(flow.db)
    .updateTable('approvals.step')
    .set({ state, left_at: flow.now, remind_at: null, timeout_at: null })
    .where('id', '=', step.id)
    .execute()
}

/** Resets the steps to waiting; their decisions stay in the history. */
export async function resetSteps(flow: Flow, steps: readonly StepRecord[]): Promise<void> {
  for (const step of steps) {
    for (const task of tasksOf(flow, step)) flow.tasks.splice(flow.tasks.indexOf(task), 1)
    step.state = 'waiting'
    step.visit += 1
  }
  await approvalsTables(flow.db)
    .updateTable('approvals.step')
    .set((e) => ({
      state: 'waiting',
      visit: e('visit', '+', 1),
      entered_at: null,
      left_at: null,
      remind_at: null,
      timeout_at: null,
    }))
    .where('id', '=', (e) => e.fn.any(e.val(steps.map((step) => step.id))))
    .execute()
}

const hourMs = 3_600_000

/** The times of the reminder and the time-out of a step, counted from now. */
export function timersOf(definition: StepDefinition, now: number) {
  const after = (hours: number | null | undefined) => (hours ? now + hours * hourMs : null)
  return { remind_at: after(definition.remindAfterHours), timeout_at: after(definition.timeoutHours) }
}

export async function makeCurrent(flow: Flow, step: StepRecord): Promise<void> {
  step.state = 'current'
  await approvalsTables(flow.db)
    .updateTable('approvals.step')
    .set({ state: 'current', entered_at: flow.now, left_at: null, ...timersOf(step.definition, flow.now) })
    .where('id', '=', step.id)
    .execute()
}

export async function addStep(flow: Flow, name: string, definition: StepDefinition): Promise<StepRecord> {
  const position = Math.max(0, ...flow.steps.map((step) => step.position)) + 1
  const step: StepRecord = { id: uuid(), position, name, definition, state: 'waiting', visit: 0 }
  flow.steps.push(step)
  await approvalsTables(flow.db)
    .insertInto('approvals.step')
    .values({
      id: step.id,
      company_id: flow.applicant.companyId,
      process_id: flow.id,
      position,
      name,
      definition: JSON.stringify(definition),
    })
    .execute()
  return step
}
