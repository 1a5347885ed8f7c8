/** Lecturers to choose from, with what stands against a time. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { sqlPage } from '#server/db/page.ts'
import type { Conflict } from '../contract/availability.ts'
import type { ListedLecturer } from '../contract/directory.ts'
import type { lecturers } from '../contract.ts'
import { busyLecturers } from './bookings.ts'
import type { LecturersDb } from './db.ts'
import { invalid } from './input.ts'
import { activeSql, lecturersSql, matchesSql, shownSql } from './lecturer-sql.ts'

type Query = Input<typeof lecturers.lecturerChoices>['query']

/** The time that was asked about; refuses half of one, and one that ends before it begins. */
function periodOf({ from, until, exceptRefId }: Query) {
  if (from === undefined && until === undefined) return undefined
  if (from === undefined || until === undefined || until <= from) throw invalid('until', 'order', 'is not after from')
  return { from, until, exceptRef: exceptRefId === undefined ? undefined : { refId: exceptRefId } }
}

export async function lecturerChoices(db: LecturersDb, caller: Caller, query: Query) {
  const { companyId } = caller
  const period = periodOf(query)
  const ids = query.ids === undefined ? undefined : [query.ids].flat()
  const which = ids === undefined ? activeSql(companyId) : sql`l.id = any(${ids}::uuid[])`
  const matching = sql`from ${lecturersSql(companyId)}
    where l.company_id = ${companyId} and ${which} and ${matchesSql(query)}`
  const { items, recordCount } = await sqlPage<ListedLecturer>(db, query, {
    matching,
    rows: (window) => sql<ListedLecturer>`select ${shownSql} ${matching} order by l.level desc, l.id ${window}`,
  })
  const shown = items.map(({ id }) => id)
  const busy = period
    ? await busyLecturers(db, companyId, shown, period.from, period.until, period.exceptRef)
    : new Map<string, Conflict[]>()
  return { items: items.map((item) => ({ ...item, conflicts: busy.get(item.id) ?? [] })), recordCount }
}
