/** Exercises: questions inside other content, as they are met and answered. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Page, Text } from '#kit/schema.ts'
import { NOT_AN_ANSWER, QUESTION_CHANGED, QUESTION_SETTLED } from './contract/codes.ts'
import { AnswerState, AuthoredQuestion, Exercise, TemporaryQuestion } from './contract/wire.ts'

export { NOT_MARKED_AT_ONCE } from './contract/codes.ts'
export {
  AuthoredExercise,
  Exercise,
  ExerciseInput,
  exercisesMax,
  TemporaryQuestion,
} from './contract/wire.ts'

/** Characters of an answer as JSON; the longest that its schema allows is shorter. */
const answerLengthMax = 100_000

/** Where an exercise stands. */
const place = { businessType: Type.Integer(), businessId: Id, sectionId: Id } as const

const PlacedExercise = Type.Object({ ...Exercise.properties, sectionTitle: Type.String() })
export type PlacedExercise = Static<typeof PlacedExercise>

const byId = Type.Object({ id: Id })

export const exercises = contract({
  findExercises: {
    method: 'GET',
    path: '/exam/interactive-exercise/front/findList',
    summary:
      'The exercises of a content in the order of its outline, each with its section and time (EXAM-061, EXAM-072)',
    access: 'signed-in',
    query: Type.Object({
      businessId: Id,
      /** Map `business-type`. */
      businessType: Type.Optional(Type.Integer({ minimum: 1, maximum: 32_767, default: 1 })),
      sectionId: Type.Optional(Id),
    }),
    response: Page(PlacedExercise),
    errors: [NOT_FOUND],
    passesOnRefusals: true,
    cacheSeconds: 0,
  },
  temporaryQuestion: {
    method: 'GET',
    path: '/exam/temp-question/front/{id}',
    summary: 'A question of an exercise as a learner meets it (EXAM-070)',
    access: 'signed-in',
    params: byId,
    response: Type.Object({ ...TemporaryQuestion.properties, ...place }),
    errors: [NOT_FOUND],
    passesOnRefusals: true,
    cacheSeconds: 0,
  },
  submitTemporaryQuestion: {
    method: 'POST',
    path: '/exam/temp-question/front/submit',
    summary: 'Answers a question of an exercise; the result shows at once (EXAM-060, EXAM-069)',
    access: 'signed-in',
    noDryRun: 'reveals',
    form: true,
    body: Body({
      questionId: Id,
      /** `contentId` of the question that was read: another one is asked by now. */
      contentId: Type.Optional(Id),
      /** The answer in the shape of the question's kind, as JSON. */
      answer: Text(answerLengthMax),
      /** The client's own id of this attempt: sent again, it counts once. */
      submissionId: Type.Optional(Id),
    }),
    response: AnswerState,
    errors: [NOT_FOUND, QUESTION_SETTLED, NOT_AN_ANSWER, QUESTION_CHANGED],
    passesOnRefusals: true,
  },
  authoredQuestion: {
    method: 'GET',
    path: '/exam/temp-question/{id}',
    summary: 'A question of an exercise with its key, for who edits what it stands in (EXAM-071)',
    access: 'signed-in',
    params: byId,
    response: Type.Object({ ...AuthoredQuestion.properties, ...place }),
    errors: [NOT_FOUND, NO_PERMISSION],
    passesOnRefusals: true,
    cacheSeconds: 0,
  },
})
