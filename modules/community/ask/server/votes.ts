/** Votes: one of a member, which changes the counts in the same transaction. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOR_ONESELF, NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertReadable } from './answers.ts'
import type { AskDb } from './db.ts'
import { getQuestion } from './question-rows.ts'

type Vote = -1 | 0 | 1

const tables = { question: sql.table('ask.question'), answer: sql.table('ask.answer') } as const

async function vote(db: AskDb, caller: Caller, subject: Subject, value: Vote, now: number) {
  const table = tables[subject.kind]
  const { companyId, memberId } = caller
  // The lock of the row orders the votes of a member who sends several at once.
  const { rows: locked } = await sql<{ authorId: string | null }>`select author_id as "authorId" from ${table}
    where id = ${subject.id} and company_id = ${companyId} for no key update`.execute(db)
  if (!locked[0]) throw refuse(NOT_FOUND)
  if (locked[0].authorId === memberId) throw refuse(NOT_FOR_ONESELF)
  const { rows: earlier } = await sql<{ value: Vote }>`
    delete from ask.vote where subject_id = ${subject.id} and member_id = ${memberId} returning value`.execute(db)
  if (value !== 0)
    await sql`insert into ask.vote (subject_id, member_id, company_id, value, created_at)
      values (${subject.id}, ${memberId}, ${companyId}, ${value}, ${now})`.execute(db)
  const change = (way: 1 | -1) => (value === way ? 1 : 0) - (earlier[0]?.value === way ? 1 : 0)
  const { rows } = await sql<{ score: number }>`update ${table}
    set up_count = up_count + ${change(1)}, down_count = down_count + ${change(-1)}
    where id = ${subject.id} returning score`.execute(db)
  return { score: rows[0]?.score ?? 0, ownVote: value }
}

interface Subject {
  readonly kind: keyof typeof tables
  readonly id: string
}

export async function voteQuestion(db: AskDb, caller: Caller, id: string, value: Vote, now: number) {
  await getQuestion(db, caller, id)
  return vote(db, caller, { kind: 'question', id }, value, now)
}

export async function voteAnswer(db: AskDb, caller: Caller, id: string, value: Vote, now: number) {
  await assertReadable(db, caller, id)
  return vote(db, caller, { kind: 'answer', id }, value, now)
}
