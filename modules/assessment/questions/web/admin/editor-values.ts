/** What the editor of a question holds, and which of it differs from what is saved. */
import type { CallInput } from '#kit/contract.ts'
import type { QuestionDetail, QuestionStatus } from '../../contract/bank.ts'
import type { QuestionKind } from '../../contract/question.ts'
import type { questions } from '../../contract.ts'
import { contentOf, type Draft, draftOf, newDraft, scoreOfParts } from './draft.ts'

export interface EditorValues {
  readonly draft: Draft
  readonly scoreTenths: number
  readonly difficulty: number
  readonly source: string
  readonly topics: readonly { readonly id: string; readonly name: string }[]
  readonly directoryId: string | undefined
  readonly status: QuestionStatus
}

export function newValues(kind: QuestionKind, directoryId: string | undefined): EditorValues {
  return {
    draft: newDraft(kind),
    ...{ scoreTenths: 20, difficulty: 3, source: '', topics: [], directoryId, status: 'active' },
  }
}

export function valuesOf(question: QuestionDetail): EditorValues {
  const { content, scoreTenths, difficulty, source, topics, directory, status } = question
  return { draft: draftOf(content), scoreTenths, difficulty, source, topics, directoryId: directory.id, status }
}

/** The score of a group is that of its parts. */
export const scoreOfValues = ({ draft, scoreTenths }: EditorValues) =>
  draft.kind === 'group' ? scoreOfParts(draft) : scoreTenths

type Body = CallInput<typeof questions.createQuestion>['body']

export function bodyOf(values: EditorValues): Omit<Body, 'directoryId'> {
  const { draft, difficulty, source, topics, status } = values
  return {
    content: contentOf(draft),
    scoreTenths: scoreOfValues(values),
    ...{ difficulty, source: source.trim(), status, topicIds: topics.map(({ id }) => id) },
  }
}

/** How many of its fields differ. */
export function countChanges(values: EditorValues, saved: EditorValues): number {
  const parts = (each: EditorValues) => ({ ...bodyOf(each), directoryId: each.directoryId })
  const [one, other] = [parts(values), parts(saved)]
  const names = Object.keys(one) as (keyof typeof one)[]
  return names.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name])).length
}
