/** How an entry is written: by the next revision, whoever writes it. */
import { sql, type Updateable } from 'kysely'
import type { Availability } from '../contract/availability.ts'
import type { LecturersDb } from './db.ts'
import { assertAvailability } from './input.ts'
import type { Lecturer } from './tables.ts'

/** Writes the columns of a locked entry. */
export function revise(db: LecturersDb, id: string, columns: Updateable<Lecturer>, now: number) {
  return db
    .updateTable('lecturers.lecturer')
    .set({ ...columns, revision: sql<number>`revision + 1`, updated_at: now })
    .where('id', '=', id)
    .returning(['id', 'revision'])
    .executeTakeFirstOrThrow()
}

export function reviseAvailability(db: LecturersDb, id: string, { weekly, daysOff }: Availability, now: number) {
  assertAvailability({ weekly, daysOff })
  return revise(db, id, { availability: JSON.stringify({ weekly, daysOff }) }, now)
}
