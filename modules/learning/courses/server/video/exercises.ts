/** Courses as what exercises stand in: who meets them, who answers, who writes them. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import type { ExerciseInput } from '#modules/assessment/exercises/contract.ts'
import { exerciseHost, exercisesOf, saveExercises, toExercise } from '#modules/assessment/exercises/server.ts'
import type { Context } from '#server/module.ts'
import { WRONG_SECTION_KIND } from '../../contract/errors.ts'
import { businessType, type SectionKind } from '../../contract/wire.ts'
import { type CoursesDb, coursesTables } from '../db.ts'
import { courseLifecycle } from '../publishing/course-lifecycle.ts'
import { getLearnt, getReadable, getSectionOf, type ReadCourse } from '../study/readers.ts'
import { getAuthoredSection } from './segments.ts'

/** At the end of a document or text there is a place for exercises, but no time in it. */
const kindsWithoutTime: readonly SectionKind[] = ['pdf', 'text']

/** The exercises of sections of a course, for questions to the module that has them. */
export const exercisesIn = (companyId: string, courseId: string, sectionIds?: readonly string[]) => ({
  ...{ companyId, businessType, businessId: courseId },
  ...(sectionIds && { sectionIds }),
})

export async function exercisesOfSection(db: CoursesDb, caller: Caller, courseId: string, sectionId: string) {
  const found = await exercisesOf(db, exercisesIn(caller.companyId, courseId, [sectionId]), caller.memberId)
  return found.map(toExercise)
}

export async function saveExercisesOfSection(
  db: CoursesDb,
  { id: courseId, sectionId }: { id: string; sectionId: string },
  inputs: readonly ExerciseInput[],
  context: Context,
): Promise<void> {
  const { kind, unit, unitCount } = await getAuthoredSection(db, context.caller, { id: courseId, sectionId }, true)
  if (unit !== 'ms' && !kindsWithoutTime.includes(kind)) throw refuse(WRONG_SECTION_KIND, { kind })
  const lengthMs = unit === 'ms' ? unitCount : null
  await saveExercises(db, { businessType, businessId: courseId, sectionId, lengthMs }, inputs, context)
}

/** The sections of the outline that the reader has before them, in its order. */
export async function sectionsInOrder(db: CoursesDb, { versionId }: ReadCourse) {
  const { rows } = await sql<{ id: string; title: string }>`
    select s.id, s.title from courses.section s
    join courses.chapter ch on ch.version_id = s.version_id and ch.id = s.chapter_id
    where s.version_id = ${versionId} order by ch.sort, ch.id, s.sort, s.id`.execute(db)
  return rows
}

export const courseExercises = exerciseHost({
  businessType,
  async sections(connection, caller, courseId, now) {
    const db = coursesTables(connection)
    const course = await getReadable(db, caller, courseId)
    // Whoever has not registered meets none.
    return sectionsInOrder(db, course.mayEdit ? course : await getLearnt(db, caller, courseId, now))
  },
  async assertAnswers(connection, caller, courseId, sectionId, now) {
    const db = coursesTables(connection)
    await getSectionOf(db, await getLearnt(db, caller, courseId, now), sectionId)
  },
  async assertEdits(connection, caller, courseId) {
    await courseLifecycle.getEditable(coursesTables(connection), caller, courseId)
  },
})
