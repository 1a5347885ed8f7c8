/** Participants hear of a check-in a quarter of an hour before it opens, once, also where its times are changed afterwards. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { enrolledSql, findClass } from '#modules/training/classes/server.ts'
import { enqueueAll } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { type AttendanceDb, attendanceTables } from './db.ts'
import { announce } from './news.ts'

const beforeMs = 15 * 60_000
/** The clocks of the database, which starts jobs, and of this process differ by less. */
const clocksDifferMs = 60_000

/** Of a list that opens sooner nobody is reminded. */
export async function scheduleReminders(
  db: AttendanceDb,
  lists: readonly { readonly id: string; readonly opensAt: number }[],
  now: number,
): Promise<void> {
  const coming = lists.filter(({ opensAt }) => opensAt - beforeMs > now)
  const runs = coming.map(({ id, opensAt }) => ({ payload: { checkInId: id }, runAt: opensAt - beforeMs }))
  await enqueueAll(db, remind, runs)
}

interface Due {
  readonly companyId: string
  readonly classId: string
  readonly title: string
  readonly opensAt: number
}

/** A run that comes too early, for the times have changed, does nothing: another one comes. */
export const remind = job({
  name: 'attendance.remind',
  payload: Type.Object({ checkInId: Id }),
  async run(connection, { checkInId }, { now }) {
    const db = attendanceTables(connection)
    const { rows } = await sql<Due>`
      update attendance.check_in set reminded_at = ${now}
      where id = ${checkInId} and reminded_at is null and opens_at - ${beforeMs}::bigint <= ${now + clocksDifferMs} and closes_at > ${now}
      returning company_id as "companyId", class_id as "classId", title, opens_at as "opensAt"`.execute(db)
    const [due] = rows
    if (!due) return
    const found = await findClass(db, { id: due.classId, companyId: due.companyId })
    if (found?.status !== 'on-shelf' || found.closedAt !== null) return
    await announce(db, found, {
      ...{ type: 'attendance.opens-soon', session: due.title, at: due.opensAt, now },
      recipients: { sql: sql`(select e."memberId" as id from ${enrolledSql(due.companyId, due.classId)} e)` },
    })
  },
})
