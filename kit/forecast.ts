/** The answer of a dry run: what a writing call would do. The call runs in its transaction, and is rolled back. */
import { type Static, type TSchema, Type } from 'typebox'
import { Nullable, OneOf } from './schema.ts'

/** The header that asks for a dry run. `1` is its only value; any other is refused, so that no call runs by mistake. */
export const dryRunHeader = 'x-dry-run'

const Fields = Type.Record(Type.String(), Type.Unknown())

/** An entry of the audit log as it would be stored. */
export const ForecastEntry = Type.Object({
  action: Type.String(),
  subjectType: Nullable(Type.String()),
  subjectId: Nullable(Type.String()),
  subjectName: Nullable(Type.String()),
  before: Nullable(Fields),
  after: Nullable(Fields),
})
export type ForecastEntry = Static<typeof ForecastEntry>

export const messageKinds = ['notification', 'mail', 'sms', 'wecom', 'dingtalk', 'webhook'] as const
export type MessageKind = (typeof messageKinds)[number]

/** Consequences of a call, whichever call it is. */
export const Consequences = Type.Object({
  entries: Type.Array(ForecastEntry),
  /** Background jobs, those that the first ones would start included. */
  jobs: Type.Array(Type.Object({ name: Type.String(), count: Type.Integer({ minimum: 1 }) })),
  messages: Type.Array(Type.Object({ kind: OneOf(messageKinds), recipients: Type.Integer({ minimum: 1 }) })),
  /** False: following the jobs took too long or failed, so that more may be changed and sent than is said here. */
  isComplete: Type.Boolean(),
})
export type Consequences = Static<typeof Consequences>

/** What a dry run answers: the call's own answer, and its consequences. */
export const Forecast = <T extends TSchema>(answer: T) => Type.Object({ answer, ...Consequences.properties })
export type Forecast<Answer> = { readonly answer: Answer } & Consequences
