/** Surveys as their authors write them. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { cleanRichText, getAuthored, listAuthored, plainText } from '#modules/content/catalog/server.ts'
import { ownsFile } from '#modules/platform/files/server.ts'
import {
  assertMembersOfCompany,
  membersByIds,
  organizationNames,
  positionNames,
} from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { type AuditFacts, audited } from '#server/audited.ts'
import type { EditedSurvey, SurveyInput } from '../contract/authoring.ts'
import { fixedQuestions, keepsMeaning, problemsOf, reusesNumber } from '../contract/check-content.ts'
import { PROMISE_FIXED, QUESTION_FIXED, SURVEY_INCONSISTENT, SURVEY_STATUS } from '../contract/codes.ts'
import { itemsOf, questionsOf, type SurveyContent } from '../contract/content.ts'
import type { SurveyState } from '../contract/states.ts'
import type { surveys } from '../contract.ts'
import type { SurveysDb } from './db.ts'
import { columnsOf, sharedSql, stateSql } from './fields.ts'
import { type SurveyRecord, surveyLifecycle } from './lifecycle.ts'

interface DetailRow {
  readonly state_now: SurveyState
  readonly start_at: number | null
  readonly end_at: number | null
  readonly is_anonymous: boolean
  readonly answered_count: number
}

const authoredAt = (now: number) => ({
  lifecycle: surveyLifecycle,
  details: {
    columns: sql`c.start_at, c.end_at, ${stateSql(now, 'c')} as state_now,
      (coalesce(c.published_content, c.content) ->> 'isAnonymous')::boolean as is_anonymous,
      ((select count(*) from surveys.participation t where t.survey_id = c.id and t.answered_on is not null)
        + (select count(*) from surveys.response r
          where r.survey_id = c.id and r.member_id is null and r.submitted_at is not null)
        + (select count(*) from surveys.guest_submission g where g.survey_id = c.id))::int as answered_count`,
    of: (row: DetailRow) => ({
      ...{ state: row.state_now, startAt: row.start_at, endAt: row.end_at, isAnonymous: row.is_anonymous },
      ...{ answeredCount: row.answered_count, mayEnd: row.state_now === 3 },
    }),
  },
})

export function listAuthoredSurveys(
  db: SurveysDb,
  caller: Caller,
  query: Input<typeof surveys.authoredSurveys>['query'],
  now: number,
) {
  return listAuthored(db, authoredAt(now), caller, query)
}

function textsOf({ name, summary, content }: SurveyInput): Record<string, string> {
  const items = itemsOf(content).map(({ title, description }) => `${title} ${description}`)
  const options = questionsOf(content).flatMap((one) => ('options' in one ? one.options.map(({ text }) => text) : []))
  return {
    ...{ name, summary, 'content.introduction': plainText(content.introduction) },
    'content.closing': plainText(content.closing),
    'content.pages': [...items, ...options].join(' '),
  }
}

/** The input as it is stored; refuses what names others than the company has. `coverFileId`: the cover so far. */
async function prepared(db: SurveysDb, caller: Caller, input: SurveyInput, coverFileId: string | null) {
  const { companyId } = caller
  const problems = problemsOf(input.content)
  if (problems.length > 0) throw refuse(SURVEY_INCONSISTENT, { problems })
  const organizations = await organizationNames(db, companyId, input.organizationIds)
  const positions = await positionNames(db, companyId, input.positionIds)
  const isKnown = organizations.size === input.organizationIds.length && positions.size === input.positionIds.length
  if (!isKnown) throw refuse(NOT_FOUND)
  await assertMembersOfCompany(db, companyId, [...input.memberIds])
  const isNewCover = input.coverFileId !== null && input.coverFileId !== coverFileId
  if (isNewCover && !(await ownsFile(db, caller, input.coverFileId ?? ''))) throw refuse(NOT_FOUND)
  const { introduction, closing } = input.content
  const rich = { introduction: cleanRichText(introduction), closing: cleanRichText(closing) }
  const stored = { ...input, content: { ...input.content, ...rich } }
  await assertClean(db, companyId, textsOf(stored))
  return stored
}

async function insert(db: SurveysDb, { companyId, organizationId, memberId }: Caller, input: SurveyInput, now: number) {
  const id = uuid()
  await db
    .insertInto('surveys.survey')
    .values({
      ...{ id, company_id: companyId, organization_id: organizationId, author_id: memberId, updated_at: now },
      ...{ ...columnsOf(input), guest_token: newToken() },
    })
    .execute()
  return { id, revision: 0 }
}

const newToken = () => randomBytes(32).toString('base64url')

export async function createSurvey(db: SurveysDb, caller: Caller, input: SurveyInput, now: number) {
  return insert(db, caller, await prepared(db, caller, input, null), now)
}

/** Everything but the window, which is over, and the audience. */
export async function createFrom(
  db: SurveysDb,
  caller: Caller,
  { name, summary, content }: Pick<SurveyInput, 'name' | 'summary' | 'content'>,
  now: number,
) {
  const nobody = { coverFileId: null, organizationIds: [], positionIds: [], memberIds: [] }
  return insert(db, caller, { name, summary, ...nobody, content: { ...content, startAt: null, endAt: null } }, now)
}

