/** A row of a company in every table of surveys, which hostile calls of another company must not reach. */
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'
import { buildResponse, buildSurvey, contentWith, textQuestion } from './surveys.fixture.ts'

const sampleContent = (marker: string) => contentWith([textQuestion(marker)], { introduction: marker })

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const author = { id: chief.id, companyId, organizationId: companyId }
  const question = textQuestion(marker)
  const input = {
    author,
    now,
    name: marker,
    summary: marker,
    content: contentWith([question], { introduction: marker }),
  }
  const surveyId = await buildSurvey(connection, input)
  await buildSurvey(connection, { ...input, status: 'draft' })
  await buildSurvey(connection, { ...input, status: 'off-shelf' })
  const answers = [{ questionId: question.id, answer: { kind: 'text' as const, text: marker } }]
  await buildResponse(connection, { surveyId, companyId, memberId: learner.id, answers, now })
}

export const sampleValues = ({ marker }: SampleCompany): SampleValues => ({
  'surveys.template': { content: sampleContent(marker) },
  'surveys.answer_pool': { answers: [] },
  'surveys.answer_batch': { answers: [] },
})
