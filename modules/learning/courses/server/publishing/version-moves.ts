/** Moving many learners to a version at once. */
import { sql } from 'kysely'
import { longWork } from '#modules/platform/operations/server.ts'
import type { VersionMoves } from '../../contract/versions.ts'
import type { CourseRecord } from '../course-record.ts'
import { type CoursesDb, coursesTables } from '../db.ts'
import { settleLearners } from '../study/registrations.ts'
import { settleRounds } from '../study/retakes.ts'

const statusesOf = { 'not-started': [0], unfinished: [0, 1, 3, 5, 6], all: [0, 1, 2, 3, 4, 5, 6] } as const
const stepLearners = 500

interface Position {
  readonly courseId: string
  readonly versionId: string
  /** The last learner who was settled. */
  readonly after?: string
  readonly done: number
  readonly total: number
}

/** Another version may ask for less: moved learners without required sections left are marked as finished. */
export const moveWork = longWork({
  kind: 'course-version-move',
  label: { cn: '切换课程版本', en: 'Move to a course version' },
  job: 'courses.settle-after-moving',
  cancellable: false,
  claim: async (_connection, { position }: { readonly position: Position }) => position,
  async step(connection, { subject, now }) {
    const db = coursesTables(connection)
    const { courseId, versionId } = subject
    const learners = await settleLearners(db, { ...subject, limit: stepLearners }, now)
    if (learners.length === 0) {
      await settleRounds(db, courseId, { versionId }, now)
      return { report: { counts: [{ label: { cn: '已核对学员', en: 'Learners' }, value: subject.done }] } }
    }
    const done = subject.done + learners.length
    const total = Math.max(done, subject.total)
    return { done, total, position: { ...subject, after: learners.at(-1) ?? '', done } }
  },
  restart: async () => true,
})

/** Moves learners of earlier versions; long work then marks those finished who have nothing required left to do. */
export async function moveLearnersTo(
  db: CoursesDb,
  course: Pick<CourseRecord, 'id' | 'companyId' | 'name'>,
  versionId: string,
  moved: { readonly who: Exclude<VersionMoves, 'nobody'>; readonly memberId: string | null; readonly now: number },
): Promise<number> {
  const { id: courseId, companyId, name: title } = course
  const { rows } = await sql<{ started: boolean }>`
    update courses.registration set version_id = ${versionId}
    where course_id = ${courseId} and version_id <> ${versionId}
      and status = any(${[...statusesOf[moved.who]]}::smallint[])
    returning status in (1, 5, 6) as started`.execute(db)
  if (rows.length === 0) return 0
  const total = rows.filter(({ started }) => started).length
  const { memberId, now } = moved
  await moveWork.start(db, { companyId, memberId, title, position: { courseId, versionId, done: 0, total }, now })
  return rows.length
}
