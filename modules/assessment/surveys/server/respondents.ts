/** Who has answered, by name, and the single responses of named surveys. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { filesByIds, grantAccess } from '#modules/platform/files/server.ts'
import { directorySql, organizationsBelowSql, timeZoneSql } from '#modules/platform/identity/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { Answers } from '../contract/answer.ts'
import { ANONYMOUS_ONLY_TOGETHER, SURVEY_STATUS } from '../contract/codes.ts'
import type { SurveyContent } from '../contract/content.ts'
import type { Participant, ResponseRow } from '../contract/reports.ts'
import type { surveys } from '../contract.ts'
import { remind } from './announcing.ts'
import { getManaged } from './authored.ts'
import type { SurveysDb } from './db.ts'
import { respondentsSql } from './fields.ts'
import { surveyLifecycle } from './lifecycle.ts'

const memberSql = sql`json_build_object('id', p.id, 'fullName', p.full_name, 'avatarPath', p.avatar_path)`

export async function surveyParticipants(
  db: SurveysDb,
  caller: Caller,
  id: string,
  { participation, search, ...paging }: Input<typeof surveys.surveyParticipants>['query'],
) {
  const { companyId } = await getManaged(db, caller, id)
  const stateOf = sql`case when t.answered_on is not null then 'answered' when r.id is not null then 'started' else 'open' end`
  const wanted = participation ? sql`${stateOf} = ${participation}` : sql`true`
  const matching = sql`from surveys.survey s cross join lateral ${respondentsSql(companyId)} m(id)
    join ${directorySql(companyId)} p on p.id = m.id
    left join surveys.participation t on t.survey_id = s.id and t.member_id = p.id
    left join surveys.response r on r.survey_id = s.id and r.member_id = p.id
    where s.id = ${id} and ${containsWordsSql(sql`p.full_name`, search)} and ${wanted}`
  return sqlPage<Participant>(db, paging, {
    matching,
    rows: (window) => sql<Participant>`
      select ${memberSql} as member, p.organization_name as "organizationName", ${stateOf} as participation,
        (extract(epoch from t.answered_on::timestamp at time zone ${timeZoneSql(companyId)}) * 1000)::bigint as "answeredOn"
      ${matching} order by p.full_name, p.id ${window}`,
  })
}

export async function remindRespondents(db: SurveysDb, caller: Caller, id: string, now: number) {
  const { status } = await surveyLifecycle.getEditable(db, caller, id)
  const reminded = await remind(db, id, now)
  if (reminded === undefined) throw refuse(SURVEY_STATUS, { action: 'remind', status })
  return { reminded }
}

async function assertNamed(db: SurveysDb, caller: Caller, id: string): Promise<string> {
  const { companyId, publishedContent, content } = await getManaged(db, caller, id)
  if ((publishedContent ?? content).isAnonymous) throw refuse(ANONYMOUS_ONLY_TOGETHER)
  return companyId
}

const responseColumns = sql`r.id, case when p.id is not null then ${memberSql} end as member, r.guest_name as "guestName",
  coalesce(p.organization_name, '') as "organizationName", r.version_number as "versionNumber",
  r.started_at as "startedAt", r.submitted_at as "submittedAt", r.outcome`

export async function surveyResponses(
  db: SurveysDb,
  caller: Caller,
  id: string,
  { outcome, organizationId, ...paging }: Input<typeof surveys.surveyResponses>['query'],
) {
  const companyId = await assertNamed(db, caller, id)
  const ofOutcome = outcome ? sql`r.outcome = ${outcome}` : sql`true`
  const ofOrganization = organizationId
    ? sql`p.organization_id in ${organizationsBelowSql([organizationId])}`
    : sql`true`
  const matching = sql`from surveys.response r left join ${directorySql(companyId)} p on p.id = r.member_id
    where r.survey_id = ${id} and ${ofOutcome} and ${ofOrganization}`
  return sqlPage<ResponseRow>(db, paging, {
    matching,
    rows: (window) =>
      sql<ResponseRow>`select ${responseColumns} ${matching} order by r.started_at desc, r.id ${window}`,
  })
}

const addressSeconds = 3600

/** With addresses of the uploaded files, for the caller alone. */
export async function surveyResponse(
  db: SurveysDb,
  caller: Caller,
  { id, responseId }: Input<typeof surveys.surveyResponse>['params'],
  now: number,
) {
  const companyId = await assertNamed(db, caller, id)
  const { rows } = await sql<ResponseRow & { readonly answers: Answers; readonly content: SurveyContent }>`
    select ${responseColumns}, r.answers, v.content from surveys.response r
    join surveys.version v on v.survey_id = r.survey_id and v.number = r.version_number
    left join ${directorySql(companyId)} p on p.id = r.member_id
    where r.survey_id = ${id} and r.id = ${responseId}`.execute(db)
  const [row] = rows
  if (!row) throw refuse(NOT_FOUND)
  const fileIds = row.answers.flatMap(({ answer }) => (answer.kind === 'file' ? answer.fileIds : []))
  const known = fileIds.length === 0 ? new Map() : await filesByIds(db, companyId, fileIds)
  const files: { id: string; name: string; url: string }[] = []
  for (const [fileId, { name }] of known) {
    const grant = { companyId, fileId, memberId: caller.memberId, seconds: addressSeconds, now }
    files.push({ id: fileId, name, url: await grantAccess(db, grant) })
  }
  return { ...row, answers: [...row.answers], files }
}
