/** What becomes of check-in lists and requests for leave when their class is copied or closed. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type ClassCopies, type ClassCopy, classPart, type PlacedClass } from '#modules/training/classes/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { CheckInRecord } from './check-in-record.ts'
import { columnsOf } from './check-in-record.ts'
import { findCheckIns } from './check-ins.ts'
import { attendanceTables } from './db.ts'
import { announce } from './news.ts'
import { scheduleReminders } from './reminders.ts'
import { newSecret } from './signed-codes.ts'

/** A list of the copy: at the same distance to its start, for the copied session, with codes of its own. */
function copyOf(list: CheckInRecord, { classId, shift, activities }: ClassCopy) {
  const moved = (at: number) => Math.max(0, at + (shift ?? 0))
  return {
    ...{ id: uuid(), class_id: classId, company_id: list.companyId, secret: newSecret() },
    ...columnsOf({
      ...list,
      activityId: list.activityId === null ? null : (activities[list.activityId] ?? null),
      ...{ startsAt: moved(list.startsAt), endsAt: moved(list.endsAt) },
      ...{ opensAt: moved(list.opensAt), closesAt: moved(list.closesAt) },
    }),
  }
}

/** A copy without times takes none, nor any copy those that make up for what members have missed. */
async function copyCheckIns(
  connection: Connection,
  { companyId, originalId, copies, now }: ClassCopies,
): Promise<void> {
  const db = attendanceTables(connection)
  const lists = (await findCheckIns(db, originalId, companyId)).filter(({ makesUpFor }) => makesUpFor === null)
  const timed = copies.filter(({ shift }) => shift !== null)
  const rows = timed.flatMap((copy) => lists.map((list) => copyOf(list, copy)))
  if (rows.length === 0) return
  await db.insertInto('attendance.check_in').values(rows).execute()
  const coming = rows.map(({ id, opens_at: opensAt }) => ({ id, opensAt }))
  await scheduleReminders(db, coming, now)
}

interface Asked {
  readonly memberId: string
  readonly title: string
}

/** Nobody decides on leave any more: those who have asked hear it. */
async function endRequests(
  connection: Connection,
  found: PlacedClass,
  { by, now }: { readonly by: string; readonly now: number },
): Promise<void> {
  const db = attendanceTables(connection)
  const { rows } = await sql<Asked>`
    update attendance.leave l set state = 'withdrawn', decided_by = ${by}, decided_at = ${now} from attendance.check_in c
    where l.class_id = ${found.id} and l.company_id = ${found.companyId} and l.state = 'pending' and c.id = l.check_in_id
    returning l.member_id as "memberId", c.title`.execute(db)
  const sessions = Map.groupBy(rows, ({ title }) => title)
  for (const [session, asked] of sessions)
    await announce(db, found, {
      ...{ type: 'attendance.leave-ended', session, recipients: asked.map(({ memberId }) => memberId), now },
    })
}

export const attendancePart = classPart({ copied: copyCheckIns, closed: endRequests })
