/** Leave: a participant asks for it before a session ends, and those who run the class decide. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { assertNotSelf, type Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { SubmissionFile } from '#kit/submissions.ts'
import { filesOfOwner, grantFiles } from '#modules/platform/files/server.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { NO_PARTICIPANT, REASON_REQUIRED } from '#modules/training/classes/contract.ts'
import { enterClass, type PlacedClass, runClass } from '#modules/training/classes/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import { LEAVE_STATE } from '../contract/codes.ts'
import type { AskedLeave } from '../contract/keeping.ts'
import type { LeaveState } from '../contract/leave.ts'
import type { attendance } from '../contract.ts'
import { getCheckIn } from './check-in-record.ts'
import type { AttendanceDb } from './db.ts'
import { announce } from './news.ts'
import { personSql } from './records.ts'

const addressSeconds = 3600

/** The class of a participant, which nobody closes until the end of the transaction. */
async function enterOpen(db: AttendanceDb, caller: Caller, classId: string, now: number): Promise<PlacedClass> {
  const { found, isParticipant } = await enterClass(db, caller, classId, now, { forEdit: true })
  if (!isParticipant) throw refuse(NO_PARTICIPANT)
  return found
}

type Asking = Input<typeof attendance.askLeave>['body']

export async function askLeave(
  db: AttendanceDb,
  caller: Caller,
  classId: string,
  { checkInId, reason: typed, fileIds }: Asking,
  now: number,
) {
  const found = await enterOpen(db, caller, classId, now)
  const { companyId, memberId } = caller
  const list = await getCheckIn(db, { id: checkInId, classId, companyId }, { lock: 'passing' })
  const reason = typed.trim()
  if (reason === '') throw refuse(REASON_REQUIRED)
  if (list.endsAt <= now) throw refuse(LEAVE_STATE, { state: null })
  await assertClean(db, companyId, { reason })
  if ((await filesOfOwner(db, caller, fileIds)).size < fileIds.length) throw refuse(NOT_FOUND)
  const id = uuid()
  const { rows } = await sql<{ id: string }>`
    insert into attendance.leave (id, company_id, class_id, check_in_id, member_id, state, reason, file_ids, asked_at)
    values (${id}, ${companyId}, ${classId}, ${checkInId}, ${memberId}, 'pending', ${reason}, ${[...fileIds]}::uuid[], ${now})
    on conflict do nothing returning id`.execute(db)
  if (rows.length === 0) throw refuse(LEAVE_STATE, { state: await livingState(db, checkInId, memberId) })
  const recipients = [...new Set([...found.managerIds, ...found.teacherIds, found.authorId])]
  await announce(db, found, {
    ...{ type: 'attendance.leave-asked', session: list.title, recipients, actorId: memberId, now },
    link: `/admin/classes/${classId}/attendance?tab=leave`,
  })
  return { id }
}

async function livingState(db: AttendanceDb, checkInId: string, memberId: string): Promise<LeaveState | null> {
  const { rows } = await sql<{ state: LeaveState }>`
    select state from attendance.leave
    where check_in_id = ${checkInId} and member_id = ${memberId} and state in ('pending', 'agreed')`.execute(db)
  return rows[0]?.state ?? null
}

/** Also leave that was agreed to: whoever can come after all comes. */
export async function withdrawLeave(db: AttendanceDb, caller: Caller, classId: string, id: string, now: number) {
  await enterOpen(db, caller, classId, now)
  const { companyId, memberId } = caller
  const { rows } = await sql<{ state: LeaveState; startsAt: number }>`
    select l.state, c.starts_at as "startsAt" from attendance.leave l join attendance.check_in c on c.id = l.check_in_id
    where l.id = ${id} and l.class_id = ${classId} and l.company_id = ${companyId} and l.member_id = ${memberId}
    for update of l`.execute(db)
  const [asked] = rows
  if (!asked) throw refuse(NOT_FOUND)
  const isLiving = asked.state === 'pending' || asked.state === 'agreed'
  if (!isLiving || asked.startsAt <= now) throw refuse(LEAVE_STATE, { state: asked.state })
  await sql`update attendance.leave set state = 'withdrawn', decided_at = ${now} where id = ${id}`.execute(db)
  return {}
}

