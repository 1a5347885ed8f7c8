/** The calls of respondents: members by their session, guests by the link and the secret of their browser. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import { Id } from '#kit/schema.ts'
import { announceFinished } from '#modules/content/study/server.ts'
import { filesOfOwner } from '#modules/platform/files/server.ts'
import { organizationNames } from '#modules/platform/identity/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import type { Answers } from '../contract/answer.ts'
import type { GuestEntry } from '../contract/answering.ts'
import { ANSWER_INVALID, GUEST_LINK_INVALID } from '../contract/codes.ts'
import { businessType, type surveys } from '../contract.ts'
import { type SurveysDb, surveysTables } from './db.ts'
import { surveyLifecycle } from './lifecycle.ts'
import {
  assertOpen,
  entryOf,
  lockAnswerable,
  type PublishedSurvey,
  publishedColumns,
  windowObstacle,
} from './published.ts'
import { openForm, type Respondent, saveResponse, submitResponse } from './responses.ts'

export async function openSurvey(db: SurveysDb, caller: Caller, id: string, now: number) {
  const survey = await lockAnswerable(db, caller, id, now)
  return openForm(db, survey, { memberId: caller.memberId }, now)
}

const fileIdsOf = (answers: Answers) =>
  answers.flatMap(({ questionId, answer }) =>
    answer.kind === 'file' ? answer.fileIds.map((id) => ({ questionId, id })) : [],
  )

/** Files that somebody else has uploaded are no answer. */
async function assertOwnFiles(db: SurveysDb, caller: Caller, answers: Answers): Promise<void> {
  const named = fileIdsOf(answers)
  if (named.length === 0) return
  const own = await filesOfOwner(
    db,
    caller,
    named.map(({ id }) => id),
  )
  const foreign = named.find(({ id }) => !own.has(id))
  if (foreign) throw refuse(ANSWER_INVALID, { questionId: foreign.questionId, problem: 'option' })
}

export async function saveAnswers(
  db: SurveysDb,
  caller: Caller,
  id: string,
  body: Input<typeof surveys.saveAnswers>['body'],
  now: number,
) {
  const survey = await lockAnswerable(db, caller, id, now)
  await assertOwnFiles(db, caller, body.answers)
  return saveResponse(db, survey, { memberId: caller.memberId }, body, now)
}

export async function submitSurvey(
  db: SurveysDb,
  caller: Caller,
  id: string,
  body: Input<typeof surveys.submitSurvey>['body'],
  now: number,
) {
  const survey = await lockAnswerable(db, caller, id, now)
  await assertOwnFiles(db, caller, body.answers)
  const submitted = await submitResponse(db, survey, { memberId: caller.memberId }, body, now)
  await enqueue(db, afterAnswered, { memberId: caller.memberId, surveyId: id })
  return submitted
}

/** Reports the completion to the modules that award something for it. */
export const afterAnswered = job({
  name: 'surveys.after-answered',
  payload: Type.Object({ memberId: Id, surveyId: Id }),
  async run(connection, { memberId, surveyId }, { now }) {
    const { rows } = await sql<{ companyId: string; name: string }>`
      select s.company_id as "companyId", s.name from surveys.participation t join surveys.survey s on s.id = t.survey_id
      where t.survey_id = ${surveyId} and t.member_id = ${memberId} and t.answered_on is not null`.execute(
      surveysTables(connection),
    )
    const [found] = rows
    if (!found) return
    await announceFinished(connection, { ...found, memberId, businessType, businessId: surveyId, finishedAt: now })
  },
})

const keyOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

interface GuestSurvey extends PublishedSurvey {
  readonly hasAnswered: boolean
}

async function findForGuest(
  db: SurveysDb,
  token: string,
  secret: string | undefined,
  now: number,
): Promise<GuestSurvey> {
  const key = secret === undefined ? '' : keyOf(secret)
  const { rows } = await sql<GuestSurvey>`
    select ${publishedColumns(now)},
      exists (select from surveys.guest_submission g where g.survey_id = s.id and g.guest_key = ${key})
        or exists (select from surveys.response r where r.survey_id = s.id and r.guest_key = ${key}
          and r.submitted_at is not null) as "hasAnswered"
    from surveys.survey s where s.guest_token = ${token} and s.deleted_at is null and s.status <> 'draft'
      and (s.published_content ->> 'allowsGuests')::boolean for share`.execute(db)
  if (!rows[0]) throw refuse(GUEST_LINK_INVALID)
  return rows[0]
}

export async function guestEntry(
  db: SurveysDb,
  { token, secret }: Input<typeof surveys.guestEntry>['body'],
  now: number,
): Promise<GuestEntry> {
  const survey = await findForGuest(db, token, secret, now)
  const names = await organizationNames(db, survey.companyId, [survey.companyId])
  return {
    ...entryOf(survey),
    introduction: survey.content.introduction,
    serverNow: now,
    obstacle: survey.hasAnswered ? 'answered' : windowObstacle(survey),
    companyName: names.get(survey.companyId) ?? '',
  }
}

async function answerableAsGuest(
  db: SurveysDb,
  { token, secret, name }: { readonly token: string; readonly secret: string; readonly name?: string },
  now: number,
) {
  const survey = await findForGuest(db, token, secret, now)
  assertOpen(survey, survey.hasAnswered ? 'answered' : windowObstacle(survey))
  const respondent: Respondent = { guestKey: keyOf(secret), guestName: survey.content.isAnonymous ? '' : (name ?? '') }
  return { survey, respondent }
}

/** A named survey asks guests for their name, once. */
export async function openAsGuest(db: SurveysDb, body: Input<typeof surveys.openAsGuest>['body'], now: number) {
  const { survey, respondent } = await answerableAsGuest(db, body, now)
  return openForm(db, survey, respondent, now)
}

export async function saveAsGuest(db: SurveysDb, body: Input<typeof surveys.saveAsGuest>['body'], now: number) {
  const { survey, respondent } = await answerableAsGuest(db, body, now)
  return saveResponse(db, survey, respondent, body, now)
}

export async function submitAsGuest(db: SurveysDb, body: Input<typeof surveys.submitAsGuest>['body'], now: number) {
  const { survey, respondent } = await answerableAsGuest(db, body, now)
  return submitResponse(db, survey, respondent, body, now)
}

/** The draft as respondents would meet it. */
export async function previewSurvey(db: SurveysDb, caller: Caller, id: string, now: number) {
  const { name, content, versionNumber } = await surveyLifecycle.getPreviewable(db, caller, id, now)
  return {
    ...{ id, name, versionNumber, content: { ...content, quotas: [] }, fullQuotas: [], answers: [], revision: 0 },
    ...{ savedAt: null, endAt: content.endAt, serverNow: now },
  }
}
