/** The results of an exam by question, as the bank keeps them. */
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { choicesOf, statisticsOf } from '#modules/assessment/questions/contract.ts'
import { itemsOfOccasion, type OccasionItem } from '#modules/assessment/questions/server.ts'
import { plainText } from '#modules/content/catalog/server.ts'
import type { Paging } from '#server/db/page.ts'
import type { QuestionResult } from '../../contract/results.ts'
import { businessType, type exams } from '../../contract.ts'
import type { ExamsDb } from '../db.ts'
import type { ExamRecord } from '../exam-lifecycle.ts'
import { getOwnExam } from './access.ts'

const excerptLength = 200

function questionResult({ versionId, questionId, place, content, totals }: OccasionItem): QuestionResult {
  const excerpt = plainText(content.stem).slice(0, excerptLength)
  const known = { versionId, questionId, place, kind: content.kind, excerpt }
  return { ...known, options: choicesOf(content, plainText), statistics: statisticsOf(totals) }
}

export async function questionsOfExam(db: ExamsDb, { id, companyId }: ExamRecord, paging: Paging) {
  const { items, recordCount } = await itemsOfOccasion(db, { companyId, businessType, businessId: id }, paging)
  return { items: items.map(questionResult), recordCount }
}

const exportedAtOnce = 200

/** All questions, some hundred at a time: for the export. */
export async function* allQuestions(db: ExamsDb, exam: ExamRecord): AsyncGenerator<QuestionResult> {
  let isMore = true
  for (let page = 1; isMore; page += 1) {
    const { items, recordCount } = await questionsOfExam(db, exam, { page, pageSize: exportedAtOnce })
    yield* items
    isMore = page * exportedAtOnce < recordCount
  }
}

export async function questionResults(
  db: ExamsDb,
  caller: Caller,
  id: string,
  paging: Input<typeof exams.questionResults>['query'],
) {
  return questionsOfExam(db, await getOwnExam(db, caller, id), paging)
}
