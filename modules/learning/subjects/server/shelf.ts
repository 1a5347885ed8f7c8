/** What publishing a subject asks for, and what it copies. */
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { openContained } from '#modules/commerce/entitlements/server.ts'
import { keyOf, studyItems } from '#modules/content/study/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { EMPTY_STAGE, NEEDS_REQUIRED_CONTENT, URL_MISSING } from '../contract/errors.ts'
import { businessType, subjectTypes } from '../contract/wire.ts'
import { contentsOf, refOf } from './content-progress.ts'
import type { SubjectsDb } from './db.ts'
import { copyEdition } from './editions.ts'
import { recheckLearners } from './finishing.ts'
import { notifyOfPublication } from './messages.ts'
import type { SubjectRecord } from './subject-record.ts'

type PublishHint = 'no-content' | 'no-required-content' | 'empty-stage' | 'no-url'

/** The titles of the draft's stages that hold nothing: they promise learners what is not there. */
async function emptyStages(db: SubjectsDb, subjectId: string): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select g.title from subjects.stage g
    where g.subject_id = ${subjectId} and g.edition = 'draft' and not exists (select from subjects.content c
      where c.subject_id = g.subject_id and c.edition = g.edition and c.stage_id = g.id)
    order by g.sort, g.id`.execute(db)
  return rows.map(({ title }) => title)
}

/** Why the draft can't be published now; nothing where it can. There must be something in it that is asked for, and something in each stage. */
export async function publishHints(
  db: SubjectsDb,
  subject: Pick<SubjectRecord, 'id' | 'companyId' | 'subjectType' | 'url'>,
): Promise<PublishHint[]> {
  if (subject.subjectType === subjectTypes.external) return subject.url === null ? ['no-url'] : []
  const contents = await contentsOf(db, subject.companyId, [subject.id], 'draft')
  if (contents.length === 0) return ['no-content']
  const items = await studyItems(db, subject.companyId, contents.map(refOf))
  const isAsked = contents.some(
    (row) => row.required && items.get(keyOf(row.business_type, row.business_id))?.isAvailable,
  )
  const hints: PublishHint[] = isAsked ? [] : ['no-required-content']
  return (await emptyStages(db, subject.id)).length === 0 ? hints : [...hints, 'empty-stage']
}

/** Refuses a draft that can't be published (COURSE-070). */
export async function assertPublishable(db: SubjectsDb, subject: SubjectRecord): Promise<void> {
  const [hint] = await publishHints(db, subject)
  if (hint === 'no-url') throw refuse(URL_MISSING)
  if (hint === 'empty-stage') {
    const titles = await emptyStages(db, subject.id)
    throw refuse(EMPTY_STAGE, { title: titles[0] ?? '', titles })
  }
  if (hint !== undefined) throw refuse(NEEDS_REQUIRED_CONTENT)
}

/**
 * Learners see the draft at once; what they have finished stays finished, and a job marks those done who have nothing
 * required left.
 */
export async function putOnShelf(
  db: SubjectsDb,
  subject: SubjectRecord,
  { now }: { readonly now: number },
): Promise<void> {
  const { id, companyId, hasChanges, versionNumber } = subject
  await copyEdition(db, id, 'draft', 'shelf')
  await sql`
    update subjects.subject s set shelf_url = url, has_changes = false,
      stage_count = (select count(*) from subjects.stage g where g.subject_id = s.id and g.edition = 'shelf'),
      content_count = (select count(*) from subjects.content c where c.subject_id = s.id and c.edition = 'shelf')
    where s.id = ${id}`.execute(db)
  await openContained(db, { companyId, businessType, itemId: id }, now)
  await enqueue(db, recheckLearners, { companyId, subjectId: id })
  if (hasChanges && versionNumber > 0) await notifyOfPublication(db, subject, now)
}

/** The draft is again what was published last. */
export async function discardChanges(db: SubjectsDb, { id }: SubjectRecord): Promise<void> {
  await copyEdition(db, id, 'shelf', 'draft')
  await sql`update subjects.subject set url = shelf_url, has_changes = false where id = ${id}`.execute(db)
}