type LeaveQuery = Input<typeof attendance.askedLeave>['query']
type Row = Omit<AskedLeave, 'files'> & { readonly fileIds: string[] }

export async function listLeave(
  db: AttendanceDb,
  caller: Caller,
  { classId, now }: { readonly classId: string; readonly now: number },
  { state, checkInId, search, ...paging }: LeaveQuery,
) {
  await runClass(db, caller, classId)
  const { companyId } = caller
  const people = directorySql(companyId)
  const matching = sql`from attendance.leave l join attendance.check_in c on c.id = l.check_in_id
    join ${people} m on m.id = l.member_id
    where l.class_id = ${classId} and l.company_id = ${companyId}
      and ${state === undefined ? sql`true` : sql`l.state = ${state}`}
      and ${checkInId === undefined ? sql`true` : sql`l.check_in_id = ${checkInId}`}
      and ${containsWordsSql(sql`m.full_name`, search)}`
  const { items, recordCount } = await sqlPage<Row>(db, paging, {
    matching,
    rows: (window) => sql<Row>`
      select l.id, ${personSql('m')} as member, m.organization_name as "organizationName",
        json_build_object('id', c.id, 'title', c.title, 'startsAt', c.starts_at, 'endsAt', c.ends_at) as "checkIn", l.state,
        l.reason, l.file_ids as "fileIds", l.asked_at as "askedAt",
        (select d.full_name from ${people} d where d.id = l.decided_by) as "decidedBy", l.decided_at as "decidedAt", l.decision
      ${matching} order by (l.state = 'pending') desc, l.asked_at desc, l.id ${window}`,
  })
  const ids = items.flatMap(({ fileIds }) => fileIds)
  // With addresses that are for the caller alone.
  const granted = await grantFiles(db, { companyId, memberId: caller.memberId, seconds: addressSeconds, now }, ids)
  const files = new Map(
    granted.map(({ id, name, sizeBytes, url }): [string, SubmissionFile] => [id, { id, name, sizeBytes, url }]),
  )
  return {
    items: items.map(({ fileIds, ...one }) => ({ ...one, files: fileIds.flatMap((id) => files.get(id) ?? []) })),
    recordCount,
  }
}

type Deciding = Input<typeof attendance.decideLeave>['body']

interface Decided {
  readonly memberId: string
  readonly title: string
}

export async function decideLeave(db: AttendanceDb, caller: Caller, classId: string, body: Deciding, now: number) {
  const found = await runClass(db, caller, classId, { forEdit: true })
  const { companyId } = caller
  const { ids, decision } = body
  const reason = body.reason.trim()
  if (decision === 'refuse' && reason === '') throw refuse(REASON_REQUIRED)
  await assertClean(db, companyId, { reason })
  const { rows: asked } = await sql<{ memberId: string }>`
    select member_id as "memberId" from attendance.leave
    where id = any(${[...ids]}::uuid[]) and class_id = ${classId} and company_id = ${companyId}`.execute(db)
  if (asked.length < ids.length) throw refuse(NOT_FOUND)
  assertNotSelf(
    caller,
    asked.map(({ memberId }) => memberId),
  )
  const state = decision === 'agree' ? 'agreed' : 'refused'
  const { rows } = await sql<Decided>`
    update attendance.leave l set state = ${state}, decided_by = ${caller.memberId}, decided_at = ${now}, decision = ${reason}
    from attendance.check_in c
    where l.id = any(${[...ids]}::uuid[]) and l.class_id = ${classId} and l.company_id = ${companyId} and l.state = 'pending'
      and c.id = l.check_in_id
    returning l.member_id as "memberId", c.title`.execute(db)
  const titles = [...new Set(rows.map(({ title }) => title))]
  await announce(db, found, {
    ...{ type: `attendance.leave-${state}` as const, session: titles.join('、'), reason, now },
    recipients: [...new Set(rows.map(({ memberId }) => memberId))],
  })
  return { decided: rows.length, left: ids.length - rows.length }
}
