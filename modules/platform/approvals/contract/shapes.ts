/** Shapes that several calls of approvals share. */
import { type Static, type TSchema, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf, OptionalText, Text } from '#kit/schema.ts'
import { processActions, processStates } from './actions.ts'

/** SYSTEM-196. */
export const opinionLengthMax = 100
export const stepsMax = 10
export const membersPerStepMax = 20
/** Signers included, in one step at a time. */
export const tasksPerStepMax = 50
export const hoursMax = 720
/** The applicant may remind once in this time. */
export const remindEveryMinutes = 60

export const Opinion = OptionalText(opinionLengthMax)
/** Refusing and giving back say why. */
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

/** Roles whose holders may be asked to decide. */
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
  name: Text(30),
  who: OneOf(stepKinds),
  /** Where `who` is `role`: its holders for the organization. */
  role: Type.Optional(Nullable(OneOf(approverRoles))),
  /** Where `who` is `superior`: 1 the applicant's own, 2 that one's, 3. */
  level: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 3 }))),
  /** Where `who` is `members`. */
  memberIds: Type.Optional(Type.Array(Id, { maxItems: membersPerStepMax, uniqueItems: true })),
  mode: OneOf(['any', 'all']),
  whenNobody: OneOf(['next', 'administrator']),
  remindAfterHours: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: hoursMax }))),
  timeoutHours: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: hoursMax }))),
  onTimeout: OneOf(['escalate', 'skip']),
} as const

/** A step as it is designed. */
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

/** `stopped`: the applicant withdrew while it was being decided. */
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
  /** Who stands in for the holder now. */
  substitute: Nullable(Person),
  /** Who decided; another than the holder decided for the holder. */
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
  /** When it times out, where it does. */
  dueAt: Nullable(Instant),
  onTimeout: OneOf(['escalate', 'skip']),
  canReturnTo: Type.Boolean(),
  /** Of the present visit of the step. */
  tasks: Type.Array(Task),
  /** Of a step that is still to come: who would decide now. */
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
  /** The actor did it in this member's place. */
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
  /** Who has to decide now. */
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
  /** Whose decision it is, where it is not the caller's own. */
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
  /** What the caller may do now. */
  actions: Type.Array(Action),
  /** The task that the caller decides with the actions, and in whose place. */
  taskId: Nullable(Id),
  actingFor: Nullable(Person),
  /** Reminding is possible again from then on. */
  remindableAt: Nullable(Instant),
})
export type ProcessDetail = Static<typeof ProcessDetail>
