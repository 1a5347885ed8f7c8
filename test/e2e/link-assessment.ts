/** What the links of docs/spec/screens.tsv to exams, surveys and practice lead to. */
import { sql } from 'kysely'
import { buildSet } from '#modules/assessment/practice/server/practice.fixture.ts'
import { buildDirectory, buildQuestions, contentOf } from '#modules/assessment/questions/server/questions.fixture.ts'
import { buildSurvey, contentWith, textQuestion } from '#modules/assessment/surveys/server/surveys.fixture.ts'
import { buildFireExam } from './fire-exam.ts'
import { expect } from './fixtures.ts'
import type { Account, Platform } from './platform.ts'

/** Their ids. */
export interface AssessmentObjects {
  /** The chief is answering it, marks it, and watches over it. */
  readonly exam: string
  /** Of everybody in the company. */
  readonly survey: string
  /** A run of the chief through the own wrong answers. */
  readonly wrongRun: string
}

/** A run through the wrong-answer book, which only an answer puts a question into. */
async function practiceWrong(platform: Platform, chief: Account, setId: string): Promise<string> {
  const start = async (source: object) => {
    const all = { count: 1, kinds: [], order: 'given', only: 'all' }
    expect(await platform.call(chief, 'POST', '/practice/start', { source, ...all })).toBe(200)
    const { rows } = await sql<{ id: string }>`select id from practice.practice
      where member_id = ${chief.id} order by id desc limit 1`.execute(platform.db)
    return rows[0]?.id ?? ''
  }
  const run = await start({ kind: 'set', id: setId })
  const unknown = { round: 1, place: 1, answer: null }
  expect(await platform.call(chief, 'POST', `/practice/${run}/answers`, unknown)).toBe(200)
  return start({ kind: 'book' })
}

export async function buildAssessment(platform: Platform, chief: Account): Promise<AssessmentObjects> {
  const { db, companyId, departmentId } = platform
  const author = { id: chief.id, companyId, organizationId: departmentId }
  const now = Date.now()
  const directoryId = await buildDirectory(db, { author })
  const questionIds = await buildQuestions(db, { author, directoryId }, [{ content: contentOf['true-false'] }])
  const exam = await buildFireExam(platform, chief, chief)
  expect(await platform.call(chief, 'POST', `/exam/${exam}/start`, {})).toBe(200)
  return {
    exam,
    survey: await buildSurvey(db, { author, now, name: '安全调研', content: contentWith([textQuestion('您的建议')]) }),
    wrongRun: await practiceWrong(platform, chief, await buildSet(db, { author, now, questionIds })),
  }
}
