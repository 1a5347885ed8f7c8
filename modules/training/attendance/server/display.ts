/** The screen in the room: the changing code, and who has come. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { CLASS_CANCELLED, CLASS_CLOSED } from '#modules/training/classes/contract.ts'
import { type PlacedClass, runClass } from '#modules/training/classes/server.ts'
import { classSignType, codeEveryMs, type Display } from '../contract/checking-in.ts'
import { WAY_NOT_OPEN } from '../contract/codes.ts'
import type { CheckInWay, Direction } from '../contract/states.ts'
import { type CheckInRecord, getCheckIn } from './check-in-record.ts'
import type { AttendanceDb } from './db.ts'
import { roomCode } from './signed-codes.ts'
import { figuresOfLists, noFigures } from './standings.ts'

const latestMax = 8

/** The list of a class that goes on, for those who run it and check in others this way. */
export async function getDoorOfStaff(
  db: AttendanceDb,
  caller: Caller,
  { classId, id, way }: { readonly classId: string; readonly id: string; readonly way: CheckInWay },
  lock?: 'passing',
): Promise<{ list: CheckInRecord; found: PlacedClass }> {
  const found = await runClass(db, caller, classId, { forEdit: lock === 'passing' })
  if (found.closedAt !== null) throw refuse(CLASS_CLOSED)
  if (found.status === 'off-shelf') throw refuse(CLASS_CANCELLED)
  const list = await getCheckIn(db, { id, classId, companyId: caller.companyId }, { ...(lock && { lock }) })
  if (!list.ways.includes(way)) throw refuse(WAY_NOT_OPEN)
  return { list, found }
}

interface Shown {
  readonly classId: string
  readonly id: string
  readonly direction: Direction
  readonly now: number
}

export async function checkInDisplay(
  db: AttendanceDb,
  caller: Caller,
  { classId, id, direction, now }: Shown,
): Promise<Display> {
  const { list, found } = await getDoorOfStaff(db, caller, { classId, id, way: 'qr' })
  const { companyId } = caller
  const figures = await figuresOfLists(db, { classId, companyId, now }, sql`c.id = ${id}`)
  const { title, kind, startsAt, endsAt, opensAt, closesAt, codeWord } = list
  return {
    ...{ className: found.name, title, kind, direction, startsAt, endsAt, opensAt, closesAt, codeWord },
    needsPlace: list.place !== null,
    code: opensAt <= now && now < closesAt ? codeOf(list, direction, now) : null,
    figures: figures.get(id) ?? noFigures,
    latest: await latestOf(db, list),
    serverTime: now,
  }
}

/** All screens of a list show the same code. */
function codeOf({ id, secret }: CheckInRecord, direction: Direction, now: number): Display['code'] {
  const timeStamp = now - (now % codeEveryMs)
  const code = roomCode({ signId: id, secret }, timeStamp, direction)
  return { businessType: classSignType, signId: id, ...code, changesInMs: timeStamp + codeEveryMs - now }
}

async function latestOf(db: AttendanceDb, { id, companyId }: CheckInRecord): Promise<Display['latest']> {
  const { rows } = await sql<Display['latest'][number]>`
    select m.id, m.full_name as "fullName", greatest(r.first_in_at, r.last_out_at) as at,
      case when r.last_out_at >= r.first_in_at then 'out' else 'in' end as direction
    from (select * from attendance.record where check_in_id = ${id} and first_in_at is not null
      order by first_in_at desc limit ${latestMax}) r
    join ${directorySql(companyId)} m on m.id = r.member_id
    order by at desc, m.id`.execute(db)
  return rows
}