/** What was published once. */
async function publishedContents(db: SurveysDb, surveyId: string): Promise<readonly SurveyContent[]> {
  const { rows } = await sql<{ content: SurveyContent }>`
    select content from surveys.version where survey_id = ${surveyId} order by number`.execute(db)
  return rows.map(({ content }) => content)
}

/** An edit after the publication never makes an answer mean something else, and never breaks the promise to respondents. */
async function assertKeepsPromises(db: SurveysDb, record: SurveyRecord, content: SurveyContent): Promise<void> {
  const published = await publishedContents(db, record.id)
  const last = published.at(-1)
  if (!last) return
  if (last.isAnonymous !== content.isAnonymous || last.minimumGroup !== content.minimumGroup)
    throw refuse(PROMISE_FIXED)
  const before = Map.groupBy(
    published.flatMap((one) => questionsOf(one)),
    ({ id }) => id,
  )
  const stored = new Map(questionsOf(record.content).map((question) => [question.id, question]))
  const changed = questionsOf(content).find((after) => {
    const known = before.get(after.id) ?? []
    const newest = known.at(-1)
    return newest && (!keepsMeaning(newest, after) || reusesNumber(known, stored.get(after.id), after))
  })
  if (changed) throw refuse(QUESTION_FIXED, { questionId: changed.id, title: changed.title })
}

export async function changeSurvey(
  db: SurveysDb,
  caller: Caller,
  id: string,
  { revision, ...input }: Input<typeof surveys.changeSurvey>['body'],
  now: number,
) {
  const record = await surveyLifecycle.lockForEdit(db, caller, id, revision)
  await assertKeepsPromises(db, record, input.content)
  const columns = columnsOf(await prepared(db, caller, input, record.coverFileId))
  await db.updateTable('surveys.survey').set(columns).where('id', '=', id).execute()
  return { id, revision: await surveyLifecycle.bump(db, id, now) }
}

export async function editedSurvey(db: SurveysDb, caller: Caller, id: string, now: number): Promise<EditedSurvey> {
  const { item } = await getAuthored(db, authoredAt(now), caller, id)
  const { rows } = await sql<SurveyInput & { readonly guestToken: string | null }>`
    select ${sharedSql}, s.organization_ids as "organizationIds", s.position_ids as "positionIds",
      s.member_ids as "memberIds", s.content,
      case when (s.published_content ->> 'allowsGuests')::boolean then s.guest_token end as "guestToken"
    from surveys.survey s where s.id = ${id}`.execute(db)
  const [input] = rows
  if (!input) throw refuse(NOT_FOUND)
  const known = await membersByIds(db, caller.companyId, [...input.memberIds])
  const positions = await positionNames(db, caller.companyId, input.positionIds)
  const published = await publishedContents(db, id)
  return {
    ...{ ...item, ...input, isPromised: published.length > 0 },
    members: [...known.values()].map((one) => ({ id: one.id, fullName: one.fullName })),
    positions: [...positions].map(([positionId, name]) => ({ id: positionId, name })),
    fixedQuestions: fixedQuestions(published),
  }
}

export async function endSurvey(db: SurveysDb, caller: Caller, id: string, now: number) {
  const record = await surveyLifecycle.lockEditable(db, caller, id)
  const { rows } = await sql`update surveys.survey s set ended_at = ${now}
    where id = ${id} and ${stateSql(now)} = 3 returning id`.execute(db)
  if (rows.length === 0) throw refuse(SURVEY_STATUS, { action: 'end', status: record.status })
  return { id, revision: await surveyLifecycle.bump(db, id, now) }
}

export async function renewGuestLink(db: SurveysDb, caller: Caller, id: string) {
  const { publishedContent, status } = await surveyLifecycle.lockEditable(db, caller, id)
  if (!publishedContent?.allowsGuests) throw refuse(SURVEY_STATUS, { action: 'guest-link', status })
  const guestToken = newToken()
  await sql`update surveys.survey set guest_token = ${guestToken} where id = ${id}`.execute(db)
  return { guestToken }
}

/** The survey for whoever reads its results; refuses others. */
export async function getManaged(db: SurveysDb, caller: Caller, id: string): Promise<SurveyRecord> {
  return surveyLifecycle.getEditable(db, caller, id)
}

/** What the audit log keeps of a survey. */
async function factsOf(db: SurveysDb, companyId: string, ids: readonly string[]): Promise<AuditFacts[]> {
  const { rows } = await sql<AuditFacts>`
    select id, name, summary, status, approval, deleted_at as "deletedAt", cardinality(member_ids) as "listedMembers",
      ended_at as "endedAt", content::text as content
    from surveys.survey where id = any(${[...ids]}::uuid[]) and company_id = ${companyId}`.execute(db)
  return rows
}

export const auditedSurveys = audited<SurveysDb, 'survey'>({ survey: factsOf })
