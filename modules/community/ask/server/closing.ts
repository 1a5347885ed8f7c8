/** Withdrawing, removing, closing and opening questions again. A bounty goes back in the same transaction. */
import { assertNotSelf, type Caller } from '#kit/caller.ts'
import { INVALID_INPUT, NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertNotMuted, closeCases, reopenCase } from '#modules/content/moderation/server.ts'
import type { Context } from '#server/module.ts'
import { BOUNTY_OPEN, DUPLICATE_TARGET_CLOSED, QUESTION_ANSWERED, QUESTION_CLOSED } from '../contract/codes.ts'
import { type QuestionState, questionBusinessType, type Writer } from '../contract/shapes.ts'
import { isReserved, returnBounty } from './bounties.ts'
import type { AskDb } from './db.ts'
import { announce } from './messages.ts'
import { writersOf } from './people.ts'
import {
  assertAsker,
  assertAskerOrModerator,
  assertOpen,
  getQuestion,
  lockQuestion,
  lockVisible,
  type QuestionRow,
} from './question-rows.ts'

interface StateChange {
  readonly state: QuestionState
  readonly duplicateOfId?: string | null
  readonly reason?: string | null
}

export async function setState(db: AskDb, id: string, { state, duplicateOfId = null, reason = null }: StateChange) {
  await db
    .updateTable('ask.question')
    .set({ state, duplicate_of_id: duplicateOfId, removed_reason: reason })
    .where('id', '=', id)
    .execute()
}

const caseOf = ({ companyId, id }: QuestionRow) => ({ companyId, businessType: questionBusinessType, businessId: id })

async function lockOwnUnanswered(db: AskDb, caller: Caller, id: string): Promise<QuestionRow> {
  const question = await lockVisible(db, caller, id)
  assertAsker(question, caller)
  if (question.answerCount > 0) throw refuse(QUESTION_ANSWERED)
  return question
}

export async function withdrawQuestion(db: AskDb, caller: Caller, id: string, now: number) {
  const question = await lockOwnUnanswered(db, caller, id)
  assertOpen(question)
  await returnBounty(db, question, now)
  await setState(db, id, { state: 'withdrawn' })
  await closeCases(db, caseOf(question), 'withdrawn', now)
  return {}
}

/** Removed by the asker, a question is gone for good. */
export async function deleteQuestion(db: AskDb, caller: Caller, id: string, now: number) {
  const question = await lockOwnUnanswered(db, caller, id)
  if (question.state === 'removed') return {}
  await returnBounty(db, question, now)
  await setState(db, id, { state: 'removed' })
  await closeCases(db, caseOf(question), 'withdrawn', now)
  return {}
}

export async function removeQuestion(
  db: AskDb,
  id: string,
  reason: string,
  { caller, now, audit }: Pick<Context, 'caller' | 'now' | 'audit'>,
) {
  const question = await lockQuestion(db, caller, id)
  if (!question) throw refuse(NOT_FOUND)
  assertNotSelf(caller, [question.authorId])
  if (question.state === 'removed') return {}
  await returnBounty(db, question, now)
  await setState(db, id, { state: 'removed', reason: reason.trim() })
  await closeCases(db, caseOf(question), 'remove', now)
  const recipients = question.authorId === null ? [] : [question.authorId]
  await announce(db, question, { type: 'ask.removed', recipients, author: null, reason: reason.trim(), now })
  const states = { before: { status: question.state }, after: { status: 'removed', reason: reason.trim() } }
  audit({ type: 'ask-question', id, name: question.title, ...states })
  return {}
}

export async function closeAsDuplicate(db: AskDb, caller: Caller, id: string, duplicateOfId: string, now: number) {
  if (id === duplicateOfId) {
    const fields = [{ path: 'duplicateOfId', rule: 'other', message: 'is the question itself' }]
    throw refuse(INVALID_INPUT, { fields })
  }
  // Both in one order: of two that are closed as duplicates of each other at one moment, one stays open.
  for (const one of [id, duplicateOfId].toSorted()) await lockQuestion(db, caller, one)
  const question = await lockVisible(db, caller, id)
  assertAskerOrModerator(question, caller)
  assertOpen(question)
  const target = await getQuestion(db, caller, duplicateOfId)
  if (target.state !== 'open') throw refuse(DUPLICATE_TARGET_CLOSED)
  if (isReserved(question) && question.answerCount > 0) throw refuse(BOUNTY_OPEN)
  await returnBounty(db, question, now)
  await setState(db, id, { state: 'duplicate', duplicateOfId })
  const isOwn = question.authorId === caller.memberId
  const recipients = isOwn || question.authorId === null ? [] : [question.authorId]
  await announce(db, question, { type: 'ask.duplicate', recipients, author: null, now })
  return {}
}

/** Open again, a question has no bounty: its coins went back when it was closed. */
export async function reopenQuestion(db: AskDb, caller: Caller, id: string, now: number) {
  await assertNotMuted(db, caller, now)
  const question = await lockVisible(db, caller, id)
  assertAskerOrModerator(question, caller)
  if (question.state === 'open') return {}
  if (question.state === 'removed') throw refuse(QUESTION_CLOSED, { state: question.state })
  if (question.state === 'withdrawn' && question.authorId !== caller.memberId) throw refuse(NO_PERMISSION)
  await setState(db, id, { state: 'open' })
  if (question.state === 'withdrawn') await reopenCase(db, caseOf(question), now)
  return {}
}

/** The framework logs the call with its reason; the entry names the question, not the asker. */
export async function revealAuthor(
  db: AskDb,
  id: string,
  reason: string,
  { caller, audit }: Pick<Context, 'caller' | 'audit'>,
): Promise<{ author: Writer }> {
  const question = await lockQuestion(db, caller, id)
  if (!question) throw refuse(NOT_FOUND)
  audit({ type: 'ask-question', id, name: question.title, after: { reason: reason.trim() } })
  const row = { authorId: question.authorId, expertId: null }
  return { author: (await writersOf(db, caller.companyId, [row]))(row) }
}
