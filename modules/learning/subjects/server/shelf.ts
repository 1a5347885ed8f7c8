/** On the shelf and off it: publishing, taking down, throwing changes away. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { keyOf, studyItems } from '#modules/content/study/server.ts'
import { withdraw } from '#modules/platform/approvals/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { NEEDS_REQUIRED_CONTENT, URL_MISSING } from '../contract/errors.ts'
import { subjectTypes } from '../contract/wire.ts'
import { approvalType } from './approval-state.ts'
import type { SubjectsDb } from './db.ts'
import { recheckLearners } from './finishing.ts'
import { bumpRevision, getEditable, type HeldSubject, holdForChange } from './held.ts'
import { tellPublished } from './messages.ts'
import { copyEdition } from './stages.ts'
import { contentsOf, refOf } from './studied.ts'
import { assertPossible } from './transitions.ts'

type PublishHint = 'no-content' | 'no-required-content' | 'no-url'

/** Why the draft can't be published now; nothing where it can. There must be something in it that is asked for. */
export async function publishHints(
  db: SubjectsDb,
  subject: Pick<HeldSubject, 'id' | 'companyId' | 'subjectType' | 'url'>,
): Promise<PublishHint[]> {
  if (subject.subjectType === subjectTypes.external) return subject.url === null ? ['no-url'] : []
  const contents = await contentsOf(db, subject.companyId, [subject.id], 'draft')
  if (contents.length === 0) return ['no-content']
  const items = await studyItems(db, subject.companyId, contents.map(refOf))
  const isAsked = contents.some(
    (row) => row.required && items.get(keyOf(row.business_type, row.business_id))?.isAvailable,
  )
  return isAsked ? [] : ['no-required-content']
}

/** Refuses a draft that can't be published (COURSE-070). */
export async function assertPublishable(db: SubjectsDb, subject: HeldSubject): Promise<void> {
  const [hint] = await publishHints(db, subject)
  if (hint === 'no-url') throw refuse(URL_MISSING)
  if (hint !== undefined) throw refuse(NEEDS_REQUIRED_CONTENT)
}

/**
 * Puts the draft of a locked subject on the shelf. Learners see it at once; what they have finished stays finished, and
 * who has nothing required left is marked done by a job.
 */
export async function putOnShelf(db: SubjectsDb, subject: HeldSubject, now: number) {
  const { id, companyId } = subject
  await assertPublishable(db, subject)
  await copyEdition(db, id, 'draft', 'shelf')
  const versionNumber = subject.versionNumber + (subject.hasChanges ? 1 : 0)
  await sql`
    update subjects.subject s set status = 'on-shelf', approval = null, shelf_url = url, has_changes = false,
      version_number = ${versionNumber}, published_at = ${now}, off_shelf_at = null,
      stage_count = (select count(*) from subjects.stage g where g.subject_id = s.id and g.edition = 'shelf'),
      content_count = (select count(*) from subjects.content c where c.subject_id = s.id and c.edition = 'shelf')
    where s.id = ${id}`.execute(db)
  await enqueue(db, recheckLearners, { companyId, subjectId: id })
  if (subject.hasChanges && subject.versionNumber > 0) await tellPublished(db, subject, now)
  return { id, versionNumber, revision: await bumpRevision(db, id, now) }
}

/**
 * Nobody begins the subject from now on. An application to publish ends with it: what somebody takes off the shelf,
 * nobody else puts back by agreeing.
 */
export async function takeOffShelf(db: SubjectsDb, caller: Caller, id: string, now: number) {
  assertPossible(await getEditable(db, caller, id), 'take-off-shelf')
  const { companyId, memberId } = caller
  await withdraw(db, { companyId, businessType: approvalType, businessId: id, memberId, now })
  assertPossible(await getEditable(db, caller, id, true), 'take-off-shelf')
  await db
    .updateTable('subjects.subject')
    .set({ status: 'off-shelf', off_shelf_at: now })
    .where('id', '=', id)
    .execute()
  return { id, revision: await bumpRevision(db, id, now) }
}

/** The draft is again what was published last. */
export async function discardChanges(db: SubjectsDb, caller: Caller, id: string, revision: number, now: number) {
  await holdForChange(db, caller, id, revision, 'discard-changes')
  await copyEdition(db, id, 'shelf', 'draft')
  await sql`update subjects.subject set url = shelf_url, has_changes = false, approval = null where id = ${id}`.execute(
    db,
  )
  return { id, revision: await bumpRevision(db, id, now) }
}
