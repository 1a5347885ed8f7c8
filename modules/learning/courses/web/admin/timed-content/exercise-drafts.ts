/** An exercise while its author writes it. */
import type { AuthoredExercise, ExerciseInput } from '#modules/assessment/exercises/contract.ts'
import type { QuestionContent } from '#modules/assessment/questions/contract.ts'

type Counted = AuthoredExercise['questions'][number]

export interface QuestionDraft {
  readonly key: string
  readonly id?: string
  /** Undefined: nothing is written yet, or it comes from the bank. */
  readonly content?: QuestionContent
  readonly isComplete: boolean
  readonly isChanged: boolean
  readonly picked?: { readonly bankQuestionId: string; readonly excerpt: string }
  readonly isFromBank: boolean
  readonly counts?: Pick<Counted, 'answeredCount' | 'rightFirstCount' | 'optionCounts'>
}

export interface ExerciseDraft {
  readonly key: string
  readonly id?: string
  readonly at: number | null
  readonly mustAnswer: boolean
  readonly attemptsMax: number
  readonly backTo: number | null
  readonly questions: readonly QuestionDraft[]
}

export const newQuestion = (): QuestionDraft => ({
  ...{ key: crypto.randomUUID(), isComplete: false, isChanged: true, isFromBank: false },
})

export const draftOf = ({ questions, ...exercise }: AuthoredExercise): ExerciseDraft => ({
  ...exercise,
  key: exercise.id,
  questions: questions.map(({ id, content, bankVersionId, ...counts }) => ({
    ...{ key: id, id, content, isComplete: true, isChanged: false, isFromBank: bankVersionId !== null, counts },
  })),
})

/** Another exercise that asks the same. */
export const copyOf = ({ id: _, questions, ...exercise }: ExerciseDraft): ExerciseDraft => ({
  ...exercise,
  key: crypto.randomUUID(),
  questions: questions.map(({ id: __, counts: ___, ...question }) => ({
    ...{ ...question, key: crypto.randomUUID(), isChanged: true, isFromBank: question.picked !== undefined },
  })),
})

export const isComplete = ({ questions }: ExerciseDraft) =>
  questions.length > 0 && questions.every((question) => question.isComplete)

function questionInput({ id, content, isChanged, picked }: QuestionDraft): ExerciseInput['questions'][number] {
  return {
    ...(id !== undefined && { id }),
    ...(picked && { bankQuestionId: picked.bankQuestionId }),
    ...(isChanged && !picked && content && { content }),
  }
}

export function inputOf({ id, at, mustAnswer, attemptsMax, backTo, questions }: ExerciseDraft): ExerciseInput {
  return {
    ...(id !== undefined && { id }),
    ...{ at, mustAnswer, attemptsMax, backTo: backTo !== null && at !== null && backTo > at ? at : backTo },
    questions: questions.map(questionInput),
  }
}

/** In the order in which learners meet them: by time, those at the end last, and at one place as they are. */
export function inOrder<Placed extends Pick<ExerciseDraft, 'at'>>(drafts: readonly Placed[]): Placed[] {
  const timeOf = ({ at }: Placed) => at ?? Number.POSITIVE_INFINITY
  return drafts.toSorted((one, other) => (timeOf(one) === timeOf(other) ? 0 : timeOf(one) - timeOf(other)))
}

/** An exercise moves among those at its own place: elsewhere its time decides. */
export const mayMove = (drafts: readonly Pick<ExerciseDraft, 'at'>[], from: number, to: number): boolean =>
  drafts.slice(Math.min(from, to), Math.max(from, to) + 1).every(({ at }) => at === drafts[from]?.at)
