/** Courses as content (businessType 1): how they are found, and who may open them. */
import { sql } from 'kysely'
import { type ContentKind, tableContent } from '#modules/content/catalog/server.ts'
import { businessType } from '../contract/wire.ts'
import { visibleSql } from './study/course-filters.ts'

export const courseContent: ContentKind = {
  businessType,
  label: { cn: '课程', en: 'Course' },
  ...tableContent({
    table: 'courses.course',
    alias: 'c',
    link: (id) => `/study/course/detail/${id}`,
    /** On the shelf, or taken off it since the caller registered; made for the caller, or assigned to them. */
    openSql: (caller) => {
      const registered = (condition = sql`true`) => sql`exists (select from courses.registration r
        where r.course_id = c.id and r.member_id = ${caller.memberId} and ${condition})`
      return sql`(c.status = 'on-shelf' or ${registered()})
        and (${visibleSql(caller)} or ${registered(sql`r.assigned`)})`
    },
    choosableSql: visibleSql,
    newestFirst: 'published_at',
    category: { table: 'courses.category', column: 'category_id' },
  }),
}
