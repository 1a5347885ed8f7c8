/** A check-in list as its row says it. */
import { type RawBuilder, sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { lockNames, shareName } from '#server/db/transaction.ts'
import type { CheckInInput, Place } from '../contract/check-ins.ts'
import { CHECK_IN_MISSING } from '../contract/codes.ts'
import type { AttendanceDb } from './db.ts'

export interface CheckInRecord extends CheckInInput {
  readonly id: string
  readonly classId: string
  readonly companyId: string
  readonly secret: string
  readonly revision: number
}

/** Of the row `c`. */
export const checkInColumns: RawBuilder<unknown> = sql`c.id, c.class_id as "classId", c.company_id as "companyId", c.title, c.kind,
  c.ways, c.late_after as "lateAfter", c.early_before as "earlyBefore", c.activity_id as "activityId",
  c.makes_up_for as "makesUpFor", c.starts_at as "startsAt", c.ends_at as "endsAt", c.opens_at as "opensAt",
  c.closes_at as "closesAt", c.code_word as "codeWord", c.revision,
  case when c.radius is not null
    then json_build_object('latitude', c.latitude, 'longitude', c.longitude, 'radius', c.radius) end as place`

interface Ref {
  readonly id: string
  readonly companyId: string
  /** Left out: of whatever class. */
  readonly classId?: string
}

/**
 * The list, for those who may know of it: the caller of this has checked that for the class, or does so afterwards. While many pass its
 * door, nobody changes its times, from which their minutes follow.
 */
export async function getCheckIn(
  db: AttendanceDb,
  { id, companyId, classId }: Ref,
  { lock }: { readonly lock?: 'passing' | 'changing' } = {},
): Promise<CheckInRecord> {
  const name = `check-in ${id}`
  if (lock === 'passing') await shareName(db, name)
  if (lock === 'changing') await lockNames(db, name)
  const { rows } = await sql<CheckInRecord>`
    select ${checkInColumns}, c.secret from attendance.check_in c
    where c.id = ${id} and c.company_id = ${companyId} and ${classId === undefined ? sql`true` : sql`c.class_id = ${classId}`}`.execute(
    db,
  )
  if (!rows[0]) throw refuse(CHECK_IN_MISSING)
  return rows[0]
}

/** The columns that an editor writes. */
export function columnsOf({ place, ...input }: CheckInInput) {
  const { latitude, longitude, radius }: Place | Record<keyof Place, null> = place ?? {
    latitude: null,
    longitude: null,
    radius: null,
  }
  return {
    ...{ title: input.title, kind: input.kind, ways: [...input.ways], code_word: input.codeWord },
    ...{ late_after: input.lateAfter, early_before: input.earlyBefore, latitude, longitude, radius },
    ...{ activity_id: input.activityId, makes_up_for: input.makesUpFor },
    ...{ starts_at: input.startsAt, ends_at: input.endsAt, opens_at: input.opensAt, closes_at: input.closesAt },
  }
}
