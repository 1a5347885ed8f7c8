/** Who is registered for which subject, what they open, and who gives it up. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { findStudyKind } from '#modules/content/study/server.ts'
import { CONTENT_TAKEN_DOWN, OTHER_CLIENT, SUBJECT_TAKEN_DOWN, WRONG_TYPE } from '../contract/errors.ts'
import { type SubjectProgress, subjectTypes } from '../contract/wire.ts'
import { progressOf } from './completion-rules.ts'
import { progressOfMembers } from './content-progress.ts'
import type { SubjectsDb } from './db.ts'
import { asSeen, type DetailRow, isUnpaid, openRow } from './details.ts'
import { askWhetherFinished, enqueueFinished } from './finishing.ts'
import { registrationOf } from './list-items.ts'
import { closedBecause } from './policy.ts'

/** Registers members for subjects that have been on the shelf; a second time changes nothing. */
export async function insertRegistrations(
  db: SubjectsDb,
  companyId: string,
  memberIds: readonly string[],
  subjectIds: readonly string[],
  now: number,
): Promise<void> {
  const { numAffectedRows } = await sql`
    with inserted as (
      insert into subjects.registration (member_id, subject_id, company_id, registered_at, touched_at)
      select m.id, s.id, s.company_id, ${now}::bigint, ${now}::bigint
      from subjects.subject s cross join unnest(${[...memberIds]}::uuid[]) as m (id)
      where s.id = any(${[...subjectIds]}::uuid[]) and s.company_id = ${companyId} and s.published_at is not null
      on conflict do nothing returning subject_id
    )
    insert into subjects.subject_counter as c (subject_id, company_id, learner_count)
    select subject_id, ${companyId}, count(*) from inserted group by subject_id order by subject_id
    on conflict (subject_id) do update set learner_count = c.learner_count + excluded.learner_count`.execute(db)
  // What somebody has learned before counts: they may be done already.
  if (numAffectedRows) await askWhetherFinished(db, { companyId, memberIds, subjectIds })
}

async function revive(db: SubjectsDb, memberId: string, subjectId: string, now: number): Promise<void> {
  await sql`update subjects.registration set status = case when started_at is null then 0 else 1 end, touched_at = ${now}
    where member_id = ${memberId} and subject_id = ${subjectId} and status = 3`.execute(db)
}

async function progressNow(db: SubjectsDb, caller: Caller, id: string): Promise<SubjectProgress> {
  const row = await openRow(db, caller, id)
  const { companyId, memberId } = caller
  const study = await progressOfMembers(db, companyId, { memberIds: [memberId], subjectIds: [id] })
  return progressOf(registrationOf(row), row.subject_type, study.of(memberId, id))
}

async function enter(db: SubjectsDb, caller: Caller, row: DetailRow, now: number): Promise<void> {
  if (row.status !== 'on-shelf') throw refuse(SUBJECT_TAKEN_DOWN)
  if (await isUnpaid(db, caller, row, now)) throw refuse(NOT_BOUGHT)
  await insertRegistrations(db, caller.companyId, [caller.memberId], [row.id], now)
  if (row.study_status !== 3) return
  await revive(db, caller.memberId, row.id, now)
  await askWhetherFinished(db, { companyId: caller.companyId, memberIds: [caller.memberId], subjectIds: [row.id] })
}

export async function register(db: SubjectsDb, caller: Caller, id: string, now: number): Promise<SubjectProgress> {
  await enter(db, caller, await openRow(db, caller, id), now)
  return progressNow(db, caller, id)
}

/** Abandons a subject. Finished subjects and members without a registration stay as they are. */
export async function abandon(db: SubjectsDb, caller: Caller, id: string, now: number): Promise<SubjectProgress> {
  await openRow(db, caller, id)
  await sql`update subjects.registration set status = 3, touched_at = ${now}
    where member_id = ${caller.memberId} and subject_id = ${id} and status < 2`.execute(db)
  return progressNow(db, caller, id)
}

/** A subject that the caller may go on with on this kind of device. */
async function openForStudy(db: SubjectsDb, caller: Caller, id: string, clientType: 1 | 2): Promise<DetailRow> {
  const row = await openRow(db, caller, id)
  const closed = closedBecause(asSeen(row), clientType)
  if (closed === 'taken-down') throw refuse(SUBJECT_TAKEN_DOWN)
  if (closed === 'other-client') throw refuse(OTHER_CLIENT, { publishClient: row.publish_client })
  return row
}

interface Opening {
  readonly id: string
  readonly contentId: string
  readonly clientType: 1 | 2
}

/** Begins a content: registers for the subject and for the content, and answers where it is studied. */
export async function openContent(
  db: SubjectsDb,
  caller: Caller,
  { id, contentId, clientType }: Opening,
  now: number,
): Promise<{ link: string }> {
  const row = await openForStudy(db, caller, id, clientType)
  const { companyId, memberId } = caller
  const study = await progressOfMembers(db, companyId, { memberIds: [memberId], subjectIds: [id] })
  const content = study.of(memberId, id).find((one) => one.contentId === contentId)
  if (!content?.item) throw refuse(content ? CONTENT_TAKEN_DOWN : NOT_FOUND)
  if (!content.isAvailable && !content.isStarted) throw refuse(CONTENT_TAKEN_DOWN)
  await enter(db, caller, row, now)
  const { business_type, business_id } = content.row
  if (content.isAvailable) await findStudyKind(business_type)?.register?.(db, companyId, [memberId], [business_id], now)
  await markStarted(db, memberId, id, now)
  await db
    .updateTable('subjects.registration')
    .set({ last_content_id: contentId })
    .where('member_id', '=', memberId)
    .where('subject_id', '=', id)
    .execute()
  return { link: content.item.link }
}

/** The subject is being studied: status 0 becomes 1, and it is the one touched last. */
async function markStarted(db: SubjectsDb, memberId: string, subjectId: string, now: number): Promise<void> {
  await sql`update subjects.registration set status = case when status = 0 then 1 else status end,
      started_at = coalesce(started_at, ${now}::bigint), touched_at = ${now}
    where member_id = ${memberId} and subject_id = ${subjectId}`.execute(db)
}

/** Where an external subject is; to have opened it finishes it, as a link does in a course. */
export async function visit(
  db: SubjectsDb,
  caller: Caller,
  { id, clientType }: Omit<Opening, 'contentId'>,
  now: number,
): Promise<{ url: string; progress: SubjectProgress }> {
  const row = await openForStudy(db, caller, id, clientType)
  if (row.subject_type !== subjectTypes.external || row.shelf_url === null)
    throw refuse(WRONG_TYPE, { subjectType: row.subject_type })
  await enter(db, caller, row, now)
  await markStarted(db, caller.memberId, id, now)
  const { numAffectedRows } = await sql`
    update subjects.registration set status = 2, finished_at = ${now}
    where member_id = ${caller.memberId} and subject_id = ${id} and status = 1`.execute(db)
  if (numAffectedRows) await enqueueFinished(db, { memberId: caller.memberId, subjectId: id })
  return { url: row.shelf_url, progress: await progressNow(db, caller, id) }
}

/** Counts one share. */
export async function countShare(db: SubjectsDb, caller: Caller, id: string): Promise<void> {
  const row = await openRow(db, caller, id)
  if (row.status !== 'on-shelf') throw refuse(SUBJECT_TAKEN_DOWN)
  await sql`insert into subjects.subject_counter as c (subject_id, company_id, share_count)
    values (${id}, ${caller.companyId}, 1)
    on conflict (subject_id) do update set share_count = c.share_count + 1`.execute(db)
}
