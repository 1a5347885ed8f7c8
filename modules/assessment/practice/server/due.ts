/** What of the wrong-answer book is due, by the day of the company, and how much of it is asked today. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { DueToday } from '../contract/book.ts'
import type { Member } from './cards.ts'
import { collectFromExams } from './collecting.ts'
import { dayOf } from './days.ts'
import type { PracticeDb } from './db.ts'
import { preferencesOf } from './preferences.ts'

interface Figures {
  readonly dueCount: number
  readonly bookCount: number
  readonly reviewedCount: number
}

async function figuresOf(db: PracticeDb, { companyId, memberId }: Member, day: number): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select (count(*) filter (where due_day <= ${day}))::int as "dueCount", count(*)::int as "bookCount", (
      select count(distinct question_id)::int from practice.review
      where company_id = ${companyId} and member_id = ${memberId} and day = ${day} and was_due) as "reviewedCount"
    from practice.card where company_id = ${companyId} and member_id = ${memberId} and book = 'open'`.execute(db)
  return rows[0] ?? { dueCount: 0, bookCount: 0, reviewedCount: 0 }
}

/** Whoever comes back after weeks is asked no more than the limit each day; what is left stays due. */
export async function leftToday(db: PracticeDb, member: Member, now: number) {
  const day = await dayOf(db, member.companyId, now)
  const figures = await figuresOf(db, member, day)
  const { dailyMax } = await preferencesOf(db, member)
  const left = Math.min(figures.dueCount, Math.max(0, dailyMax - figures.reviewedCount))
  return { ...figures, day, dailyMax, left }
}

const nextDays = 7

export async function dueToday(db: PracticeDb, caller: Caller, now: number): Promise<DueToday> {
  await collectFromExams(db, caller, now)
  const { day, left, dueCount, bookCount, reviewedCount, dailyMax } = await leftToday(db, caller, now)
  const { rows } = await sql<{ inDays: number; count: number }>`
    select due_day - ${day}::int as "inDays", count(*)::int as count from practice.card
    where company_id = ${caller.companyId} and member_id = ${caller.memberId} and book = 'open'
      and due_day between ${day + 1} and ${day + nextDays}
    group by due_day`.execute(db)
  const counts = new Map(rows.map(({ inDays, count }) => [inDays, count]))
  const next = Array.from({ length: nextDays }, (_, at) => ({ inDays: at + 1, count: counts.get(at + 1) ?? 0 }))
  return { count: left, dueCount, bookCount, reviewedCount, dailyMax, next }
}
