/** Surveys as members meet them, with the own participation beside them. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { SurveyEntry, SurveyListItem, surveyObstacles } from '../contract/answering.ts'
import { NO_RESPONDENT, SURVEY_ANSWERED, SURVEY_ENDED, SURVEY_REVOKED, SURVEY_UPCOMING } from '../contract/codes.ts'
import { questionsOf, type SurveyContent } from '../contract/content.ts'
import type { ParticipationState, SurveyState } from '../contract/states.ts'
import type { surveys } from '../contract.ts'
import type { SurveysDb } from './db.ts'
import { audienceIncludesSql, isRespondentSql, openSql, sharedSql, stateSql } from './fields.ts'

export type Obstacle = (typeof surveyObstacles)[number]

/** A survey that is, or was, on the shelf. */
export interface PublishedSurvey {
  readonly id: string
  readonly companyId: string
  readonly name: string
  readonly summary: string
  readonly coverFileId: string | null
  readonly state: SurveyState
  readonly startAt: number | null
  readonly endAt: number | null
  readonly versionNumber: number
  readonly publishedAt: number | null
  readonly content: SurveyContent
}

/** Of the survey `s`. */
export const publishedColumns = (now: number) => sql`s.id, s.company_id as "companyId", ${sharedSql},
  ${stateSql(now)} as state, s.start_at as "startAt", s.end_at as "endAt", s.version_number as "versionNumber",
  s.published_at as "publishedAt", s.published_content as content`

/** Of the caller and the survey `s`. Of an anonymous one "started" is known to nobody. */
const participationSql = (caller: Caller) => sql<ParticipationState>`(case
  when exists (select from surveys.participation t where t.survey_id = s.id and t.member_id = ${caller.memberId}
    and t.answered_on is not null) then 'answered'
  when exists (select from surveys.response r where r.survey_id = s.id and r.member_id = ${caller.memberId})
    then 'started' else 'open' end)`

interface ItemRow extends PublishedSurvey {
  readonly participation: ParticipationState
}

export const entryOf = ({ id, name, summary, coverFileId, state, startAt, endAt, content }: PublishedSurvey) => ({
  ...{ id, name, summary, coverFileId, state, startAt, endAt },
  ...{ isAnonymous: content.isAnonymous, minimumGroup: content.minimumGroup },
  questionCount: questionsOf(content).length,
})

const listItem = (row: ItemRow): SurveyListItem => ({
  ...{ ...entryOf(row), publishedAt: row.publishedAt, participation: row.participation },
})

const obstacles: Partial<Readonly<Record<SurveyState, Obstacle>>> = {
  1: 'revoked',
  2: 'upcoming',
  4: 'ended',
  5: 'revoked',
}
export const windowObstacle = ({ state }: Pick<PublishedSurvey, 'state'>): Obstacle | null => obstacles[state] ?? null

/** Refuses whoever cannot answer now. */
export function assertOpen({ startAt }: Pick<PublishedSurvey, 'startAt'>, obstacle: Obstacle | null): void {
  switch (obstacle) {
    case null:
      return
    case 'upcoming':
      throw refuse(SURVEY_UPCOMING, { startAt })
    case 'ended':
      throw refuse(SURVEY_ENDED)
    case 'revoked':
      throw refuse(SURVEY_REVOKED)
    case 'answered':
      throw refuse(SURVEY_ANSWERED)
    case 'not-respondent':
      throw refuse(NO_RESPONDENT)
  }
}

interface Met extends ItemRow {
  readonly isRespondent: boolean
}

/** `lock`: the survey is neither ended nor revoked until we are done. */
async function findMet(db: SurveysDb, caller: Caller, id: string, now: number, lock = false): Promise<Met> {
  const { rows } = await sql<Met>`
    select ${publishedColumns(now)}, ${participationSql(caller)} as participation,
      ${isRespondentSql(caller)} as "isRespondent"
    from surveys.survey s where s.id = ${id} and s.company_id = ${caller.companyId} and s.deleted_at is null
      and s.status <> 'draft' ${lock ? sql`for share` : sql``}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  if (!rows[0].isRespondent) throw refuse(NO_RESPONDENT)
  return rows[0]
}

/** The survey for a respondent who may answer it now; refuses everybody else (EXAM-059). */
export async function lockAnswerable(db: SurveysDb, caller: Caller, id: string, now: number): Promise<PublishedSurvey> {
  const survey = await findMet(db, caller, id, now, true)
  assertOpen(survey, survey.participation === 'answered' ? 'answered' : windowObstacle(survey))
  return survey
}

export async function surveyEntry(db: SurveysDb, caller: Caller, id: string, now: number): Promise<SurveyEntry> {
  const survey = await findMet(db, caller, id, now)
  const obstacle = survey.participation === 'answered' ? 'answered' : windowObstacle(survey)
  return { ...listItem(survey), introduction: survey.content.introduction, serverNow: now, obstacle }
}

export async function listSurveys(
  db: SurveysDb,
  caller: Caller,
  { search, participation, ...paging }: Input<typeof surveys.surveys>['query'],
  now: number,
) {
  const wanted = participation ? sql`${participationSql(caller)} = ${participation}` : sql`true`
  const matching = sql`from surveys.survey s
    where s.company_id = ${caller.companyId} and s.status = 'on-shelf' and s.deleted_at is null
      and ${audienceIncludesSql(caller)} and ${containsWordsSql(sql`s.name`, search)} and ${wanted}`
  const { items, recordCount } = await sqlPage<ItemRow>(db, paging, {
    matching,
    rows: (window) => sql<ItemRow>`
      select ${publishedColumns(now)}, ${participationSql(caller)} as participation ${matching}
      order by s.published_at desc, s.id ${window}`,
  })
  return { items: items.map(listItem), recordCount }
}

/** In the order of the ids, without those that the caller may not open (EXAM-064). */
export async function surveysByIds(db: SurveysDb, caller: Caller, ids: readonly string[], now: number) {
  const { rows } = await sql<ItemRow>`
    select ${publishedColumns(now)}, ${participationSql(caller)} as participation from surveys.survey s
    where s.id = any(${[...ids]}::uuid[]) and s.company_id = ${caller.companyId} and s.deleted_at is null
      and s.status <> 'draft' and ${openSql(caller)}
    order by array_position(${[...ids]}::uuid[], s.id)`.execute(db)
  return rows.map(listItem)
}
