/** Pictures of the start: kept for the staff, and deleted when the exam says. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { assertNotSelf, type Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { Id } from '#kit/schema.ts'
import { FACE_FAILED, FACE_NEEDED, faceTriesMax } from '#modules/platform/faces/contract.ts'
import { type Comparing, comparedFace, facesAreOpen } from '#modules/platform/faces/server.ts'
import { deleteFile, fileById, grantAccess, ownsFile } from '#modules/platform/files/server.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { type Context, job } from '#server/module.ts'
import { PHOTO_INVALID, PHOTO_NEEDED } from '../contract/codes.ts'
import type { AttemptPhoto, GivenPhoto, PhotoState } from '../contract/photos.ts'
import type { ExamRules } from '../contract/rules.ts'
import { type ExamsDb, examsTables } from './db.ts'
import { getStaffed } from './staff.ts'

const dayMs = 86_400_000
const addressSeconds = 600

/** `outside`: what compares faces, where something does. */
export interface PhotoMoment extends Pick<Context, 'caller' | 'now'> {
  readonly outside: Comparing
}

/** State of rows `f` of photos. */
export const photoStateSql = sql<PhotoState>`case when f.declined is not null then 'declined'
  when f.file_id is null then 'deleted' else coalesce(f.verdict, 'unchecked') end`

/**
 * Refuses a start without what the exam asks for. Answers whether the picture was compared, and shows the examinee; what else it
 * shows, the staff see.
 */
export async function assertPhoto(
  db: ExamsDb,
  { photoCheck }: ExamRules,
  photo: GivenPhoto | undefined,
  moment: PhotoMoment,
): Promise<boolean> {
  const { caller } = moment
  if (photoCheck === null) return false
  if (!photo) throw refuse(PHOTO_NEEDED)
  if ('declined' in photo) return false
  const file = (await ownsFile(db, caller, photo.fileId))
    ? await fileById(db, caller.companyId, photo.fileId)
    : undefined
  if (!file?.contentType.startsWith('image/') || (await isTaken(db, caller, photo.fileId))) throw refuse(PHOTO_INVALID)
  return photoCheck.comparesFace === true && isFaceOf(db, photo.fileId, moment)
}

/**
 * Whether the picture was compared and shows the examinee. Somebody else's face is refused until the tries are used up: then, and where
 * the service is busy or the examinee keeps no picture, a person looks, and nobody misses an exam.
 */
async function isFaceOf(db: ExamsDb, fileId: string, { caller, now, outside }: PhotoMoment): Promise<boolean> {
  if (!(await facesAreOpen(db, caller.companyId, outside))) return false
  const { outcome, isMissing, failures } = await comparedFace(db, caller, fileId, now)
  if (outcome === 'same') return true
  if (isMissing || outcome === 'busy') return false
  if (outcome === undefined) throw refuse(FACE_NEEDED)
  if (failures < faceTriesMax) throw refuse(FACE_FAILED, { count: faceTriesMax - failures })
  return false
}

/** Whether another start of the member has the picture: it shows who sat there then, and goes with the days of that exam. */
async function isTaken(db: ExamsDb, { companyId, memberId }: Caller, fileId: string): Promise<boolean> {
  const { rows } = await sql`
    select from exams.record r join exams.attempt t on t.exam_id = r.exam_id and t.member_id = r.member_id
      join exams.photo f on f.attempt_id = t.id
    where r.company_id = ${companyId} and r.member_id = ${memberId} and f.file_id = ${fileId} limit 1`.execute(db)
  return rows.length > 0
}

/** `photo` was checked. Its file goes with the last of its days. */
export async function keepPhoto(
  db: ExamsDb,
  attempt: { readonly id: string; readonly companyId: string },
  { photoCheck }: ExamRules,
  { photo, isFace }: { readonly photo: GivenPhoto | undefined; readonly isFace: boolean },
  now: number,
): Promise<void> {
  if (photoCheck === null || !photo) return
  const keptUntil = now + photoCheck.keepDays * dayMs
  await db
    .insertInto('exams.photo')
    .values({
      ...{ attempt_id: attempt.id, company_id: attempt.companyId, taken_at: now, kept_until: keptUntil },
      ...('declined' in photo ? { declined: photo.declined } : { file_id: photo.fileId }),
      // By the comparison; a person may decide otherwise.
      ...(isFace && { verdict: 'match', checked_at: now }),
    })
    .execute()
  if ('fileId' in photo) await enqueue(db, deletePhoto, { attemptId: attempt.id }, { runAt: keptUntil })
}

export const deletePhoto = job({
  name: 'exams.delete-photo',
  payload: Type.Object({ attemptId: Id }),
  async run(connection, { attemptId }) {
    const { rows } = await sql<{ companyId: string; fileId: string | null }>`
      update exams.photo f set file_id = null from exams.photo before
      where f.attempt_id = ${attemptId} and before.attempt_id = f.attempt_id
      returning f.company_id as "companyId", before.file_id as "fileId"`.execute(examsTables(connection))
    const [row] = rows
    if (row?.fileId) await deleteFile(connection, row.companyId, row.fileId)
  },
})

interface PhotoRow extends Omit<AttemptPhoto, 'url'> {
  readonly examId: string
  readonly memberId: string
  readonly fileId: string | null
}

async function getPhoto(db: ExamsDb, caller: Caller, attemptId: string): Promise<PhotoRow> {
  const { rows } = await sql<PhotoRow>`
    select ${photoStateSql} as state, f.declined, f.taken_at as "takenAt", f.kept_until as "keptUntil",
      checker.full_name as "checkedBy", t.exam_id as "examId", t.member_id as "memberId", f.file_id as "fileId"
    from exams.photo f join exams.attempt t on t.id = f.attempt_id
      left join ${directorySql(caller.companyId)} checker on checker.id = f.checked_by
    where f.attempt_id = ${attemptId} and f.company_id = ${caller.companyId}`.execute(db)
  const [row] = rows
  if (!row) throw refuse(NOT_FOUND)
  await getStaffed(db, caller, row.examId, 'invigilator')
  return row
}

export async function attemptPhoto(db: ExamsDb, caller: Caller, id: string, now: number): Promise<AttemptPhoto> {
  const { fileId, examId: _, memberId: __, ...photo } = await getPhoto(db, caller, id)
  const { companyId, memberId } = caller
  const grant = fileId === null ? undefined : { companyId, fileId, memberId, seconds: addressSeconds, now }
  return { ...photo, url: grant ? await grantAccess(db, grant) : null }
}

export async function checkPhoto(
  db: ExamsDb,
  caller: Caller,
  id: string,
  verdict: string,
  now: number,
): Promise<Record<string, never>> {
  const { memberId, fileId } = await getPhoto(db, caller, id)
  assertNotSelf(caller, [memberId])
  if (fileId === null) throw refuse(NOT_FOUND)
  await sql`update exams.photo set verdict = ${verdict}, checked_at = ${now}, checked_by = ${caller.memberId}
    where attempt_id = ${id}`.execute(db)
  return {}
}
