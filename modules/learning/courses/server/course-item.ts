/** Courses as things that members collect, comment, score and find by topics. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { itemKind } from '#modules/content/topics/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { businessType } from '../contract/wire.ts'
import { openSql } from './course-filters.ts'
import { coursesTables } from './db.ts'
import { getCourse } from './drafts.ts'
import { mayEdit } from './policy.ts'

/** Whoever may open the course sees it as an item: on the shelf, or taken off it since the member registered. */
export async function visibleCourses(connection: Connection, caller: Caller, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; cover_file_id: string | null }>`
    select c.id, c.name, c.cover_file_id from courses.course c
    left join courses.registration r on r.member_id = ${caller.memberId} and r.course_id = c.id
    where c.id = any(${[...ids]}::uuid[]) and c.company_id = ${caller.companyId} and c.deleted_at is null
      and ${openSql(caller)} and (c.status = 'on-shelf' or c.status = 'off-shelf' and r.member_id is not null)`.execute(
    coursesTables(connection),
  )
  return rows.map(({ id, name, cover_file_id }) => ({
    id,
    name,
    link: `/study/course/detail/${id}`,
    ...(cover_file_id !== null && { picture: `files/${cover_file_id}` }),
  }))
}

/** Stars are for those who have begun: an opinion about a course that one knows. */
async function mayScore(connection: Connection, caller: Caller, id: string): Promise<boolean> {
  const begun = await coursesTables(connection)
    .selectFrom('courses.registration')
    .select('started_at')
    .where('member_id', '=', caller.memberId)
    .where('course_id', '=', id)
    .where('started_at', 'is not', null)
    .executeTakeFirst()
  return begun !== undefined
}

export const courseItem = itemKind({
  businessType,
  label: { cn: '课程', en: 'Course' },
  visible: visibleCourses,
  mayScore,
  async mayModerate(connection, caller, id) {
    return mayEdit(caller, await getCourse(coursesTables(connection), caller, id))
  },
})
