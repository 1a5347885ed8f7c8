/** Proof that learners hand in for sections that need review, and what auditors say to it (COURSE-058). */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { fileById, ownsFile } from '#modules/platform/files/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { Context } from '#server/module.ts'
import {
  FILE_DOES_NOT_FIT,
  NO_PROOF_ASKED,
  PROOF_DECIDED,
  PROOF_NOT_OPEN,
  SUBMISSION_DEADLINE,
} from '../../contract/errors.ts'
import type { StudyStatus } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'
import { finishSection } from '../study/completion.ts'
import { type StudyFacts, sectionProgress } from '../study/completion-rules.ts'
import { auditsSql } from '../study/course-filters.ts'
import { getStudySection } from '../study/playbacks.ts'
import { markStudied, settleCourse } from '../study/registrations.ts'

interface SectionIds {
  readonly courseId: string
  readonly sectionId: string
}

/** The section of the version that the caller studies, where it asks for proof. */
export async function reviewedSection(db: CoursesDb, caller: Caller, ids: SectionIds) {
  const section = await getStudySection(db, caller, { ...ids, clientType: 'any' })
  if (!section.needs_review) throw refuse(NO_PROOF_ASKED)
  return section
}

async function assertOwnFiles(db: CoursesDb, caller: Caller, fileIds: readonly string[]): Promise<void> {
  for (const fileId of fileIds) {
    const file = await fileById(db, caller.companyId, fileId)
    if (!file || !(await ownsFile(db, caller, fileId))) throw refuse(FILE_DOES_NOT_FIT, { reason: 'missing' })
  }
}

/** Hands in proof: the section is pending review. After the deadline nothing is stored (COURSE-132). */
export async function handInProof(
  db: CoursesDb,
  ids: SectionIds,
  { text, fileIds }: { text: string; fileIds: readonly string[] },
  { caller, now }: Context,
) {
  const section = await reviewedSection(db, caller, ids)
  const { review_deadline: deadline } = section
  if (deadline !== null && now > deadline) throw refuse(SUBMISSION_DEADLINE, { deadline })
  if (text.trim() === '' && fileIds.length === 0) {
    throw refuse(INVALID_INPUT, { fields: [{ path: 'text', rule: 'required', message: 'or a file is needed' }] })
  }
  await assertOwnFiles(db, caller, fileIds)
  await assertClean(db, caller.companyId, { text })
  const facts = await markHandedIn(db, caller, ids, section, now)
  await markStudied(db, caller.memberId, ids.courseId, ids.sectionId, now)
  const id = uuid()
  await db
    .insertInto('courses.proof')
    .values({
      id,
      company_id: caller.companyId,
      course_id: ids.courseId,
      section_id: ids.sectionId,
      member_id: caller.memberId,
      section_title: section.title,
      content: text.trim(),
      file_ids: [...fileIds],
      handed_in_at: now,
    })
    .execute()
  await tellAuditors(db, ids.courseId, now)
  const { status } = await settleCourse(db, caller.memberId, ids.courseId, now)
  return { id, progress: sectionProgress(section, facts, 100), courseStatus: status }
}

/** Takes the section to pending review; refuses one that is finished, or waits already. Its row stays locked. */
async function markHandedIn(
  db: CoursesDb,
  caller: Caller,
  ids: SectionIds,
  section: { readonly kind: string; readonly unit_count: number },
  now: number,
): Promise<StudyFacts> {
  const { rows } = await sql<StudyFacts>`
    insert into courses.section_progress as p (member_id, course_id, section_id, company_id, kind, status, unit_count,
      needed, started_at, studied_at, credited_until, by_proof)
    values (${caller.memberId}, ${ids.courseId}, ${ids.sectionId}, ${caller.companyId}, ${section.kind}, 5,
      ${section.unit_count}, ${section.unit_count}, ${now}, ${now}, ${now}, true)
    on conflict (member_id, course_id, section_id) do update set status = 5, by_proof = true, studied_at = ${now}
      where p.finished_at is null and p.status <> 5
    returning p.status, p.covered, p.unit_count, p.needed, p.position, p.studied_at, p.finished_at`.execute(db)
  const stored = rows[0]
  if (stored) return stored
  const { status } = await db
    .selectFrom('courses.section_progress')
    .select('status')
    .where('member_id', '=', caller.memberId)
    .where('course_id', '=', ids.courseId)
    .where('section_id', '=', ids.sectionId)
    .executeTakeFirstOrThrow()
  throw refuse(PROOF_NOT_OPEN, { status })
}

