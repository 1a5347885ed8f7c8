/** A row of a company in every table of exams, which hostile calls of another company must not reach. */
import { v7 as uuid } from 'uuid'
import {
  buildDirectory,
  buildQuestions,
  currentVersionsOf,
} from '#modules/assessment/questions/server/questions.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'
import { examsTables } from './db.ts'
import { buildAppeal, buildAttempt, buildExam } from './exams.fixture.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const author = { id: chief.id, companyId, organizationId: companyId }
  const input = { author, now, name: marker, summary: marker, rules: { instructions: marker } }
  const id = await buildExam(connection, { ...input, graderIds: [chief.id], invigilatorIds: [chief.id] })
  await buildExam(connection, { ...input, status: 'draft' })
  await buildExam(connection, { ...input, status: 'off-shelf' })
  const directoryId = await buildDirectory(connection, {
    author,
    name: `${marker} 2`,
    code: `E${companyId.slice(-12)}`,
    now,
  })
  const content = {
    kind: 'short-answer',
    stem: marker,
    explanation: marker,
    reference: marker,
    lengthMax: 500,
  } as const
  const questions = await buildQuestions(connection, { author, directoryId, now }, [{ content, source: marker }])
  const [versionId] = (await currentVersionsOf(connection, questions)).values()
  const attempt = { examId: id, companyId, memberId: learner.id, now, state: 'to-grade' as const }
  const { id: attemptId } = await buildAttempt(connection, { ...attempt, ...(versionId && { versionId }) })
  await buildAppeal(connection, { ...attempt, attemptId, ...(versionId && { versionId }) })
  await examsTables(connection)
    .insertInto('exams.key_fix')
    .values({
      ...{
        id: uuid(),
        company_id: companyId,
        exam_id: id,
        number: 1,
        version_id: versionId ?? uuid(),
        kind: 'award-all',
      },
      ...{ reason: marker, created_by: chief.id, created_at: now, task_id: uuid(), attempt_count: 1, finished_at: now },
    })
    .execute()
}

export const sampleValues = ({ marker }: SampleCompany): SampleValues => ({
  'exams.accommodation': { time_percent: 150, exam_id: null, valid_from: null, valid_until: null },
  'exams.answer_event': { answer: { kind: 'short-answer', text: marker } },
})
