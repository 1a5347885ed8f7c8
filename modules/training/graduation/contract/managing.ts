/** Graduation for those who run a class: its conditions, who would graduate, the batch, and taking back. */
import { type Static, Type } from 'typebox'
import { CompletionAwards, completionAwardsFields } from '#kit/completion-awards.ts'
import { Body, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { TEMPLATE_NOT_OFFERED } from '#modules/learning/certificates/contract.ts'
import {
  CLASS_CANCELLED,
  CLASS_CLOSED,
  CLASS_MISSING,
  REASON_REQUIRED,
  runsClasses,
} from '#modules/training/classes/contract.ts'
import { CHOOSE_MEMBERS, CONDITION_UNKNOWN, GRADUATION_RUNNING, NOBODY_TO_GRADUATE } from './codes.ts'
import { Conditions, conditionFields, Standing } from './conditions.ts'
import { GivenCertificate, Graduation } from './shapes.ts'

export const reasonLengthMax = 200
/** So many can be chosen by name; all who meet the conditions need no names. */
const chosenMax = 1000

/** An activity that a condition may name. */
const Choice = Type.Object({ id: Id, name: Type.String(), isRequired: Type.Boolean(), isScored: Type.Boolean() })

const GraduationRule = Type.Object({
  conditions: Conditions,
  /** Class hours, credit and the certificate that the graduation gives. */
  gives: CompletionAwards,
  choices: Type.Array(Choice),
})
export type GraduationRule = Static<typeof GraduationRule>

/** A participant as the simulator sees it. Nothing is written. */
const ForecastRow = Type.Object({
  member: Type.Object({ id: Id, fullName: Type.String(), avatarPath: Type.String() }),
  organizationName: Type.String(),
  graduation: Graduation,
  graduatedAt: Nullable(Instant),
  /** Would graduate now. */
  passes: Type.Boolean(),
  /** What is not met. */
  obstacles: Type.Array(Standing),
  /** Why the member graduated without meeting the conditions; empty: they were met. */
  reason: Type.String(),
  certificate: Nullable(GivenCertificate),
  retrainAt: Nullable(Instant),
})
export type ForecastRow = Static<typeof ForecastRow>

export const forecastOutcomes = ['passing', 'failing', 'graduated', 'retraining'] as const
export type ForecastOutcome = (typeof forecastOutcomes)[number]

const ForecastFigures = Type.Object({
  participants: Type.Integer(),
  graduated: Type.Integer(),
  passing: Type.Integer(),
  failing: Type.Integer(),
  retraining: Type.Integer(),
  /** Of those who fail: how many at which condition. */
  obstacles: Type.Array(Type.Object({ kind: Standing.properties.kind, name: Type.String(), members: Type.Integer() })),
})
export type ForecastFigures = Static<typeof ForecastFigures>

/** The last batch of the class. */
const Batch = Type.Object({
  taskId: Id,
  isRunning: Type.Boolean(),
  total: Type.Integer(),
  graduated: Type.Integer(),
  failing: Type.Integer(),
  gone: Type.Integer(),
  startedAt: Instant,
  startedBy: Type.String(),
  endedAt: Nullable(Instant),
})
export type Batch = Static<typeof Batch>

const params = Type.Object({ id: Id })
const Reason = OptionalText(reasonLengthMax)
const refusals = [CLASS_MISSING, CLASS_CLOSED] as const

export const managingCalls = {
  graduationRule: {
    method: 'GET',
    path: '/training/class-manage/{id}/graduation',
    summary: 'The conditions of graduation from a class, what it gives, and the activities that conditions can name',
    access: runsClasses,
    params,
    response: GraduationRule,
    errors: [CLASS_MISSING],
    cacheSeconds: 0,
  },
  changeGraduationRule: {
    method: 'PUT',
    path: '/training/class-manage/{id}/graduation',
    summary: 'Write the conditions of graduation and what it gives. Who has graduated already keeps everything',
    access: runsClasses,
    params,
    body: Body({ ...conditionFields, ...completionAwardsFields }),
    response: Type.Object({}),
    errors: [...refusals, CONDITION_UNKNOWN, TEMPLATE_NOT_OFFERED],
  },
  graduationForecast: {
    method: 'GET',
    path: '/training/class-manage/{id}/graduation/forecast',
    summary: 'Who would graduate from a class now, and what stands in the way of the others',
    access: runsClasses,
    params,
    query: PageQuery({ outcome: Type.Optional(OneOf(forecastOutcomes)), search: Type.Optional(OptionalText(100)) }),
    response: Page(ForecastRow),
    errors: [CLASS_MISSING],
    cacheSeconds: 0,
    timeoutMs: 120_000,
  },
  graduationFigures: {
    method: 'GET',
    path: '/training/class-manage/{id}/graduation/figures',
    summary: 'How many of a class have graduated, would graduate, and would not, by what they miss',
    access: runsClasses,
    params,
    response: ForecastFigures,
    errors: [CLASS_MISSING],
    cacheSeconds: 0,
    timeoutMs: 120_000,
  },
  graduationBatch: {
    method: 'GET',
    path: '/training/class-manage/{id}/graduation/batch',
    summary: 'The last batch graduation of a class, and how far it is',
    access: runsClasses,
    params,
    response: Type.Object({ batch: Nullable(Batch) }),
    errors: [CLASS_MISSING],
    cacheSeconds: 0,
  },
  graduate: {
    method: 'POST',
    path: '/training/class-manage/{id}/graduation/batches',
    summary:
      'Start to graduate members of a class: all who meet the conditions, or chosen ones; with a reason also those who do not',
    access: runsClasses,
    params,
    body: Body({
      /** Empty: everyone but the caller who has not graduated. */
      memberIds: Type.Array(Id, { maxItems: chosenMax, uniqueItems: true }),
      /** Whatever the conditions say. */
      isForced: Type.Boolean(),
      reason: Reason,
    }),
    response: Type.Object({ taskId: Id, memberCount: Type.Integer() }),
    errors: [
      ...[...refusals, CLASS_CANCELLED, GRADUATION_RUNNING, NOBODY_TO_GRADUATE],
      ...[CHOOSE_MEMBERS, REASON_REQUIRED],
    ],
    onSelf: { refused: ['body.memberIds'] },
  },
  revokeGraduations: {
    method: 'POST',
    path: '/training/class-manage/{id}/graduation/revocations',
    summary: 'Take graduations back, with a reason that the members read. Their certificates of the class are revoked',
    access: runsClasses,
    params,
    body: Body({ memberIds: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }), reason: Reason }),
    /** `left`: had not graduated. */
    response: Type.Object({ revoked: Type.Integer(), left: Type.Integer() }),
    errors: [...refusals, GRADUATION_RUNNING, REASON_REQUIRED],
    onSelf: { refused: ['body.memberIds'] },
  },
  settleRetraining: {
    method: 'POST',
    path: '/training/class-manage/{id}/graduation/retraining',
    summary:
      'Note that the retraining of members is arranged: they leave the list of those due. Nothing else of the class changes',
    access: runsClasses,
    params,
    body: Body({ memberIds: Type.Array(Id, { minItems: 1, maxItems: chosenMax, uniqueItems: true }) }),
    /** `left`: were not due. */
    response: Type.Object({ settled: Type.Integer(), left: Type.Integer() }),
    errors: [CLASS_MISSING],
    onSelf: { allowed: 'It is a note about a list: nobody gains a graduation by it.' },
  },
} as const
