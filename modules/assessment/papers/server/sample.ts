/** A row of a company in every table of papers: what hostile calls of another company are not to reach. */
import { buildDirectory, buildQuestions } from '#modules/assessment/questions/server/questions.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { papersTables } from './db.ts'
import { buildPaper, buildPaperDirectory, fixedSection, randomSection, rule } from './papers.fixture.ts'
import { countExposure, noteShown } from './shown.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const author = { id: chief.id, companyId }
  const code = `P${companyId.slice(-12)}`
  const bank = await buildDirectory(connection, { author, name: `${marker}2`, code, now })
  const questionIds = await buildQuestions(connection, { author, directoryId: bank, now }, [{}, {}])
  const directoryId = await buildPaperDirectory(connection, { author, name: marker, code, now })
  const texts = { title: marker, instructions: marker }
  const sections = [
    fixedSection(questionIds.slice(0, 1), texts),
    randomSection([rule(bank, 1)], { ...texts, sequence: 2 }),
  ]
  await buildPaper(connection, { author, directoryId, name: marker, sections, now })
  await buildPaper(connection, { author, directoryId, name: marker, sections, isReady: true, now })
  const db = papersTables(connection)
  await noteShown(db, { companyId, memberId: learner.id, questionIds, now })
  await countExposure(db, now)
}
