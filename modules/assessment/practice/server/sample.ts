/** A row of a company in every table of practice, which hostile calls of another company must not reach. */
import {
  buildDirectory,
  buildQuestions,
  currentVersionsOf,
} from '#modules/assessment/questions/server/questions.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'
import { recordAnswers } from './cards.ts'
import { practiceTables } from './db.ts'
import { buildSet } from './practice.fixture.ts'
import { insertPractice } from './practices.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const db = practiceTables(connection)
  const author = { id: chief.id, companyId, organizationId: companyId }
  const code = `R${companyId.slice(-12)}`
  const directoryId = await buildDirectory(connection, { author, name: `${marker} 3`, code, now })
  const content = { kind: 'true-false', stem: marker, explanation: marker, isTrue: true } as const
  const questionIds = await buildQuestions(connection, { author, directoryId, now }, [{ content, source: marker }])
  const versions = await currentVersionsOf(connection, questionIds)
  const drawn = [...versions].map(([questionId, versionId]) => ({ questionId, versionId }))
  const set = { author, now, name: marker, summary: marker, questionIds }
  const sourceId = await buildSet(connection, set)
  await buildSet(connection, { ...set, status: 'draft' })
  const member = { companyId, memberId: learner.id }
  await insertPractice(db, member, { source: 'set', sourceId, name: marker, mark: marker }, drawn, now)
  const answer = { kind: 'true-false', isTrue: false } as const
  const wrong = drawn.map((one) => ({ ...one, answer, share: 0, rating: 'again' as const, sourceName: marker }))
  await recordAnswers(db, member, wrong, { practiceId: null, now })
}

export const sampleValues = ({ marker }: SampleCompany): SampleValues => ({
  'practice.practice_set': { rules: [] },
  'practice.item': { answer: null },
  'practice.preference': { master_after: 3, daily_max: 30 },
  'practice.review': { before: { source_name: marker } },
})
