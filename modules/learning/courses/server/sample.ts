/** A row of a company in every table of courses: what hostile calls of another company are not to reach. */
import { v7 as uuid } from 'uuid'
import { buildAnsweredExercise } from '#modules/assessment/exercises/server/exercises.fixture.ts'
import { contentOf } from '#modules/assessment/questions/server/questions.fixture.ts'
import { buildSubmission } from '#modules/content/submissions/server/submissions.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { businessType } from '../contract/wire.ts'
import { buildCategory, buildCourse, buildLearner } from './courses.fixture.ts'
import { coursesTables } from './db.ts'
import { buildStudyingSample } from './studying-data.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const category = await buildCategory(connection, { companyId, name: marker, now })
  const input = {
    author: { id: chief.id, companyId, organizationId: companyId },
    name: marker,
    summary: marker,
    description: marker,
    categoryId: category.id,
    visibleOrganizationIds: [companyId],
    chapters: [
      {
        title: marker,
        sections: [
          { title: marker, body: marker },
          { title: marker, kind: 'link' as const },
        ],
      },
    ],
    now,
  }
  const course = await buildCourse(connection, input)
  const next = await buildCourse(connection, { ...input, status: 'draft' })
  await buildCourse(connection, { ...input, status: 'off-shelf' })
  const watched = course.sections.slice(0, 1).map((section) => ({ section, share: 1 }))
  const member = { id: learner.id, companyId }
  await buildLearner(connection, { member, course, watched, registeredAt: now })
  const sectionId = course.sections[0]?.id ?? ''
  const left = { companyId, courseId: course.id, sectionId, memberId: learner.id, marker, now }
  await buildStudyingSample(connection, left)
  const content = { ...contentOf['single-choice'], stem: `<p>${marker}</p>` }
  const answer = { memberId: learner.id, given: { kind: 'single-choice' as const, chosen: [0] } }
  const host = { companyId, businessType, businessId: course.id, sectionId }
  await buildAnsweredExercise(connection, { ...host, content, answer, now })
  const db = coursesTables(connection)
  await db
    .insertInto('courses.round')
    .values({
      ...{ round_id: uuid(), company_id: companyId, member_id: learner.id, course_id: course.id },
      ...{ earned_version_id: course.versionId, opened_at: now, due_at: now, finished_at: now },
      earned: JSON.stringify([{ sectionId: course.sections[0]?.id }]),
    })
    .execute()
  await db
    .insertInto('courses.prerequisite')
    .values({ course_id: next.id, required_id: course.id, company_id: companyId, sort: 0 })
    .execute()
  const place = { company_id: companyId, course_id: course.id, section_id: sectionId, member_id: learner.id }
  const proof = { kind: 'course', subjectId: course.id, partId: sectionId, memberId: learner.id, submittedAt: now }
  await buildSubmission(connection, { ...proof, companyId, title: marker, text: marker })
  await db
    .insertInto('courses.waiver')
    .values({ ...place, id: uuid(), by_id: chief.id, reason: marker, created_at: now })
    .execute()
}
