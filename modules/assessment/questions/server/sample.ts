/** A row of a company in every table of questions: what hostile calls of another company are not to reach. */
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'
import { contentOf } from '../contract/question.fixture.ts'
import { buildDirectory, buildQuestions } from './questions.fixture.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, marker, now } = sample
  const author = { id: chief.id, companyId }
  const code = `S${companyId.slice(-12)}`
  const directoryId = await buildDirectory(connection, { author, name: marker, code, now })
  const stem = `<p>${marker}</p>`
  await buildQuestions(connection, { author, directoryId, now }, [
    { content: { ...contentOf['single-choice'], stem, explanation: stem }, source: marker },
    { content: { ...contentOf['true-false'], stem, explanation: stem }, source: marker },
  ])
}

export const sampleValues = ({ marker }: SampleCompany): SampleValues => ({
  'questions.item_totals': { options: [] },
  'questions.question_import': { file_name: `${marker}.xlsx`, file: null, state: 'checked', columns: [] },
  'questions.question_import_row': {
    ...{ row_number: 2, question_row: 2, cells: { stem: marker }, errors: [{ column: 'kind', code: 383110 }] },
    ...{ question: null, likely: [], outcome: 'failed', notes: [], losses: [] },
  },
})
