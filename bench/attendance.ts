/**
 * Attendance of a class of 10,000 participants: check-ins by the code in the room, scans that a device sends, and what is read of it all.
 * The floor of a check-in is the insert of its two rows. `node bench/run.ts --only attendance`; `--quick` for a tenth of it.
 */
import { sql } from 'kysely'
import pg from 'pg'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { buildCompany, buildMember, callerOf } from '#modules/platform/identity/server/members.fixture.ts'
import { buildCheckIn } from '#modules/training/attendance/server/check-ins.fixture.ts'
import { listCheckIns } from '#modules/training/attendance/server/check-ins.ts'
import { checkIn, claimCheckIn } from '#modules/training/attendance/server/checking-in.ts'
import { attendanceTables } from '#modules/training/attendance/server/db.ts'
import { checkInDisplay } from '#modules/training/attendance/server/display.ts'
import { attendanceSheet } from '#modules/training/attendance/server/records.ts'
import { sendScans } from '#modules/training/attendance/server/scanning.ts'
import { roomCode } from '#modules/training/attendance/server/signed-codes.ts'
import { attendanceOf } from '#modules/training/attendance/server/standings.ts'
import { buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { startBenchDatabase } from './database.ts'
import { rate, timed } from './timing.ts'
import { poolSize } from './turns.ts'

const listCount = 20
const secret = 'b'.repeat(43)

interface Filled {
  readonly caller: Caller
  readonly classId: string
  readonly memberIds: readonly string[]
  readonly lists: readonly string[]
}

/** A class whose members have all attended all lists but the last two. */
async function fill(db: RootDatabase, url: string, count: number): Promise<Filled> {
  const connection = db as unknown as Connection
  const companyId = await buildCompany(connection)
  const teacher = await buildMember(connection, { companyId, roles: ['super-admin'] })
  const now = Date.now()
  const times = { startsAt: now - 60_000, endsAt: now + 3_600_000, closesAt: now + 3_600_000 }
  const classId = await buildClass(connection, { author: teacher, now, ...times, capacity: 10_000 })
  const lists: string[] = []
  for (let at = 0; at < listCount; at++)
    lists.push(await buildCheckIn(connection, { classId, companyId, secret, ...times }))
  const attended = lists.slice(0, -2)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`
      insert into identity.member (id, company_id, organization_id, name, full_name, created_at, updated_at)
        select gen_random_uuid(), '${companyId}', '${companyId}', 'bench-' || n, '学员' || n, 1, 1 from generate_series(1, ${count}) n;
      insert into classes.enrollment (id, class_id, member_id, company_id, state, source, queued_at)
        select gen_random_uuid(), '${classId}', id, '${companyId}', 'enrolled', 'self', 1 from identity.member
        where company_id = '${companyId}' and name like 'bench-%';
      insert into attendance.record (check_in_id, member_id, company_id, class_id, first_in_at, source)
        select list, e.member_id, e.company_id, e.class_id, ${now}, 'qr'
        from classes.enrollment e cross join unnest('{${attended.join()}}'::uuid[]) list where e.class_id = '${classId}';`)
    await client.query('vacuum analyze')
    const { rows } = await client.query<{ id: string }>(
      'select member_id as id from classes.enrollment where class_id = $1',
      [classId],
    )
    return { caller: await callerOf(connection, teacher), classId, memberIds: rows.map(({ id }) => id), lists }
  } finally {
    await client.end()
  }
}

export async function printAttendance(isQuick: boolean): Promise<void> {
  const count = isQuick ? 1000 : 10_000
  const database = await startBenchDatabase()
  const db = createDatabase(createPool({ databaseUrl: database.url, size: poolSize }))
  try {
    await migrate(database.url)
    const { caller, classId, memberIds, lists } = await fill(db, database.url, count)
    const own = attendanceTables(db as unknown as Connection)
    const [byQr = '', byScan = ''] = lists.slice(-2)
    const coming = memberIds.slice(0, 2000)
    const within = <T>(work: (connection: typeof own) => Promise<T>) => inTransaction(own, work)
    const checkedIn = await rate(coming, async (memberId) => {
      const member = { ...caller, memberId }
      const now = Date.now()
      const deviceKey = `bench-${memberId}`
      const code = { ...roomCode({ signId: byQr, secret }, now, 'in'), deviceKey }
      const { claim } = await within((one) => claimCheckIn(one, member, byQr, code, now))
      await within((one) => checkIn(one, member, byQr, { claim, deviceKey, codeWord: '', place: null }, now))
    })
    await sql`create table bench_record (like attendance.record including all);
      create table bench_passage (like attendance.passage including all)`.execute(own)
    const floor = await rate(coming, (memberId) =>
      within((one) =>
        sql`
          with passed as (insert into bench_passage (id, check_in_id, member_id, company_id, direction, at, source)
            values (${uuid()}, ${byQr}, ${memberId}, ${caller.companyId}, 'in', 1, 'qr'))
          insert into bench_record (check_in_id, member_id, company_id, class_id, first_in_at, source)
            values (${byQr}, ${memberId}, ${caller.companyId}, ${classId}, 1, 'qr')`.execute(one),
      ),
    )
    const now = Date.now()
    const batch = (from: number) => ({
      clock: { serverTime: now, deviceTime: now, sentAt: Date.now() },
      scans: memberIds.slice(from, from + 500).map((memberId) => {
        return { id: uuid(), memberId, code: '', way: 'picked' as const, direction: 'in' as const, at: now }
      }),
    })
    let sent = 0
    const scanned = await timed(2, () => {
      sent += 500
      return within((one) => sendScans(one, caller, { classId, id: byScan }, batch(sent - 500), Date.now()))
    })
    const of = { classId, companyId: caller.companyId, now }
    const reads = {
      'check-in lists with figures': () => listCheckIns(own, caller, classId, now),
      'display with live count': () => checkInDisplay(own, caller, { classId, id: byQr, direction: 'in', now }),
      'sheet, 100 members': () => attendanceSheet(own, caller, { classId, now }, { page: 1, pageSize: 100 }),
      'attendance of all members': () => attendanceOf(own, of, memberIds),
    }
    console.log(`\nAttendance of ${count} participants in ${listCount} sessions\n`)
    console.log(`check-ins, claim included: ${Math.round(checkedIn)}/s (floor ${Math.round(floor)}/s)`)
    console.log(`500 scans in one call: ${Math.round(scanned)} ms`)
    for (const [name, read] of Object.entries(reads)) console.log(`${name}: ${Math.round(await timed(5, read))} ms`)
  } finally {
    await db.destroy()
    await database.stop()
  }
}
