/** Check-in lists for those who run the class. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { classActivities, runClass } from '#modules/training/classes/server.ts'
import { type AuditFacts, audited } from '#server/audited.ts'
import { lockNames } from '#server/db/transaction.ts'
import { type CheckIn, type CheckInFault, type CheckInInput, checkInsMax } from '../contract/check-ins.ts'
import { CHECK_IN_CHANGED, CHECK_IN_IN_USE, CHECK_IN_INVALID, TOO_MANY_CHECK_INS } from '../contract/codes.ts'
import { type CheckInRecord, checkInColumns, columnsOf, getCheckIn } from './check-in-record.ts'
import type { AttendanceDb } from './db.ts'
import { recount } from './passages.ts'
import { scheduleReminders } from './reminders.ts'
import { newSecret } from './signed-codes.ts'
import { figuresOfLists, noFigures } from './standings.ts'

export async function findCheckIns(db: AttendanceDb, classId: string, companyId: string): Promise<CheckInRecord[]> {
  const { rows } = await sql<CheckInRecord>`
    select ${checkInColumns} from attendance.check_in c where c.class_id = ${classId} and c.company_id = ${companyId}
    order by c.starts_at, c.id`.execute(db)
  return rows
}

export async function listCheckIns(db: AttendanceDb, caller: Caller, classId: string, now: number) {
  const found = await runClass(db, caller, classId)
  const { companyId } = caller
  const activities = await classActivities(db, found)
  const nameOf = new Map(activities.map(({ id, name }) => [id, name]))
  const figures = await figuresOfLists(db, { classId, companyId, now })
  const checkIns = (await findCheckIns(db, classId, companyId)).map(
    ({ classId: _, companyId: __, ...one }): CheckIn => ({
      ...one,
      activityName: (one.activityId && nameOf.get(one.activityId)) || '',
      figures: figures.get(one.id) ?? noFigures,
    }),
  )
  return { checkIns, serverTime: now }
}

interface Sight {
  readonly classId: string
  /** Undefined: it is new. */
  readonly id?: string
}

/** What is wrong with a list by itself. */
export function faultsOf(input: Omit<CheckInInput, 'title' | 'activityId' | 'makesUpFor'>): CheckInFault[] {
  const { kind, ways, startsAt, endsAt, opensAt, closesAt, codeWord, place } = input
  const faults: CheckInFault[] = []
  if (startsAt >= endsAt) faults.push('session-times')
  if (opensAt >= closesAt) faults.push('window-times')
  const ends = kind === 'in-out' ? closesAt < endsAt : closesAt <= startsAt
  if (opensAt >= endsAt || ends) faults.push('session-outside-window')
  if (codeWord !== '' && !ways.includes('qr')) faults.push('word-without-qr')
  if (place !== null && !ways.includes('qr')) faults.push('place-without-qr')
  return faults
}

/** Refuses a list that cannot be so, with all reasons at once. */
async function assertValid(db: AttendanceDb, { companyId }: Caller, { classId, id }: Sight, input: CheckInInput) {
  const faults = faultsOf(input)
  const { activityId, makesUpFor, startsAt } = input
  if (activityId !== null) {
    const activities = await classActivities(db, { id: classId, companyId })
    if (!activities.some((one) => one.id === activityId && one.kind === 'offline')) faults.push('activity-unknown')
  }
  if (makesUpFor !== null) {
    await lockCheckIns(db, classId)
    const lists = await findCheckIns(db, classId, companyId)
    const missed = lists.find((one) => one.id === makesUpFor)
    const isMadeUpFor = lists.some((one) => one.makesUpFor === id)
    const isRight =
      missed && missed.id !== id && missed.makesUpFor === null && missed.startsAt < startsAt && !isMadeUpFor
    if (!isRight) faults.push('make-up-unknown')
  }
  if (faults.length > 0) throw refuse(CHECK_IN_INVALID, { reasons: faults })
  await assertClean(db, companyId, { title: input.title, codeWord: input.codeWord })
}

