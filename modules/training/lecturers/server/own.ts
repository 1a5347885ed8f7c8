/** What lecturers read and write of themselves. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import { newAvailability } from '../contract/availability.ts'
import { LECTURER_CHANGED, NOT_A_LECTURER } from '../contract/codes.ts'
import { newLecturer } from '../contract/fields.ts'
import type { TeachingQuery } from '../contract/managing.ts'
import type { OwnLecturer } from '../contract/own.ts'
import type { lecturers } from '../contract.ts'
import type { LecturersDb } from './db.ts'
import { assertCleanTexts, assertPicture, columnsOf, profileColumns } from './input.ts'
import { lecturersSql, shownSql, totalsSql } from './lecturer-sql.ts'
import { revise, reviseAvailability } from './revisions.ts'
import { assertLecturer, lecturerOf } from './standing.ts'
import { nextTeaching, noTeaching, readTeachingLog, totalsOf } from './teaching-log.ts'

export async function ownTeaching(db: LecturersDb, caller: Caller, now: number) {
  const id = await lecturerOf(db, caller)
  if (id === undefined || id === null) return { isLecturer: id === null, upcoming: 0, next: null }
  const { upcoming } = await totalsOf(db, id, now)
  return { isLecturer: true, upcoming, next: await nextTeaching(db, id, now) }
}

/** A lecturer by role, who is not in the directory yet. */
async function unlisted(db: LecturersDb, { companyId, memberId }: Caller): Promise<OwnLecturer> {
  const member = (await membersByIds(db, companyId, [memberId])).get(memberId)
  return {
    ...{ id: null, fullName: member?.fullName ?? '', picturePath: member?.avatarPath ?? '', level: null, subjects: [] },
    ...{ introduction: '', pictureFileId: null, availability: newAvailability, totals: noTeaching, revision: 0 },
  }
}

export async function ownLecturer(db: LecturersDb, caller: Caller, now: number): Promise<OwnLecturer> {
  const id = await assertLecturer(db, caller)
  if (id === null) return unlisted(db, caller)
  const { rows } = await sql<OwnLecturer>`
    select ${shownSql}, l.introduction, l.picture_file_id as "pictureFileId", l.availability, l.revision, t.totals
    from ${lecturersSql(caller.companyId)} cross join lateral ${totalsSql(now)} t where l.id = ${id}`.execute(db)
  return rows[0] as OwnLecturer
}

/** The entry of the caller, locked, in the revision that was read. The first change of a lecturer by role makes it. */
async function lockOwn(db: LecturersDb, caller: Caller, revision: number, now: number) {
  const { companyId, memberId } = caller
  const id = await assertLecturer(db, caller)
  if (id === null)
    await db
      .insertInto('lecturers.lecturer')
      .values({
        ...{ id: uuid(), company_id: companyId, kind: 'internal', member_id: memberId, ...columnsOf(newLecturer) },
        ...{ availability: JSON.stringify(newAvailability), created_at: now, updated_at: now },
      })
      .onConflict((conflict) => conflict.column('member_id').doNothing())
      .execute()
  const { rows } = await sql<{ id: string; isEnabled: boolean; revision: number; pictureFileId: string | null }>`
    select l.id, l.is_enabled as "isEnabled", l.revision, l.picture_file_id as "pictureFileId" from lecturers.lecturer l
    where l.company_id = ${companyId} and l.member_id = ${memberId} for no key update`.execute(db)
  const found = rows[0]
  // Disabled or deleted since.
  if (!found?.isEnabled) throw refuse(NOT_A_LECTURER)
  if (found.revision !== revision) throw refuse(LECTURER_CHANGED, { revision: found.revision })
  return found
}

export async function changeOwnProfile(
  db: LecturersDb,
  caller: Caller,
  { revision, ...fields }: Input<typeof lecturers.changeOwnProfile>['body'],
  now: number,
) {
  const { id, pictureFileId } = await lockOwn(db, caller, revision, now)
  await assertPicture(db, caller, fields.pictureFileId, pictureFileId)
  await assertCleanTexts(db, caller.companyId, fields)
  return revise(db, id, profileColumns(fields), now)
}

export async function changeOwnAvailability(
  db: LecturersDb,
  caller: Caller,
  { revision, ...availability }: Input<typeof lecturers.changeOwnAvailability>['body'],
  now: number,
) {
  const { id } = await lockOwn(db, caller, revision, now)
  return reviseAvailability(db, id, availability, now)
}

export async function ownTeachingLog(db: LecturersDb, caller: Caller, query: TeachingQuery, now: number) {
  const id = await assertLecturer(db, caller)
  return id === null ? { items: [], recordCount: 0, totals: noTeaching } : readTeachingLog(db, id, query, now)
}
