/** Moving many learners to a version at once. */
import { sql } from 'kysely'
import { enqueue } from '#server/jobs/queue.ts'
import type { VersionMoves } from '../../contract/versions.ts'
import type { CoursesDb } from '../db.ts'
import { settleAfterMoving } from '../jobs.ts'

const statusesOf = { 'not-started': [0], unfinished: [0, 1, 3, 5, 6], all: [0, 1, 2, 3, 4, 5, 6] } as const

/** Moves learners of earlier versions; a job then marks those done who have nothing required left to do. */
export async function moveLearnersTo(
  db: CoursesDb,
  courseId: string,
  versionId: string,
  who: Exclude<VersionMoves, 'nobody'>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update courses.registration set version_id = ${versionId}
    where course_id = ${courseId} and version_id <> ${versionId}
      and status = any(${[...statusesOf[who]]}::smallint[])`.execute(db)
  if (numAffectedRows) await enqueue(db, settleAfterMoving, { courseId, versionId })
  return Number(numAffectedRows ?? 0n)
}
