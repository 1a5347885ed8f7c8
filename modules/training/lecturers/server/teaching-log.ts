/** The teaching log of a lecturer. */
import { sql } from 'kysely'
import { sqlPage } from '#server/db/page.ts'
import type { TeachingTotals } from '../contract/directory.ts'
import type { Teaching, TeachingLog, TeachingQuery } from '../contract/managing.ts'
import type { LecturersDb } from './db.ts'
import { totalsSql } from './lecturer-sql.ts'

export const noTeaching: TeachingTotals = { sessionsTaught: 0, minutesTaught: 0, upcoming: 0 }

/** The totals are of all times, whatever part of the log is asked for. */
export async function readTeachingLog(
  db: LecturersDb,
  id: string,
  { from = 0, until, ...paging }: TeachingQuery,
  now: number,
): Promise<TeachingLog> {
  const matching = sql`from lecturers.booking b where b.lecturer_id = ${id} and b.ends_at > ${from}
    and ${until === undefined ? sql`true` : sql`b.starts_at < ${until}`}`
  const page = await sqlPage<Teaching>(db, paging, {
    matching,
    rows: (window) => sql<Teaching>`
      select b.title, b.link, b.starts_at as "startsAt", b.ends_at as "endsAt"
      ${matching} order by b.starts_at desc, b.ref_id ${window}`,
  })
  return { ...page, totals: await totalsOf(db, id, now) }
}

export async function totalsOf(db: LecturersDb, id: string, now: number): Promise<TeachingTotals> {
  const { rows } = await sql<{ totals: TeachingTotals }>`
    select t.totals from lecturers.lecturer l cross join lateral ${totalsSql(now)} t where l.id = ${id}`.execute(db)
  return rows[0]?.totals ?? noTeaching
}

/** The entry that runs now, or the next one. */
export async function nextTeaching(db: LecturersDb, id: string, now: number) {
  const { rows } = await sql<Pick<Teaching, 'title' | 'link' | 'startsAt'>>`
    select b.title, b.link, b.starts_at as "startsAt" from lecturers.booking b
    where b.lecturer_id = ${id} and b.ends_at > ${now} order by b.starts_at limit 1`.execute(db)
  return rows[0] ?? null
}
