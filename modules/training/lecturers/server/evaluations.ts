/** The surveys that evaluate a lecturer. Their ratings are means of many: nobody reads here who said what. */
import { sql } from 'kysely'
import { assertNotSelf, type Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertReadsResults, surveyRatings } from '#modules/assessment/surveys/server.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { EVALUATION_EXISTS } from '../contract/codes.ts'
import type { Evaluation } from '../contract/evaluations.ts'
import type { LecturersDb } from './db.ts'
import { getManaged } from './policy.ts'
import { assertLecturer } from './standing.ts'

interface EvaluationRow {
  readonly surveyId: string
  readonly createdAt: number
}

/** A survey that was deleted since stands there without name and figures. */
async function readEvaluations(db: LecturersDb, caller: Caller, lecturerId: string, paging: Paging, now: number) {
  const matching = sql`from lecturers.evaluation e where e.lecturer_id = ${lecturerId}`
  const { items, recordCount } = await sqlPage<EvaluationRow>(db, paging, {
    matching,
    rows: (window) => sql<EvaluationRow>`
      select e.survey_id as "surveyId", e.created_at as "createdAt" ${matching}
      order by e.created_at desc, e.survey_id ${window}`,
  })
  const ids = items.map(({ surveyId }) => surveyId)
  const found = new Map((await surveyRatings(db, caller, ids, now)).map((one) => [one.surveyId, one]))
  const evaluations = items.map(({ surveyId, createdAt }): Evaluation => {
    const { name = '', included = 0, isHidden = false, questions = [] } = found.get(surveyId) ?? {}
    return { surveyId, createdAt, name, included, isHidden, ratings: [...questions] }
  })
  return { items: evaluations, recordCount }
}

export async function evaluations(db: LecturersDb, caller: Caller, id: string, paging: Paging, now: number) {
  await getManaged(db, caller, id)
  return readEvaluations(db, caller, id, paging, now)
}

export async function ownEvaluations(db: LecturersDb, caller: Caller, paging: Paging, now: number) {
  const id = await assertLecturer(db, caller)
  if (id === null) return { items: [], recordCount: 0 }
  return readEvaluations(db, caller, id, paging, now)
}

export async function addEvaluation(db: LecturersDb, caller: Caller, id: string, surveyId: string, now: number) {
  const { memberId } = await getManaged(db, caller, id, 'change')
  assertNotSelf(caller, [memberId])
  await assertReadsResults(db, caller, surveyId)
  const { rows } = await sql`
    insert into lecturers.evaluation (lecturer_id, survey_id, company_id, created_at, created_by)
    values (${id}, ${surveyId}, ${caller.companyId}, ${now}, ${caller.memberId}) on conflict do nothing
    returning survey_id`.execute(db)
  if (rows.length === 0) throw refuse(EVALUATION_EXISTS)
  return {}
}

export async function removeEvaluation(db: LecturersDb, caller: Caller, id: string, surveyId: string) {
  const { memberId } = await getManaged(db, caller, id, 'change')
  assertNotSelf(caller, [memberId])
  const { rows } = await sql`
    delete from lecturers.evaluation where lecturer_id = ${id} and survey_id = ${surveyId} returning survey_id`.execute(
    db,
  )
  if (rows.length === 0) throw refuse(NOT_FOUND)
  return {}
}
