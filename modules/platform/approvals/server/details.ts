/** An application for its screen: steps, history, and the caller's actions. */
import type { Caller, Language } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { covers, organizationNames } from '#modules/platform/identity/server.ts'
import { actionsOf, type Part, stateOf } from '../contract/actions.ts'
import {
  type EventKind,
  type Person,
  type ProcessDetail,
  remindEveryMinutes,
  type StepState,
  type TaskOrigin,
  type TaskState,
} from '../contract/shapes.ts'
import { absentMembersOf, substitutesOf } from './absences.ts'
import { findApprovers, type StepDefinition } from './approvers.ts'
import type { ApprovalsDb } from './db.ts'
import { peopleOf, personOf, personOrNull } from './people.ts'
import { businessTypeName, findSubject } from './subjects.ts'

type Detail = ProcessDetail
type People = ReadonlyMap<string, Person>

async function readProcess(db: ApprovalsDb, companyId: string, id: string) {
  const process = await db
    .selectFrom('approvals.process')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!process) throw refuse(NOT_FOUND)
  return process
}

const readSteps = (db: ApprovalsDb, processId: string) =>
  db.selectFrom('approvals.step').selectAll().where('process_id', '=', processId).orderBy('position').execute()

const readTasks = (db: ApprovalsDb, processId: string) =>
  db
    .selectFrom('approvals.task')
    .selectAll()
    .where('process_id', '=', processId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

const readEvents = (db: ApprovalsDb, processId: string) =>
  db.selectFrom('approvals.event').selectAll().where('process_id', '=', processId).orderBy('number').execute()

type ProcessRecord = Awaited<ReturnType<typeof readProcess>>
type StepRecord = Awaited<ReturnType<typeof readSteps>>[number]
type TaskRecord = Awaited<ReturnType<typeof readTasks>>[number]
type EventRecord = Awaited<ReturnType<typeof readEvents>>[number]

interface Standing {
  readonly parts: readonly Part[]
  /** The open task that the caller may decide. */
  readonly task: TaskRecord | undefined
}

/** The caller's roles in the process; refuses a caller without any. */
async function standingOf(
  db: ApprovalsDb,
  caller: Caller,
  process: ProcessRecord,
  tasks: readonly TaskRecord[],
  now: number,
): Promise<Standing> {
  const { memberId, companyId } = caller
  const isApplicant = process.applicant_id === memberId
  const isAdministrator = await covers(db, caller, 'approval.manage', process.organization_id)
  const places = [memberId, ...(await absentMembersOf(db, companyId, memberId, now))]
  const open = tasks.filter((task) => task.state === 'open' && places.includes(task.holder_id))
  const own = open.find((task) => task.holder_id === memberId) ?? open[0]
  const isReader = tasks.some((task) => [task.holder_id, task.decided_by, task.origin_by].includes(memberId))
  if (!isApplicant && !isAdministrator && !own && !isReader) throw refuse(NO_PERMISSION)
  const task = isApplicant ? undefined : own
  const parts: Part[] = []
  if (isApplicant) parts.push('applicant')
  if (task) parts.push('decider')
  if (isAdministrator) parts.push('administrator')
  return { parts, task }
}

/** The approvers of future steps if they were reached now. */
async function expectedApprovers(db: ApprovalsDb, process: ProcessRecord, steps: readonly StepRecord[]) {
  const expected = new Map<string, readonly string[]>()
  if (process.result !== 4) return expected
  const applicant = {
    companyId: process.company_id,
    organizationId: process.organization_id,
    applicantId: process.applicant_id,
  }
  // At most ten steps, so one query per step is acceptable.
  for (const step of steps.filter(({ state }) => state === 'waiting')) {
    const { memberIds } = await findApprovers(db, step.definition as StepDefinition, applicant)
    expected.set(step.id, memberIds)
  }
  return expected
}

function shownTask(task: TaskRecord, substitutes: ReadonlyMap<string, string>, people: People) {
  return {
    id: task.id,
    holder: personOf(people, task.holder_id),
    substitute: task.state === 'open' ? personOrNull(people, substitutes.get(task.holder_id) ?? null) : null,
    decidedBy: personOrNull(people, task.decided_by),
    state: task.state as TaskState,
    origin: task.origin as TaskOrigin,
    originBy: personOrNull(people, task.origin_by),
    parentId: task.parent_id,
    place: task.place as 'before' | 'after' | null,
    opinion: task.opinion,
    decidedAt: task.decided_at,
  }
}

function shownEvent(event: EventRecord, stepNames: ReadonlyMap<string, string>, people: People) {
  return {
    number: event.number,
    kind: event.kind as EventKind,
    stepName: event.step_id === null ? null : (stepNames.get(event.step_id) ?? null),
    actor: personOrNull(people, event.actor_id),
    actedFor: personOrNull(people, event.for_id),
    members: event.member_ids.map((id) => personOf(people, id)),
    opinion: event.opinion,
    at: event.at,
  }
}

export async function getDetail(
  db: ApprovalsDb,
  caller: Caller,
  id: string,
  language: Language,
  now: number,
): Promise<Detail> {
  const { companyId } = caller
  const process = await readProcess(db, companyId, id)
  const tasks = await readTasks(db, id)
  const { parts, task } = await standingOf(db, caller, process, tasks, now)
  const steps = await readSteps(db, id)
  const events = await readEvents(db, id)
  const expected = await expectedApprovers(db, process, steps)
  const holders = tasks.filter(({ state }) => state === 'open').map((one) => one.holder_id)
  const substitutes = await substitutesOf(db, companyId, holders, now)
  const people = await peopleOf(db, companyId, [
    process.applicant_id,
    process.decided_by,
    ...tasks.flatMap((one) => [one.holder_id, one.decided_by, one.origin_by]),
    ...events.flatMap((event) => [event.actor_id, event.for_id, ...event.member_ids]),
    ...substitutes.values(),
    ...[...expected.values()].flat(),
  ])
  const names = await organizationNames(db, companyId, [process.organization_id])
  const subject = findSubject(process.business_type)
  const state = stateOf(process)
  const present = steps.find((step) => step.state === 'current')
  const stepNames = new Map(steps.map((step) => [step.id, step.name]))
  return {
    id,
    businessType: process.business_type,
    businessTypeName: businessTypeName(process.business_type, language),
    businessId: process.business_id,
    name: process.name,
    applicant: personOf(people, process.applicant_id),
    result: process.result as Detail['result'],
    state,
    startedAt: process.started_at,
    finishedAt: process.finished_at,
    organizationId: process.organization_id,
    organizationName: names.get(process.organization_id) ?? '',
    summary: (process.summary as [string, string][]).map(([label, text]) => ({ label, text })),
    link: subject?.link(process.business_id) ?? '',
    reviseLink: subject?.reviseLink(process.business_id) ?? '',
    opinion: process.opinion,
    decidedBy: personOrNull(people, process.decided_by),
    steps: steps.map((step) => {
      const definition = step.definition as StepDefinition
      const own = tasks.filter((one) => one.step_id === step.id && one.visit === step.visit)
      return {
        id: step.id,
        position: step.position,
        name: step.name,
        state: step.state as StepState,
        mode: definition.mode,
        who: definition.who,
        enteredAt: step.entered_at,
        leftAt: step.left_at,
        dueAt: step.timeout_at,
        onTimeout: definition.onTimeout,
        canReturnTo: present !== undefined && step.state === 'agreed' && step.position < present.position,
        tasks: own.map((one) => shownTask(one, substitutes, people)),
        expected: (expected.get(step.id) ?? []).map((memberId) => personOf(people, memberId)),
      }
    }),
    events: events.map((event) => shownEvent(event, stepNames, people)),
    actions: actionsOf(state, parts),
    taskId: task?.id ?? null,
    actingFor: task && task.holder_id !== caller.memberId ? personOf(people, task.holder_id) : null,
    remindableAt:
      state === 'running' && process.reminded_at !== null ? process.reminded_at + remindEveryMinutes * 60_000 : null,
  }
}

/** Refuses a caller who may not see the application, by the rule of `getDetail`; for the lookup by object. */
export async function assertMayRead(db: ApprovalsDb, caller: Caller, process: ProcessRecord, now: number) {
  await standingOf(db, caller, process, await readTasks(db, process.id), now)
}
