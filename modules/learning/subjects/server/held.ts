/** Loading a subject for who makes it, and holding it while it is changed. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { SUBJECT_CHANGED } from '../contract/errors.ts'
import type { SubjectAction, SubjectStatus, SubjectType } from '../contract/wire.ts'
import { approvalsBySubject, type StoredApproval } from './approval-state.ts'
import type { SubjectsDb } from './db.ts'
import { managedOrganizations, mayEdit, type OwnedSubject } from './policy.ts'
import { assertPossible, type SubjectState } from './transitions.ts'

export interface HeldSubject extends OwnedSubject, SubjectState {
  readonly id: string
  readonly companyId: string
  readonly organizationId: string
  readonly name: string
  readonly subjectType: SubjectType
  readonly url: string | null
  readonly coverFileId: string | null
  readonly revision: number
  readonly versionNumber: number
}

interface HeldRow {
  readonly id: string
  readonly company_id: string
  readonly organization_id: string
  readonly author_id: string
  readonly managed: boolean
  readonly name: string
  readonly subject_type: SubjectType
  readonly status: SubjectStatus
  readonly approval: StoredApproval
  readonly url: string | null
  readonly cover_file_id: string | null
  readonly has_changes: boolean
  readonly revision: number
  readonly version_number: number
}

const heldColumns = sql`s.id, s.company_id, s.organization_id, s.author_id, s.name, s.subject_type, s.status,
  s.approval, s.url, s.cover_file_id, s.has_changes, s.revision, s.version_number`

async function heldSubject(db: SubjectsDb, row: HeldRow | undefined): Promise<HeldSubject> {
  if (!row) throw refuse(NOT_FOUND)
  const approval = row.approval && (await approvalsBySubject(db, row.company_id, [row])).get(row.id)
  return {
    id: row.id,
    companyId: row.company_id,
    organizationId: row.organization_id,
    authorId: row.author_id,
    managed: row.managed,
    name: row.name,
    subjectType: row.subject_type,
    status: row.status,
    approval: approval?.state ?? null,
    url: row.url,
    coverFileId: row.cover_file_id,
    hasChanges: row.has_changes,
    revision: row.revision,
    versionNumber: row.version_number,
  }
}

/** A subject of the caller's company, whoever may do what with it. `lock`: nobody else changes it until we are done. */
export async function getSubject(db: SubjectsDb, caller: Caller, id: string, lock = false): Promise<HeldSubject> {
  const { rows } = await sql<HeldRow>`
    select ${heldColumns}, s.organization_id in ${organizationsBelowSql(managedOrganizations(caller))} as managed
    from subjects.subject s
    where s.id = ${id} and s.company_id = ${caller.companyId} and s.deleted_at is null
    ${lock ? sql`for update of s` : sql``}`.execute(db)
  return heldSubject(db, rows[0])
}

/** A subject that is changed without a caller: by a decision, or from the recycle bin. Locks it. */
export async function lockSubject(
  db: SubjectsDb,
  companyId: string,
  id: string,
  which: 'living' | 'deleted' = 'living',
): Promise<HeldSubject> {
  const { rows } = await sql<HeldRow>`
    select ${heldColumns}, false as managed from subjects.subject s
    where s.id = ${id} and s.company_id = ${companyId}
      and ${which === 'living' ? sql`s.deleted_at is null` : sql`s.deleted_at is not null`}
    for update of s`.execute(db)
  return heldSubject(db, rows[0])
}

/** A subject that the caller may change. */
export async function getEditable(db: SubjectsDb, caller: Caller, id: string, lock = false): Promise<HeldSubject> {
  const subject = await getSubject(db, caller, id, lock)
  if (!mayEdit(caller, subject)) throw refuse(NO_PERMISSION)
  return subject
}

/** Locks a subject that was read as `revision`; refuses when somebody else has changed it since. */
export async function holdRevision(db: SubjectsDb, caller: Caller, id: string, revision: number): Promise<HeldSubject> {
  const subject = await getEditable(db, caller, id, true)
  if (subject.revision !== revision) throw refuse(SUBJECT_CHANGED, { revision: subject.revision })
  return subject
}

/** As `holdRevision`, for an action that the subject's state must allow: nothing changes while somebody decides. */
export async function holdForChange(
  db: SubjectsDb,
  caller: Caller,
  id: string,
  revision: number,
  action: SubjectAction = 'edit',
): Promise<HeldSubject> {
  const subject = await holdRevision(db, caller, id, revision)
  assertPossible(subject, action)
  return subject
}

/** Counts a change; answers the revision to make the next one on. */
export async function bumpRevision(db: SubjectsDb, id: string, now: number): Promise<number> {
  const { revision } = await db
    .updateTable('subjects.subject')
    .set((e) => ({ revision: e('revision', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .returning('revision')
    .executeTakeFirstOrThrow()
  return revision
}
