/** What becomes of check-in lists and requests for leave when their class is copied or closed. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type ClassCopies, type ClassCopy, classPart, type PlacedClass } from '#modules/training/classes/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { CheckInRecord } from './check-in-record.ts'
import { findCheckIns } from './check-ins.ts'
import { attendanceTables } from './db.ts'
import { announce } from './news.ts'
import { scheduleReminders } from './reminders.ts'
import { newSecret } from './signed-codes.ts'

/** A list of the copy: for the copied session, with codes of its own. */
const copyOf = (list: CheckInRecord, { classId, shift, activities }: ClassCopy) => ({
  ...{ id: uuid(), list_id: list.id, class_id: classId, shift, secret: newSecret() },
  activity_id: list.activityId === null ? null : (activities[list.activityId] ?? null),
})

/**
 * Each list at the same distance to the start of its class. A copy without times takes none, nor any copy those that make up for what
 * members have missed. The rows travel as one value: there may be thousands, and a statement takes 65535 values.
 */
async function copyCheckIns(
  connection: Connection,
  { companyId, originalId, copies, now }: ClassCopies,
): Promise<void> {
  const db = attendanceTables(connection)
  const lists = (await findCheckIns(db, originalId, companyId)).filter(({ makesUpFor }) => makesUpFor === null)
  const timed = copies.filter(({ shift }) => shift !== null)
  const made = timed.flatMap((copy) => lists.map((list) => copyOf(list, copy)))
  const { rows: coming } = await sql<{ id: string; opensAt: number }>`
    insert into attendance.check_in (id, class_id, company_id, secret, activity_id, title, kind, ways, late_after, early_before,
      latitude, longitude, radius, code_word, starts_at, ends_at, opens_at, closes_at)
    select n.id, n.class_id, c.company_id, n.secret, n.activity_id, c.title, c.kind, c.ways, c.late_after, c.early_before,
      c.latitude, c.longitude, c.radius, c.code_word, c.starts_at + n.shift, c.ends_at + n.shift,
      c.opens_at + n.shift, c.closes_at + n.shift
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb)
      as n(id uuid, list_id uuid, class_id uuid, shift bigint, secret text, activity_id uuid)
    join attendance.check_in c on c.id = n.list_id
    where c.starts_at + n.shift >= 0 and c.opens_at + n.shift >= 0
    returning id, opens_at as "opensAt"`.execute(db)
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
