/** Results that came sooner than their author finds credible: how long that is, how many waited, and when they count. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { Id } from '#kit/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { PACKAGE_NOT_READY, type PackageCompletions } from '../contract.ts'
import { lockAttempt, updateAttempt } from './attempts.ts'
import { missingSql, waitsSql } from './credible-time.ts'
import { type PackagesDb, packagesTables } from './db.ts'
import { getPackage } from './packages.ts'
import { isWithdrawnFrom } from './withdrawals.ts'

/** Sets it; 0 lets every result count at once. Answers what it was and what the package is called. */
export async function setShortestTime(
  db: PackagesDb,
  caller: Caller,
  { id, seconds }: { readonly id: string; readonly seconds: number },
): Promise<{ readonly title: string; readonly before: number }> {
  const { title, state, shortestSeconds: before } = await getPackage(db, caller, id)
  if (state !== 'ready') throw refuse(PACKAGE_NOT_READY)
  await sql`
    update packages.package set shortest_ms = ${seconds * 1000}
    where id = ${id} and company_id = ${caller.companyId}`.execute(db)
  if (seconds < before) await enqueue(db, countWaiting, {}, { key: 'packages.count-waiting' })
  return { title, before }
}

/** What learners made of it, and how many results came too early. */
export async function completionsOf(db: PackagesDb, caller: Caller, id: string): Promise<PackageCompletions> {
  await getPackage(db, caller, id)
  const { rows } = await sql<PackageCompletions>`
    select count(*)::integer as "learnerCount",
      count(*) filter (where a.counts_since is not null)::integer as "countedCount",
      count(*) filter (where a.awaited_ms is not null)::integer as "waitedCount",
      count(*) filter (where ${waitsSql})::integer as "waitingCount",
      (percentile_cont(0.5) within group (order by a.open_ms)
        filter (where a.counts_since is not null) / 1000)::integer as "medianSeconds"
    from packages.attempt a
    where a.package_id = ${id} and a.company_id = ${caller.companyId} and a.mode = 'learn'`.execute(db)
  return rows[0] as PackageCompletions
}

const batchMax = 200

interface WaitingRow {
  readonly id: string
  readonly companyId: string
  readonly packageId: string
  readonly memberId: string
  readonly courseId: string
  readonly sectionId: string
}

/** Results that wait and need not any more, because the author has set less. Others count with a sign of life. */
export const countWaiting = job({
  name: 'packages.count-waiting',
  payload: Type.Object({ after: Type.Optional(Id) }),
  cron: '23 * * * *',
  outside: true,
  async run(connection, { after }, { now }): Promise<void> {
    const db = packagesTables(connection)
    const { rows } = await sql<WaitingRow>`
      select a.id, a.company_id as "companyId", a.package_id as "packageId", a.member_id as "memberId",
        a.course_id as "courseId", a.section_id as "sectionId"
      from packages.attempt a join packages.package p on p.id = a.package_id
      where ${waitsSql} and ${missingSql} <= 0 and a.id > ${after ?? '00000000-0000-0000-0000-000000000000'}::uuid
      order by a.id limit ${batchMax}`.execute(db)
    for (const { courseId, sectionId, ...attempt } of rows) {
      const place = { companyId: attempt.companyId, courseId, sectionId }
      // While nothing is studied at the place, nothing is finished there either: it waits until there is again.
      if (await isWithdrawnFrom(connection, place)) continue
      // Each by itself: nobody's signs of life wait for all of them, and one that fails holds no other up.
      await inTransaction(connection, async (transaction) => {
        const own = packagesTables(transaction)
        await lockAttempt(own, attempt)
        await updateAttempt(own, { ...attempt, isPreview: false }, { now })
      })
    }
    const last = rows.at(-1)
    if (last && rows.length === batchMax) await enqueue(connection, countWaiting, { after: last.id })
  },
})
