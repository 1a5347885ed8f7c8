/** Proofs of courses as a kind of submissions: a learner hands one in for a section that needs review (COURSE-058). */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import type { SubmissionKind, SubmissionPart } from '#modules/content/submissions/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { FILE_DOES_NOT_FIT, NO_PROOF_ASKED, PROOF_NOT_OPEN, SUBMISSION_DEADLINE } from '../../contract/errors.ts'
import { businessType } from '../../contract/wire.ts'
import { type CoursesDb, coursesTables } from '../db.ts'
import { finishSection } from '../study/completion.ts'
import type { StudyFacts } from '../study/completion-rules.ts'
import { managesSql, openSql } from '../study/course-filters.ts'
import { getStudySection } from '../study/playbacks.ts'
import { markStudied, type Settled, settleCourse } from '../study/registrations.ts'

type StudySection = Awaited<ReturnType<typeof getStudySection>>

interface HandedIn {
  readonly section: StudySection
  readonly facts: StudyFacts
  readonly courseStatus: Settled['status']
}

interface CourseNames {
  readonly company_id: string
  readonly name: string
  readonly author_id: string
  readonly lecturer_id: string | null
}

/** The section of the version that the caller studies; refuses one that asks for no proof. */
export async function getReviewedSection(
  db: CoursesDb,
  caller: Caller,
  { subjectId, partId }: SubmissionPart,
  now: number,
  isStarting = false,
): Promise<StudySection> {
  const place = { courseId: subjectId, sectionId: partId, clientType: 'any' } as const
  const section = await getStudySection(db, caller, place, now, isStarting)
  if (!section.needs_review) throw refuse(NO_PROOF_ASKED)
  return section
}

/** How the caller stands in the section; undefined where the caller has not started it. */
export function findSectionProgress(db: CoursesDb, caller: Caller, { subjectId, partId }: SubmissionPart) {
  return db
    .selectFrom('courses.section_progress')
    .select(['status', 'finished_at'])
    .where('member_id', '=', caller.memberId)
    .where('course_id', '=', subjectId)
    .where('section_id', '=', partId)
    .executeTakeFirst()
}

/** Whether the section is neither finished nor pending review. */
export function isOpen({
  status,
  finished_at,
}: {
  readonly status: number
  readonly finished_at: number | null
}): boolean {
  return finished_at === null && status !== 5
}

/** Of the submission `s`: the section in the version that its member studies, with the course. */
const studiedSection = sql`from courses.registration r join courses.course c on c.id = r.course_id
  join courses.section section on section.version_id = r.version_id and section.id = s.part_id
  where r.member_id = s.member_id and r.course_id = s.subject_id`

export const proofKind: SubmissionKind<StudySection, HandedIn> = {
  key: 'course',
  label: { cn: '学习证明', en: 'Course proof' },
  businessType,
  reviewLink: '/admin/course-proofs?course=',
  memberLinkSql: sql<string>`'/study/course/detail/' || s.subject_id || '?section=' || s.part_id`,
  // As `assertOpen` decides: in the version that the member is on, before the deadline.
  isOpenSql: (caller, now) => sql<boolean>`(subject.status = 'on-shelf'
    and exists (select from courses.section_progress open
      where open.member_id = s.member_id and open.course_id = s.subject_id and open.section_id = s.part_id
        and open.finished_at is null and open.status = 6)
    and exists (select ${studiedSection} and section.needs_review and ${openSql(caller)}
      and (section.review_deadline is null or section.review_deadline >= ${now})))`,
  deadlineSql: sql<number | null>`(select section.review_deadline ${studiedSection})`,
  subjects: sql`courses.course`,
  isPresentSql: sql`subject.deleted_at is null`,
  reviewsSql: (caller) => managesSql(caller, 'subject'),
  guideSql: sql<string | null>`(select section.review_guide from courses.section section
    where section.id = s.part_id and section.course_id = s.subject_id order by section.version_id desc limit 1)`,
  refusals: { waiting: PROOF_NOT_OPEN, file: FILE_DOES_NOT_FIT },

  async assertOpen(connection, part, { caller, now }) {
    const db = coursesTables(connection)
    const section = await getReviewedSection(db, caller, part, now, true)
    const { review_deadline: deadline } = section
    if (deadline !== null && now > deadline) throw refuse(SUBMISSION_DEADLINE, { deadline })
    const progress = await findSectionProgress(db, caller, part)
    if (progress && !isOpen(progress)) throw refuse(PROOF_NOT_OPEN, { status: progress.status })
    return section
  },

  async submitted(connection, { subjectId: courseId, partId: sectionId }, section, { caller, now }) {
    const db = coursesTables(connection)
    const facts = await markHandedIn(db, caller, { courseId, sectionId }, section, now)
    await markStudied(db, caller.memberId, courseId, sectionId, now)
    await notifyReviewers(db, courseId, now)
    const { status: courseStatus } = await settleCourse(db, caller.memberId, courseId, now)
    return { section, facts, courseStatus }
  },

  /** The section is finished, or its review has failed and the learner may hand in again. */
  async decided(connection, { companyId, memberId, subjectId, partId, title }, { isAccepted, opinion }, now) {
    const db = coursesTables(connection)
    await finishReview(db, { companyId, memberId, courseId: subjectId, sectionId: partId }, isAccepted, now)
    const course = await courseNames(db, subjectId)
    await notify(db, {
      type: isAccepted ? 'course.proof-agreed' : 'course.proof-rejected',
      companyId,
      recipients: [memberId],
      variables: { course: course.name, section: title, opinion },
      link: `/study/course/detail/${subjectId}?section=${partId}`,
      now,
    })
  },
}

/** Takes the section to pending review. A finished or waiting section is refused. The row stays locked. */
async function markHandedIn(
  db: CoursesDb,
  caller: Caller,
  ids: { readonly courseId: string; readonly sectionId: string },
  section: StudySection,
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
  const progress = await findSectionProgress(db, caller, { subjectId: ids.courseId, partId: ids.sectionId })
  throw refuse(PROOF_NOT_OPEN, { status: progress?.status ?? 0 })
}

function courseNames(db: CoursesDb, courseId: string): Promise<CourseNames> {
  return db
    .selectFrom('courses.course')
    .select(['company_id', 'name', 'author_id', 'lecturer_id'])
    .where('id', '=', courseId)
    .executeTakeFirstOrThrow()
}

/** Author and lecturer, once however many hand in before they look. */
async function notifyReviewers(db: CoursesDb, courseId: string, now: number): Promise<void> {
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

/** What the decision makes of the section. One that the learner's version no longer has is finished all the same. */
async function finishReview(
  db: CoursesDb,
  target: { companyId: string; memberId: string; courseId: string; sectionId: string },
  isAccepted: boolean,
  now: number,
): Promise<void> {
  if (isAccepted && (await finishSection(db, target, { status: 2, by: 'auditor', at: now }))) return
  const { memberId, courseId, sectionId } = target
  await sql`
    update courses.section_progress set status = ${isAccepted ? 2 : 6},
      finished_at = case when ${isAccepted}::boolean then ${now}::bigint end
    where member_id = ${memberId} and course_id = ${courseId} and section_id = ${sectionId}
      and finished_at is null`.execute(db)
  await settleCourse(db, memberId, courseId, now)
}
