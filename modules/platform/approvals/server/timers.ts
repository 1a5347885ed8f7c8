/**
 * Timed events: reminders, time-outs, and the start and end of absences. Due times are columns, so a killed server
 * loses none. Each event runs once, because it clears its due time under the lock of its process.
 */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { superiorsOf } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { administratorsFor } from './approvers.ts'
import { approvalsTables } from './db.ts'
import { closeDecisions, deciders, notifyApplicant, notifyMembers, openDecisions } from './notifications.ts'
import { changeProcess } from './process-changes.ts'
import {
  addEvent,
  addTasks,
  changeTasks,
  currentStep,
  type Flow,
  leaveStep,
  moveTask,
  type StepRecord,
  type TaskForChange,
  tasksOf,
  timersOf,
} from './process-records.ts'
import { undecided } from './step-completion.ts'
import { advanceFrom } from './step-transitions.ts'

const stepJob = job({
  name: 'approvals.step-timer',
  payload: Type.Object({ companyId: Type.String(), processId: Type.String(), stepId: Type.String() }),
  async run(db, { companyId, processId, stepId }, { now }) {
    await changeProcess(db, { companyId, processId, now }, async (flow) => {
      const step = currentStep(flow)
      if (step?.id !== stepId || flow.state !== 'running') return
      const { remind_at, timeout_at } = await readTimers(flow, step)
      if (timeout_at !== null && timeout_at <= now) await timeOut(flow, step)
      else if (remind_at !== null && remind_at <= now) await remindDeciders(flow, step)
    })
  },
})

async function readTimers(flow: Flow, step: StepRecord) {
  return approvalsTables(flow.db)
    .selectFrom('approvals.step')
    .select(['remind_at', 'timeout_at'])
    .where('id', '=', step.id)
    .executeTakeFirstOrThrow()
}

async function setTimers(
  flow: Flow,
  step: StepRecord,
  timers: { remind_at: number | null; timeout_at?: number | null },
) {
  await approvalsTables(flow.db).updateTable('approvals.step').set(timers).where('id', '=', step.id).execute()
}

async function remindDeciders(flow: Flow, step: StepRecord): Promise<void> {
  await setTimers(flow, step, { remind_at: null })
  const recipients = await deciders(flow)
  await addEvent(flow, { kind: 'time-reminded', stepId: step.id, memberIds: recipients })
  await notifyMembers(flow, 'approval.reminded', recipients)
}

async function timeOut(flow: Flow, step: StepRecord): Promise<void> {
  await setTimers(flow, step, { remind_at: null, timeout_at: null })
  if (step.definition.onTimeout === 'escalate') return escalate(flow, step)
  await changeTasks(
    flow,
    tasksOf(flow, step).filter((task) => undecided.includes(task.state)),
    'timed-out',
  )
  await leaveStep(flow, step, 'skipped-timeout')
  await addEvent(flow, { kind: 'skipped-timeout', stepId: step.id })
  await advanceFrom(flow, step.position)
  if (flow.state === 'agreed') await notifyApplicant(flow, '')
}

const isAsked = (tasks: readonly TaskForChange[], memberId: string) =>
  tasks.some((task) => task.holderId === memberId && (undecided.includes(task.state) || task.state === 'agreed'))

/**
 * Escalates open tasks to the holders' superiors, or to the administrators. A superior who already holds a task gets no
 * second one.
 */
async function escalate(flow: Flow, step: StepRecord): Promise<void> {
  const open = tasksOf(flow, step).filter((task) => task.state === 'open')
  const { companyId, applicantId } = flow.applicant
  const superiors = await superiorsOf(
    flow.db,
    companyId,
    open.map((task) => task.holderId),
  )
  const [administrator] = await administratorsFor(flow.db, flow.applicant)
  const receivers: string[] = []
  for (const task of open) {
    const superior = superiors.get(task.holderId)
    const receiver = superior === undefined || superior === applicantId ? administrator : superior
    if (receiver === undefined || receiver === task.holderId) continue
    receivers.push(receiver)
    const hangs = tasksOf(flow, step).some((other) => other.parentId === task.id)
    if (isAsked(tasksOf(flow, step), receiver) && !hangs) await changeTasks(flow, [task], 'escalated')
    else await moveTask(flow, task, receiver, 'escalated', task.holderId)
  }
  if (open.length === 0 && administrator !== undefined) {
    receivers.push(administrator)
    await addTasks(flow, { step, holderIds: [administrator], origin: 'escalated', state: 'open' })
  }
  if (receivers.length === 0) return
  await addEvent(flow, { kind: 'escalated', stepId: step.id, memberIds: [...new Set(receivers)] })
  await setTimers(flow, step, timersOf(step.definition, flow.now))
}

const absenceJob = job({
  name: 'approvals.absence',
  payload: Type.Object({ companyId: Type.String(), processId: Type.String(), substituteId: Type.String() }),
  async run(db, { companyId, processId, substituteId }, { now }) {
    await changeProcess(db, { companyId, processId, now }, async (flow) => {
      const isDecider = (await deciders(flow)).includes(substituteId)
      if (!isDecider) return closeDecisions(flow, [substituteId])
      await openDecisions(flow, [substituteId])
      await notifyMembers(flow, 'approval.waiting', [substituteId])
    })
  },
})

/** Updates the to-dos of substitutes for members whose absence starts or ends. */
async function absencesDue(db: Connection, now: number) {
  const { rows } = await sql<{ company_id: string; process_id: string; substitute_id: string }>`
    with due as (
      update approvals.absence set begun = begun or starts_at <= ${now}, over = ends_at <= ${now}
      where (not begun and starts_at <= ${now}) or (not over and ends_at <= ${now})
      returning company_id, member_id, substitute_id
    )
    select distinct due.company_id, t.process_id, due.substitute_id
    from due join approvals.task t on t.company_id = due.company_id and t.holder_id = due.member_id
      and t.state = 'open'`.execute(approvalsTables(db))
  return rows
}

const stepsAtOnce = 500

/** Enqueues a separate job per due event each minute, so a failing one does not block the others. */
export const timersJob = job({
  name: 'approvals.timers',
  payload: Type.Object({}),
  cron: '* * * * *',
  async run(db, _payload, { now }) {
    const { rows } = await sql<{ company_id: string; process_id: string; id: string }>`
      (select company_id, process_id, id from approvals.step where remind_at <= ${now}
        order by remind_at limit ${stepsAtOnce})
      union
      (select company_id, process_id, id from approvals.step where timeout_at <= ${now}
        order by timeout_at limit ${stepsAtOnce})`.execute(approvalsTables(db))
    for (const step of rows) {
      const payload = { companyId: step.company_id, processId: step.process_id, stepId: step.id }
      await enqueue(db, stepJob, payload, { key: `approvals.step:${step.id}` })
    }
    for (const row of await absencesDue(db, now)) {
      const payload = { companyId: row.company_id, processId: row.process_id, substituteId: row.substitute_id }
      await enqueue(db, absenceJob, payload, { key: `approvals.absence:${row.process_id}:${row.substitute_id}` })
    }
  },
})

/** Handles the start or end of an absence. */
export async function lookAtTimersNow(db: Connection): Promise<void> {
  await enqueue(db, timersJob, {}, { key: 'approvals.timers-now' })
}

export const jobs = [timersJob, stepJob, absenceJob]
