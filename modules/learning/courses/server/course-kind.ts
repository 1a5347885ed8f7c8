/** Courses as a kind of content: studied, discussed, and rewarded. */
import { sql } from 'kysely'
import { sold } from '#modules/commerce/entitlements/server.ts'
import { contentKind, hasStarted } from '#modules/content/catalog/server.ts'
import { type StudyState, studied } from '#modules/content/study/server.ts'
import { discussed } from '#modules/content/topics/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { StudyStatus } from '../contract/wire.ts'
import { courseGrades } from './board/grades.ts'
import { courseContent } from './course-content.ts'
import { searchedCourse } from './course-search.ts'
import { coursesTables } from './db.ts'
import { mayEdit, mayEditAny } from './policy.ts'
import { courseLifecycle } from './publishing/course-lifecycle.ts'
import { isFinishedStatus } from './study/completion-rules.ts'
import { courseEvents, courseFigures, openCourses } from './study/learning-center.ts'
import { percentSql, progressSql } from './study/own-study.ts'
import { insertRegistrations } from './study/registrations.ts'
import { openRounds } from './study/retakes.ts'
import { authorRewarded } from './study/rewards.ts'
import { courseDays, courseTimes } from './study/study-days.ts'

async function courseStates(
  connection: Connection,
  companyId: string,
  memberIds: readonly string[],
  ids: readonly string[],
): Promise<StudyState[]> {
  const { rows } = await sql<{
    member_id: string
    course_id: string
    status: StudyStatus
    percent: number
    started_at: number | null
    finished_at: number | null
  }>`
    select r.member_id, r.course_id, r.status, ${percentSql} as percent, r.started_at, r.finished_at
    from courses.registration r
    join courses.course c on c.id = r.course_id
    ${progressSql}
    where r.company_id = ${companyId} and r.member_id = any(${[...memberIds]}::uuid[])
      and r.course_id = any(${[...ids]}::uuid[])`.execute(coursesTables(connection))
  return rows.map((row) => ({
    memberId: row.member_id,
    businessId: row.course_id,
    isRegistered: true,
    finishStatus: row.status,
    isStarted: row.started_at !== null,
    isFinished: isFinishedStatus(row.status),
    percent: row.percent,
    finishedAt: row.finished_at,
  }))
}

const study = studied({
  states: courseStates,
  async register(connection, companyId, memberIds, ids, now) {
    await insertRegistrations(coursesTables(connection), companyId, memberIds, ids, { assigned: true, now })
  },
  async reopen(connection, companyId, businessId, rounds, now) {
    await openRounds(coursesTables(connection), companyId, businessId, rounds, now)
  },
  figures: courseFigures,
  open: openCourses,
  times: courseTimes,
  days: courseDays,
  events: courseEvents,
  grades: courseGrades,
})

const discussion = discussed({
  mayScore: hasStarted({ table: 'courses.registration', itemColumn: 'course_id', startedColumn: 'started_at' }),
  async mayModerate(connection, caller, id) {
    return mayEditAny(caller) && mayEdit(caller, await courseLifecycle.get(coursesTables(connection), caller, id))
  },
})

const selling = sold({
  tradeType: 7,
  async mayPrice(connection, caller, id) {
    return mayEdit(caller, await courseLifecycle.get(coursesTables(connection), caller, id))
  },
  async started(connection, _companyId, memberIds, ids) {
    const rows = await coursesTables(connection)
      .selectFrom('courses.registration')
      .select('member_id')
      .distinct()
      .where('course_id', 'in', [...ids])
      .where('member_id', 'in', [...memberIds])
      .where('started_at', 'is not', null)
      .execute()
    return rows.map((row) => row.member_id)
  },
  async entitled(connection, companyId, memberIds, id, now) {
    await insertRegistrations(coursesTables(connection), companyId, memberIds, [id], { assigned: false, now })
  },
})

export const courseKind = contentKind(courseContent, [study, discussion, authorRewarded, selling, searchedCourse])