/** Nobody else makes lists of the class until the end of the transaction. */
export const lockCheckIns = (db: AttendanceDb, classId: string) => lockNames(db, `check-ins of ${classId}`)

/** Makes lists of a class while nobody else does, as far as there is room for them. */
export async function insertCheckIns(
  db: AttendanceDb,
  { classId, companyId, now }: { readonly classId: string; readonly companyId: string; readonly now: number },
  inputs: readonly CheckInInput[],
): Promise<string[]> {
  await lockCheckIns(db, classId)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from attendance.check_in where class_id = ${classId}`.execute(db)
  if ((rows[0]?.count ?? 0) + inputs.length > checkInsMax) throw refuse(TOO_MANY_CHECK_INS, { max: checkInsMax })
  if (inputs.length === 0) return []
  const values = inputs.map((input) => ({
    ...{ id: uuid(), company_id: companyId, class_id: classId, secret: newSecret() },
    ...columnsOf(input),
  }))
  await db.insertInto('attendance.check_in').values(values).execute()
  await scheduleReminders(
    db,
    values.map(({ id, opens_at: opensAt }) => ({ id, opensAt })),
    now,
  )
  return values.map(({ id }) => id)
}

export async function createCheckIn(
  db: AttendanceDb,
  caller: Caller,
  classId: string,
  input: CheckInInput,
  now: number,
) {
  await runClass(db, caller, classId, { forEdit: true })
  await assertValid(db, caller, { classId }, input)
  const [id = ''] = await insertCheckIns(db, { classId, companyId: caller.companyId, now }, [input])
  return { id, revision: 0 }
}

interface Change {
  readonly id: string
  readonly classId: string
  readonly input: CheckInInput & { readonly revision: number }
  readonly now: number
}

/** What follows from the times is counted again; a reminder that was sent is not sent again. */
export async function changeCheckIn(db: AttendanceDb, caller: Caller, { id, classId, input, now }: Change) {
  await runClass(db, caller, classId, { forEdit: true })
  const { companyId } = caller
  const before = await getCheckIn(db, { id, companyId, classId }, { lock: 'changing' })
  if (before.revision !== input.revision) throw refuse(CHECK_IN_CHANGED, { revision: before.revision })
  await assertValid(db, caller, { classId, id }, input)
  const revision = before.revision + 1
  await db
    .updateTable('attendance.check_in')
    .set({ ...columnsOf(input), revision })
    .where('id', '=', id)
    .execute()
  if (before.opensAt !== input.opensAt) await scheduleReminders(db, [{ id, opensAt: input.opensAt }], now)
  const isMoved = before.kind !== input.kind || before.startsAt !== input.startsAt || before.endsAt !== input.endsAt
  if (isMoved) await recount(db, { id, ...input })
  return { id, revision }
}

export async function deleteCheckIn(db: AttendanceDb, caller: Caller, classId: string, id: string): Promise<void> {
  await runClass(db, caller, classId, { forEdit: true })
  await getCheckIn(db, { id, companyId: caller.companyId, classId }, { lock: 'changing' })
  const { rows } = await sql<{ id: string }>`
    delete from attendance.check_in c where c.id = ${id}
      and not exists (select from attendance.record r where r.check_in_id = c.id)
      and not exists (select from attendance.leave l where l.check_in_id = c.id)
    returning c.id`.execute(db)
  if (rows.length === 0) throw refuse(CHECK_IN_IN_USE)
}

async function factsOf(db: AttendanceDb, companyId: string, ids: readonly string[]): Promise<AuditFacts[]> {
  const { rows } = await sql<CheckInRecord>`
    select ${checkInColumns} from attendance.check_in c
    where c.id = any(${[...ids]}::uuid[]) and c.company_id = ${companyId}`.execute(db)
  return rows.map(({ id, title, kind, ways, startsAt, endsAt, opensAt, closesAt, lateAfter, earlyBefore }) => ({
    ...{ id, name: title, title, kind, ways, startsAt, endsAt, opensAt, closesAt, lateAfter, earlyBefore },
  }))
}

export const auditedCheckIns = audited<AttendanceDb, 'check-in'>({ 'check-in': factsOf })
