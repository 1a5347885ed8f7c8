/** Courses as something that learning paths, subjects and pushes put together (businessType 1). */
import { sql } from 'kysely'
import { type StudyItem, type StudyState, studyKind } from '#modules/content/study/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { businessType, type StudyStatus } from '../contract/wire.ts'
import { percentSql, progressSql } from './cards.ts'
import { nameMatchesSql, visibleSql } from './course-filters.ts'
import { visibleCourses } from './course-item.ts'
import { coursesTables } from './db.ts'
import { isFinishedStatus } from './finished.ts'
import { courseEvents, courseFigures, openCourses } from './learning-center.ts'
import { insertRegistrations } from './registrations.ts'
import { openRounds } from './rounds.ts'
import { courseDays, courseTimes } from './study-days.ts'

interface ItemRow {
  readonly id: string
  readonly name: string
  readonly cover_file_id: string | null
  readonly available: boolean
}

function studyItem({ id, name, cover_file_id, available }: ItemRow): StudyItem {
  return { id, name, link: `/study/course/detail/${id}`, coverFileId: cover_file_id, isAvailable: available }
}

const itemColumns = sql`c.id, c.name, c.cover_file_id, c.status = 'on-shelf' and c.deleted_at is null as available`

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

export const courseStudy = studyKind({
  businessType,
  label: { cn: '课程', en: 'Course' },
  async items(connection, companyId, ids) {
    const { rows } = await sql<ItemRow>`
      select ${itemColumns} from courses.course c
      where c.company_id = ${companyId} and c.id = any(${[...ids]}::uuid[])`.execute(coursesTables(connection))
    return rows.map(studyItem)
  },
  async visible(connection, caller, ids) {
    return new Set((await visibleCourses(connection, caller, ids)).map(({ id }) => id))
  },
  async search(connection, caller, search, limit) {
    const { rows } = await sql<ItemRow>`
      select ${itemColumns} from courses.course c
      where c.company_id = ${caller.companyId} and c.status = 'on-shelf' and c.deleted_at is null
        and ${visibleSql(caller)} and ${nameMatchesSql(search)}
      order by c.published_at desc, c.id limit ${limit}`.execute(coursesTables(connection))
    return rows.map(studyItem)
  },
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
})
