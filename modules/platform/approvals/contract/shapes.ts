/** Shapes that several calls of approvals share. */
import { type Static, type TSchema, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf, OptionalText, Text, Title } from '#kit/schema.ts'
import { processActions, processStates } from './actions.ts'

/** SYSTEM-196. */
export const opinionLengthMax = 100
export const stepsMax = 10
export const membersPerStepMax = 20
/** The limit of approvers of one step, including signers. */
export const tasksPerStepMax = 50
export const hoursMax = 720
/** The interval between reminders of an applicant. */
export const remindEveryMinutes = 60

export const Opinion = OptionalText(opinionLengthMax)
/** Refusals and returns need a reason. */
export const Reason = Text(opinionLengthMax)
export const BusinessType = Type.Integer({
  minimum: 1,
  maximum: 999,
  description: 'map approval-business-type; 2 live',
})
/** Map approval-result: 0 refused, 1 agreed, 2 withdrawn, 4 approving. */
export const ApprovalResult = OneOf([0, 1, 2, 4])
export type ApprovalResult = Static<typeof ApprovalResult>
const Action = OneOf(processActions)
export const State = OneOf(processStates)

export const Items = <T extends TSchema>(row: T) => Type.Object({ items: Type.Array(row) })
export const ById = Type.Object({ id: Id })

/** Roles whose holders can be approvers. */
export const approverRoles = [
  'approver',
  'branch-manager',
  'admin',
  'super-admin',
  'class-teacher',
  'class-staff',
  'lecturer',
  'expert',
] as const

export const stepKinds = ['role', 'superior', 'members'] as const
const StepFields = {
  name: Title(30),
  who: OneOf(stepKinds),
  /** For `who: 'role'`: the role whose holders in the organization decide. */
  role: Type.Optional(Nullable(OneOf(approverRoles))),
  /** For `who: 'superior'`: 1 for the applicant's superior, 2 for the superior of that one, and so on. */
  level: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 3 }))),
  /** For `who: 'members'`. */
  memberIds: Type.Optional(Type.Array(Id, { maxItems: membersPerStepMax, uniqueItems: true })),
  mode: OneOf(['any', 'all']),
  whenNobody: OneOf(['next', 'administrator']),
  remindAfterHours: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: hoursMax }))),
  timeoutHours: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: hoursMax }))),
  onTimeout: OneOf(['escalate', 'skip']),
} as const

/** A step of a template. */
export const StepDraft = Type.Object(StepFields, { additionalProperties: false })
export type StepDraft = Static<typeof StepDraft>

export const Person = Type.Object({
  id: Id,
  fullName: Type.String(),
  avatarPath: Type.String(),
  organizationName: Type.String(),
})
export type Person = Static<typeof Person>

export const TemplateStep = Type.Object({ ...StepFields, members: Type.Array(Person) })

/** `stopped`: the applicant withdrew during the step. */
export const stepStates = [
  'waiting',
  'current',
  'agreed',
  'refused',
  'skipped-nobody',
  'skipped-timeout',
  'stopped',
] as const
export type StepState = (typeof stepStates)[number]

export const taskStates = [
  'open',
  'held',
  'queued',
  'agreed',
  'refused',
  'returned',
  'escalated',
  'cancelled',
  'timed-out',
] as const
export type TaskState = (typeof taskStates)[number]
export const taskOrigins = ['template', 'administrator', 'handed-over', 'escalated', 'added', 'assigned'] as const
export type TaskOrigin = (typeof taskOrigins)[number]

const Task = Type.Object({
  id: Id,
  holder: Person,
  /** The current substitute of the holder. */
  substitute: Nullable(Person),
  /** The member who decided, possibly a substitute of the holder. */
  decidedBy: Nullable(Person),
  state: OneOf(taskStates),
  origin: OneOf(taskOrigins),
  originBy: Nullable(Person),
  parentId: Nullable(Id),
  place: Nullable(OneOf(['before', 'after'])),
  opinion: Type.String(),
  decidedAt: Nullable(Instant),
})

const Step = Type.Object({
  id: Id,
  position: Type.Integer(),
  name: Type.String(),
  state: OneOf(stepStates),
  mode: OneOf(['any', 'all']),
  who: OneOf([...stepKinds, 'administrator']),
  enteredAt: Nullable(Instant),
  leftAt: Nullable(Instant),
  /** The time-out, if any. */
  dueAt: Nullable(Instant),
  onTimeout: OneOf(['escalate', 'skip']),
  canReturnTo: Type.Boolean(),
  /** The tasks of the current visit of the step. */
  tasks: Type.Array(Task),
  /** The approvers of a future step, if it were reached now. */
  expected: Type.Array(Person),
})

export const eventKinds = [
  'applied',
  'resubmitted',
  'reached',
  'agreed',
  'refused',
  'returned',
  'given-back',
  'signers-before',
  'signers-after',
  'handed-over',
  'assigned',
  'reminded',
  'time-reminded',
  'escalated',
  'skipped-nobody',
  'skipped-timeout',
  'to-administrator',
  'withdrawn',
  'finished',
] as const
export type EventKind = (typeof eventKinds)[number]

const Event = Type.Object({
  number: Type.Integer(),
  kind: OneOf(eventKinds),
  stepName: Nullable(Type.String()),
  actor: Nullable(Person),
  /** The member represented by the actor, a substitute. */
  actedFor: Nullable(Person),
  members: Type.Array(Person),
  opinion: Type.String(),
  at: Instant,
})

const processFields = {
  id: Id,
  businessType: BusinessType,
  businessTypeName: Type.String(),
  businessId: Id,
  name: Type.String(),
  applicant: Person,
  result: ApprovalResult,
  state: State,
  startedAt: Instant,
  finishedAt: Nullable(Instant),
} as const

export const ProcessRow = Type.Object({
  ...processFields,
  stepName: Nullable(Type.String()),
  /** The members with an open decision. */
  waitingFor: Type.Array(Person),
  opinion: Type.String(),
})
export type ProcessRow = Static<typeof ProcessRow>

export const TaskRow = Type.Object({
  taskId: Id,
  process: ProcessRow,
  stepName: Type.String(),
  state: OneOf(taskStates),
  opinion: Type.String(),
  /** The absent holder of the decision; null if it is the caller's own. */
  actedFor: Nullable(Person),
  openedAt: Nullable(Instant),
  decidedAt: Nullable(Instant),
  dueAt: Nullable(Instant),
})
export type TaskRow = Static<typeof TaskRow>

export const ProcessDetail = Type.Object({
  ...processFields,
  organizationId: Id,
  organizationName: Type.String(),
  summary: Type.Array(Type.Object({ label: Type.String(), text: Type.String() })),
  link: Type.String(),
  reviseLink: Type.String(),
  opinion: Type.String(),
  decidedBy: Nullable(Person),
  steps: Type.Array(Step),
  events: Type.Array(Event),
  /** The caller's current actions. */
  actions: Type.Array(Action),
  /** The task to which the caller's actions apply. */
  taskId: Nullable(Id),
  actingFor: Nullable(Person),
  /** The time from which the next reminder is possible. */
  remindableAt: Nullable(Instant),
})
export type ProcessDetail = Static<typeof ProcessDetail>
