/** Invitations to answer: the asker asks an expert, who has promised to answer within some hours. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOR_ONESELF, NOT_FOUND, refuse } from '#kit/errors.ts'
import { personalAccounts } from '#modules/community/community/server.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import { EXPERT_AWAY, TOO_MANY_INVITATIONS } from '../contract/codes.ts'
import { invitationsMax, promiseHoursDefault } from '../contract/shapes.ts'
import type { AskDb } from './db.ts'
import { announce } from './messages.ts'
import { assertAsker, assertOpen, lockVisible } from './question-rows.ts'

const hourMs = 3_600_000

export async function invitationsOf(db: AskDb, companyId: string, questionId: string, now: number) {
  const rows = await db
    .selectFrom('ask.invitation')
    .select(['expert_id', 'member_id', 'invited_at', 'due_at', 'answered_at'])
    .where('company_id', '=', companyId)
    .where('question_id', '=', questionId)
    .orderBy('invited_at')
    .orderBy('expert_id')
    .execute()
  if (rows.length === 0) return []
  const members = await membersByIds(
    db,
    companyId,
    rows.map((row) => row.member_id),
  )
  return rows.map((row) => ({
    expertId: row.expert_id,
    memberId: row.member_id,
    fullName: members.get(row.member_id)?.fullName ?? '',
    invitedAt: row.invited_at,
    dueAt: row.due_at,
    answered: row.answered_at !== null,
    overdue: row.answered_at === null && row.due_at < now,
  }))
}

/** A repeated invitation answers the first one's time. */
export async function inviteExpert(db: AskDb, caller: Caller, questionId: string, expertId: string, now: number) {
  const { companyId } = caller
  const question = await lockVisible(db, caller, questionId)
  assertAsker(question, caller)
  assertOpen(question)
  const [expert] = await personalAccounts(db, companyId, { by: 'account', ids: [expertId] })
  if (!expert) throw refuse(NOT_FOUND)
  if (expert.memberId === caller.memberId) throw refuse(NOT_FOR_ONESELF)
  const { rows: invited } = await sql<{ expertId: string; dueAt: number }>`
    select expert_id as "expertId", due_at as "dueAt" from ask.invitation where question_id = ${questionId}`.execute(db)
  const known = invited.find((one) => one.expertId === expertId)
  if (known) return { dueAt: known.dueAt }
  if (invited.length >= invitationsMax) throw refuse(TOO_MANY_INVITATIONS, { max: invitationsMax })
  const setting = await db
    .selectFrom('ask.expert_setting')
    .select(['promise_hours', 'takes_invitations'])
    .where('expert_id', '=', expertId)
    .executeTakeFirst()
  if (expert.frozen || setting?.takes_invitations === false) throw refuse(EXPERT_AWAY)
  const dueAt = now + (setting?.promise_hours ?? promiseHoursDefault) * hourMs
  const { rows: answers } = await sql`select from ask.answer a
    where a.question_id = ${questionId} and a.author_id = ${expert.memberId} and a.removed_at is null`.execute(db)
  const answered = answers.length > 0 ? now : null
  await db
    .insertInto('ask.invitation')
    .values({
      ...{ question_id: questionId, expert_id: expertId, company_id: companyId, member_id: expert.memberId },
      ...{ invited_at: now, due_at: dueAt, answered_at: answered },
    })
    .execute()
  await announce(db, question, { type: 'ask.invited', recipients: [expert.memberId], author: null, now })
  return { dueAt }
}
