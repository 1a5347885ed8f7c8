/** The results of an exam by question, as the bank keeps them. */
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { type QuestionContent, statisticsOf } from '#modules/assessment/questions/contract.ts'
import { itemsOfOccasion, type OccasionItem } from '#modules/assessment/questions/server.ts'
import { plainText } from '#modules/content/catalog/server.ts'
import type { Paging } from '#server/db/page.ts'
import type { QuestionResult } from '../../contract/results.ts'
import { businessType, type exams } from '../../contract.ts'
import type { ExamsDb } from '../db.ts'
import type { ExamRecord } from '../exam-lifecycle.ts'
import { getOwnExam } from './access.ts'

const excerptLength = 200

/** What is chosen from, in the order of the version. True and false have no text of their own: the screen says them. */
function optionsOf(content: QuestionContent): QuestionResult['options'] {
  switch (content.kind) {
    case 'single-choice':
      return content.options.map((option, at) => ({ text: plainText(option), isRight: at === content.right }))
    case 'multiple-choice':
    case 'undetermined-choice':
      return content.options.map((option, at) => ({ text: plainText(option), isRight: content.right.includes(at) }))
    case 'true-false':
      return [true, false].map((isTrue) => ({ text: '', isRight: isTrue === content.isTrue }))
    default:
      return []
  }
}

function questionResult({ versionId, questionId, place, content, totals }: OccasionItem): QuestionResult {
  const excerpt = plainText(content.stem).slice(0, excerptLength)
  const known = { versionId, questionId, place, kind: content.kind, excerpt }
  return { ...known, options: optionsOf(content), statistics: statisticsOf(totals) }
}

export async function questionsOfExam(db: ExamsDb, { id, companyId }: ExamRecord, paging: Paging) {
  const { items, recordCount } = await itemsOfOccasion(db, { companyId, businessType, businessId: id }, paging)
  return { items: items.map(questionResult), recordCount }
}

export async function questionResults(
  db: ExamsDb,
  caller: Caller,
  id: string,
  paging: Input<typeof exams.questionResults>['query'],
) {
  return questionsOfExam(db, await getOwnExam(db, caller, id), paging)
}
