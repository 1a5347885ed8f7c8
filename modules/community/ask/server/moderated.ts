/** Questions and answers as the moderators' queue sees and changes them. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { plainText } from '#modules/content/catalog/server.ts'
import { type DescribedContent, type Measure, moderated } from '#modules/content/moderation/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { answerBusinessType, questionBusinessType } from '../contract/shapes.ts'
import { takeAway } from './answers.ts'
import { returnBounty } from './bounties.ts'
import { setState } from './closing.ts'
import { askTables } from './db.ts'
import { lockQuestion, shownSql, visibleSql } from './question-rows.ts'

/** Questions are the whole company's, and so are their moderators; an organization would say something of who asks. */
const organizationOf = (companyId: string) => companyId

interface Described {
  readonly id: string
  readonly title: string
  readonly content: string
  readonly excerpt: string
  readonly link: string
  readonly authorId: string | null
  readonly isAnonymous: boolean
  readonly isShown: boolean
  /** Who asked what is answered, and who has answered as well while a bounty waits. */
  readonly interestedIds?: readonly string[]
}

const describedOf = (companyId: string, row: Described): DescribedContent => {
  const { id, title, excerpt, content, link, authorId, isAnonymous, isShown, interestedIds = [] } = row
  return {
    ...{ id, title, excerpt: excerpt || title, link, authorId, isAnonymous },
    text: [title, plainText(content)].filter((part) => part !== '').join('\n'),
    interestedIds,
    organizationId: organizationOf(companyId),
    state: isShown ? 'shown' : 'removed',
  }
}

export const moderatedQuestion = moderated({
  businessType: questionBusinessType,
  label: { cn: '问吧问题', en: 'Question' },
  async describe(connection, companyId, ids) {
    const { rows } = await sql<Described>`select q.id, q.title, q.excerpt,
        q.content || coalesce((select string_agg(f.content, '' order by f.created_at, f.id) from ask.follow_up f
          where f.question_id = q.id), '') as content,
        '/ask/question/detail/' || q.id as link, q.author_id as "authorId", q.is_anonymous as "isAnonymous",
        ${shownSql} as "isShown"
      from ask.question q where q.company_id = ${companyId} and q.id = any(${[...ids]}::uuid[])`.execute(
      askTables(connection),
    )
    return rows.map((row) => describedOf(companyId, row))
  },
  async visible(connection, { companyId }, ids) {
    const { rows } = await sql<{ id: string }>`select q.id from ask.question q
      where q.id = any(${[...ids]}::uuid[]) and q.company_id = ${companyId} and ${shownSql}`.execute(
      askTables(connection),
    )
    return rows.map(({ id }) => id)
  },
  async remove(connection, companyId, id, { reason, now }) {
    const db = askTables(connection)
    const question = await lockQuestion(db, { companyId }, id)
    if (!question || question.state === 'removed') return
    await returnBounty(db, question, now)
    await setState(db, id, { state: 'removed', reason })
  },
  /** Its bounty went back when it was removed. */
  async restore(connection, companyId, id) {
    const db = askTables(connection)
    const question = await lockQuestion(db, { companyId }, id)
    // What its asker has removed is gone for good, and has no reason.
    if (question?.state !== 'removed' || question.removedReason === null) return
    await setState(db, id, { state: 'open' })
  },
})

/** The answer and its question, both locked; the question before it, as everywhere. */
async function lockBoth(connection: Connection, companyId: string, id: string) {
  const db = askTables(connection)
  const known = await sql<{ questionId: string }>`select question_id as "questionId" from ask.answer
    where id = ${id} and company_id = ${companyId}`.execute(db)
  const question = known.rows[0] && (await lockQuestion(db, { companyId }, known.rows[0].questionId))
  if (!question) return undefined
  const { rows } = await sql<{ authorId: string | null; removedAt: number | null; removedReason: string | null }>`
    select author_id as "authorId", removed_at as "removedAt", removed_reason as "removedReason"
    from ask.answer where id = ${id} for no key update`.execute(db)
  return rows[0] && { db, question, answer: rows[0] }
}

async function restoreAnswer(connection: Connection, companyId: string, id: string): Promise<void> {
  const locked = await lockBoth(connection, companyId, id)
  if (!locked || locked.answer.removedAt === null || locked.answer.removedReason === null) return
  // Whoever has answered again since keeps the new answer alone.
  const { numAffectedRows } = await sql`update ask.answer a set removed_at = null, removed_reason = null
    where a.id = ${id} and not exists (select from ask.answer o where o.question_id = a.question_id
      and o.author_id = a.author_id and o.removed_at is null)`.execute(locked.db)
  if (numAffectedRows === 0n) return
  await sql`update ask.question set answer_count = answer_count + 1 where id = ${locked.question.id}`.execute(locked.db)
}

export const moderatedAnswer = moderated({
  businessType: answerBusinessType,
  label: { cn: '问吧回答', en: 'Answer' },
  async describe(connection, companyId, ids) {
    const { rows } = await sql<Described>`select a.id, q.title, a.content, a.excerpt,
        '/ask/question/detail/' || q.id || '?answer=' || a.id as link, a.author_id as "authorId",
        array_remove(array(select o.author_id from ask.answer o where o.question_id = q.id and o.id <> a.id
          and o.removed_at is null and q.bounty_state = 'reserved') || q.author_id, null) as "interestedIds",
        false as "isAnonymous", (a.removed_at is null and ${shownSql}) as "isShown"
      from ask.answer a join ask.question q on q.id = a.question_id
      where a.company_id = ${companyId} and a.id = any(${[...ids]}::uuid[])`.execute(askTables(connection))
    return rows.map((row) => describedOf(companyId, row))
  },
  async visible(connection, caller: Caller, ids) {
    const { rows } = await sql<{ id: string }>`select a.id from ask.answer a join ask.question q on q.id = a.question_id
      where a.id = any(${[...ids]}::uuid[]) and a.removed_at is null and ${visibleSql(caller)}`.execute(
      askTables(connection),
    )
    return rows.map(({ id }) => id)
  },
  async remove(connection, companyId, id, { reason, now }: Measure) {
    const locked = await lockBoth(connection, companyId, id)
    if (!locked || locked.answer.removedAt !== null) return
    await takeAway(locked.db, locked.question, id, reason, now)
  },
  restore: restoreAnswer,
})
