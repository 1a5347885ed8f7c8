/** Accepting an answer, and what it earns. */
import { Type } from 'typebox'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { Id } from '#kit/schema.ts'
import { award, rewardEvent } from '#modules/platform/currency/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { BOUNTY_PAID } from '../contract/codes.ts'
import { answerBusinessType, type BountyState } from '../contract/shapes.ts'
import { lockAnswer } from './answers.ts'
import { isReserved, payBounty, returnBounty } from './bounties.ts'
import type { AskDb } from './db.ts'
import { announce } from './messages.ts'
import { assertAsker, assertOpen, type QuestionRow } from './question-rows.ts'

/** What an accepted answer is worth is the company's rule; the cap of a day makes rings useless. */
export const acceptedReward = rewardEvent({
  event: 'answer-accepted',
  label: { cn: '回答被采纳', en: 'Accepted answer' },
  description: { cn: '问吧中的回答被提问者采纳时', en: 'When the asker accepts a member’s answer in the ask bar' },
  defaults: [{ kind: 2, amount: 500n, dailyCap: 2000n, enabled: true }],
})

/** Apart from the bounty, because a transaction moves coins once. Given once, however often the job runs. */
export const acceptedRewardJob = job({
  name: 'ask.accepted-reward',
  payload: Type.Object({ companyId: Id, memberId: Id, answerId: Id, title: Type.String() }),
  async run(db, { companyId, memberId, answerId, title }, { now }) {
    const occurrence = { event: 'answer-accepted', businessType: answerBusinessType, businessId: answerId }
    await award(db, { companyId, memberId, ...occurrence, subject: title, now })
  },
})

/** An expired bounty goes back, an answer of the asker earns nothing; every other one earns the bounty. */
async function decideBounty(
  db: AskDb,
  question: QuestionRow,
  answerer: string | null,
  now: number,
): Promise<BountyState> {
  if (!isReserved(question)) return question.bountyState
  const isExpired = (question.bountyExpiresAt ?? 0) <= now
  if (isExpired || answerer === null || answerer === question.authorId) {
    await returnBounty(db, question, now)
    return 'returned'
  }
  await payBounty(db, question, answerer, now)
  return 'paid'
}

export async function acceptAnswer(db: AskDb, caller: Caller, id: string, now: number) {
  const { question, answer } = await lockAnswer(db, caller, id)
  assertAsker(question, caller)
  assertOpen(question)
  if (question.acceptedAnswerId === id) return { bounty: question.bountyState }
  if (question.bountyState === 'paid') throw refuse(BOUNTY_PAID)
  const bounty = await decideBounty(db, question, answer.authorId, now)
  if (question.acceptedAnswerId !== null)
    await db.updateTable('ask.answer').set({ accepted_at: null }).where('id', '=', question.acceptedAnswerId).execute()
  await db.updateTable('ask.answer').set({ accepted_at: now }).where('id', '=', id).execute()
  await db.updateTable('ask.question').set({ accepted_answer_id: id }).where('id', '=', question.id).execute()
  if (answer.authorId !== null && answer.authorId !== caller.memberId) {
    const { title, companyId } = question
    const recipients = [answer.authorId]
    await announce(db, question, { type: 'ask.accepted', recipients, author: null, answerId: id, now })
    await enqueue(db, acceptedRewardJob, { companyId, memberId: answer.authorId, answerId: id, title })
  }
  return { bounty }
}