interface CourseNames {
  readonly company_id: string
  readonly name: string
  readonly author_id: string
  readonly lecturer_id: string | null
}

function courseNames(db: CoursesDb, courseId: string): Promise<CourseNames> {
  return db
    .selectFrom('courses.course')
    .select(['company_id', 'name', 'author_id', 'lecturer_id'])
    .where('id', '=', courseId)
    .executeTakeFirstOrThrow()
}

/** Author and lecturer, once however many hand in before they look. */
async function tellAuditors(db: CoursesDb, courseId: string, now: number): Promise<void> {
  const course = await courseNames(db, courseId)
  await notify(db, {
    type: 'course.proof-handed-in',
    companyId: course.company_id,
    recipients: [...new Set([course.author_id, course.lecturer_id ?? course.author_id])],
    variables: { course: course.name },
    link: `/admin/course-proofs?course=${courseId}`,
    collapseKey: `proof ${courseId}`,
    now,
  })
}

interface HeldProof {
  readonly course_id: string
  readonly section_id: string
  readonly section_title: string
  readonly member_id: string
  readonly company_id: string
  readonly state: 'waiting' | 'agreed' | 'rejected'
}

/** Agrees or rejects, to others' proof alone: the section is done, or its review has failed and the learner may hand in again. */
export async function decideProof(
  db: CoursesDb,
  id: string,
  { agreed, opinion = '' }: { agreed: boolean; opinion?: string },
  { caller, now }: Context,
): Promise<void> {
  if (!agreed && opinion.trim() === '') {
    throw refuse(INVALID_INPUT, { fields: [{ path: 'opinion', rule: 'required', message: 'is needed to reject' }] })
  }
  const { rows } = await sql<HeldProof>`
    select p.course_id, p.section_id, p.section_title, p.member_id, p.company_id, p.state
    from courses.proof p join courses.course c on c.id = p.course_id
    where p.id = ${id} and p.member_id <> ${caller.memberId} and ${auditsSql(caller)}
    for update of p`.execute(db)
  const proof = rows[0]
  if (!proof) throw refuse(NOT_FOUND)
  if (proof.state !== 'waiting') throw refuse(PROOF_DECIDED, { state: proof.state })
  await db
    .updateTable('courses.proof')
    .set({
      state: agreed ? 'agreed' : 'rejected',
      opinion: opinion.trim(),
      decided_by: caller.memberId,
      decided_at: now,
    })
    .where('id', '=', id)
    .execute()
  await follow(db, proof, agreed, now)
  const course = await courseNames(db, proof.course_id)
  await notify(db, {
    type: agreed ? 'course.proof-agreed' : 'course.proof-rejected',
    companyId: proof.company_id,
    recipients: [proof.member_id],
    variables: { course: course.name, section: proof.section_title, opinion: opinion.trim() },
    link: `/study/course/detail/${proof.course_id}?section=${proof.section_id}`,
    now,
  })
}

/** What the decision makes of the section. One that the learner's version has no more is finished all the same. */
async function follow(db: CoursesDb, proof: HeldProof, agreed: boolean, now: number): Promise<StudyStatus> {
  const { member_id: memberId, course_id: courseId, section_id: sectionId, company_id: companyId } = proof
  const target = { companyId, memberId, courseId, sectionId }
  if (agreed) {
    const settled = await finishSection(db, target, { status: 2, by: 'auditor', at: now })
    if (settled) return settled.status
  }
  await sql`
    update courses.section_progress set status = ${agreed ? 2 : 6},
      finished_at = case when ${agreed}::boolean then ${now}::bigint end
    where member_id = ${memberId} and course_id = ${courseId} and section_id = ${sectionId}
      and finished_at is null`.execute(db)
  return (await settleCourse(db, memberId, courseId, now)).status
}
