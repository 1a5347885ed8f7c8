/** What a participant has to do to graduate from a class, and how far somebody is. */
import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf } from '#kit/schema.ts'

const conditionsMax = 500
export const retrainingMonthsMax = 120

/** Of an activity: that it is finished (an exam: passed), or that its score is at least so many per cent. */
const ActivityCondition = Type.Object(
  { activityId: Id, score: Nullable(Type.Integer({ minimum: 1, maximum: 100 })) },
  { additionalProperties: false },
)

/** All that are set have to be met; null: not asked for. */
export const conditionFields = {
  attendancePercent: Nullable(Type.Integer({ minimum: 1, maximum: 100 })),
  /** Everything that the class calls required is finished. */
  requiresActivities: Type.Boolean(),
  activities: Type.Array(ActivityCondition, { maxItems: conditionsMax }),
  /** Credits that the content of the class has given to the participant. */
  minCreditHundredths: Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** So long after the graduation it has to be repeated. */
  retrainingMonths: Nullable(Type.Integer({ minimum: 1, maximum: retrainingMonthsMax })),
}
export const Conditions = Type.Object(conditionFields)
export type Conditions = Static<typeof Conditions>

export const newConditions: Conditions = {
  ...{ attendancePercent: null, requiresActivities: true, activities: [], minCreditHundredths: null },
  retrainingMonths: null,
}

/** `activities`: how many of the required ones. `activity`: one that the conditions name, in per cent. */
const conditionKinds = ['attendance', 'activities', 'activity', 'score', 'credit'] as const

/** One condition, and where a participant stands with it. Credits are hundredths; a score that is not there yet is null. */
export const Standing = Type.Object({
  kind: OneOf(conditionKinds),
  /** Of the activity; empty for the others. */
  name: Type.String(),
  actual: Nullable(Type.Number()),
  needed: Type.Number(),
  isMet: Type.Boolean(),
})
export type Standing = Static<typeof Standing>
