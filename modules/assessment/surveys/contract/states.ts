/** The states of a survey, in the numbers of the specification's map. */
import { type Static, Type } from 'typebox'
import { OneOf } from '#kit/schema.ts'

/** Map `survey-status`: 1 unreleased, 2 upcoming, 3 in progress, 4 ended, 5 revoked. Follows from shelf and clock. */
const surveyStates = [1, 2, 3, 4, 5] as const
export const SurveyState = OneOf(surveyStates)
export type SurveyState = Static<typeof SurveyState>

/** `quota`: a full quota ended it; it does not count in the results. */
const outcomes = ['completed', 'quota'] as const
export const Outcome = OneOf(outcomes)
export type Outcome = Static<typeof Outcome>

/** Where a member stands with a survey. */
export const participationStates = ['open', 'started', 'answered'] as const
export const ParticipationState = OneOf(participationStates)
export type ParticipationState = Static<typeof ParticipationState>

export const Count = Type.Integer({ minimum: 0 })
