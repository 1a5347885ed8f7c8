/** Courses as lists show them, with the caller's own state: the page is found, and what is known of its courses is kept. */
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Caller } from '#kit/caller.ts'
import { pageWindow } from '#kit/schema.ts'
import type { IsPay } from '#modules/commerce/prices/contract.ts'
import { isPaySql } from '#modules/commerce/prices/server.ts'
import { assertMembersOfCompany } from '#modules/platform/identity/server.ts'
import { kept } from '#server/db/kept.ts'
import { countMatches, foundInOrderSql, foundSql, type PageOf, type Paging } from '#server/db/page.ts'
import { type Written, writesInParts, writesList } from '#server/http/written.ts'
import { CourseList, OwnCourse, OwnCourseList } from '../../contract/learning.ts'
import { businessType, type CourseCard } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'
import {
  inCategorySql,
  inStateSql,
  livingSql,
  nameMatchesSql,
  openSql,
  type StudyState,
  visibleSql,
} from './course-filters.ts'
import { cardParts, ownFields } from './known-courses.ts'
import { type ListedRow, listedCourses, ownColumns, ownRows, registeredSources, startedSql } from './own-study.ts'
import { openRoundSql } from './retakes.ts'

type WrittenList = Written<Static<typeof CourseList>>

const courseList = writesList(CourseList)
const ownCourseList = writesList(OwnCourseList)
const ownCourseParts = writesInParts(OwnCourse, [...ownFields, 'status', 'lastSectionTitle', 'retraining'])

/** The cards of these courses, in their order. */
async function cardsOf(db: CoursesDb, caller: Caller, ids: readonly string[]): Promise<Written<CourseCard>[]> {
  const listed = await listedCourses(db, caller, await ownRows(db, caller, ids))
  return listed.map(({ course, own }) => cardParts.whole(course.writtenCard, own))
}

export interface CatalogueQuery extends Paging {
  readonly categoryId?: string
  readonly search?: string
  readonly sort?: 'newest' | 'hot'
  readonly clientType?: 1 | 2
  readonly isPay?: IsPay
}

async function findCatalogue(
  db: CoursesDb,
  caller: Caller,
  query: CatalogueQuery,
  now: number,
): Promise<PageOf<string>> {
  const isHot = query.sort === 'hot'
  const order = isHot ? sql`coalesce(learner_count, 0) desc, id` : sql`published_at desc, id`
  // The index is in the order of the newest; a search looks at few rows, and finds them by another. Prices are read once.
  const found = isHot || query.search !== undefined || query.isPay !== undefined ? foundSql : foundInOrderSql
  const priced = { businessTypes: [businessType], id: sql<string>`c.id`, isPay: query.isPay }
  const matching = sql`from courses.course c ${isHot ? sql`left join courses.course_counter k on k.course_id = c.id` : sql``}
    where c.company_id = ${caller.companyId} and c.status = 'on-shelf'
      and c.publish_client in (0, ${query.clientType ?? 1}::smallint)
      and ${visibleSql(caller)} and ${inCategorySql(query.categoryId)} and ${nameMatchesSql(query.search)}
      and ${isPaySql(caller, priced, now)}`
  const { rows } = await sql<{ record_count: number; ids: string[] }>`
    with ${found(sql`id`, order, matching, query)} select record_count, ids from found`.execute(db)
  return { items: rows[0]?.ids ?? [], recordCount: rows[0]?.record_count ?? 0 }
}

export async function listCatalogue(
  db: CoursesDb,
  caller: Caller,
  query: CatalogueQuery,
  now: number,
): Promise<WrittenList> {
  const { page, pageSize, categoryId, search, sort, clientType } = query
  // What is typed is typed by one; the most learned ones change with every learner, and prices begin and end by themselves.
  const isKept = search === undefined && sort !== 'hot' && query.isPay === undefined
  const key = [caller.organizationId, page, pageSize, categoryId, clientType].join(' ')
  const find = () => findCatalogue(db, caller, query, now)
  const { items: ids, recordCount } = await (isKept ? kept(db, caller, 'courses.catalogue', key, find) : find())
  return courseList(await cardsOf(db, caller, ids), { recordCount })
}

export interface TaughtQuery extends Paging {
  readonly memberId: string
  readonly clientType?: 1 | 2
}

/** What a colleague teaches, for the colleague's homepage: never more than the catalogue and own registrations show. */
export async function listTaught(db: CoursesDb, caller: Caller, query: TaughtQuery): Promise<WrittenList> {
  await assertMembersOfCompany(db, caller.companyId, [query.memberId])
  const matching = sql`from courses.course c
    left join courses.registration r on r.member_id = ${caller.memberId} and r.course_id = c.id
    where c.lecturer_id = ${query.memberId} and c.company_id = ${caller.companyId} and c.status = 'on-shelf'
      and c.publish_client in (0, ${query.clientType ?? 1}::smallint) and ${openSql(caller)}`
  const { rows } = await sql<{ record_count: number; ids: string[] }>`
    with ${foundSql(sql`c.id`, sql`c.published_at desc, c.id`, matching, query)}
    select record_count, ids from found`.execute(db)
  return courseList(await cardsOf(db, caller, rows[0]?.ids ?? []), { recordCount: rows[0]?.record_count ?? 0 })
}

/** The courses of the ids in their order; those that are missing or may not be seen are left out (COURSE-101). */
export async function coursesByIds(db: CoursesDb, caller: Caller, ids: readonly string[]): Promise<WrittenList> {
  const { rows } = await sql<{ id: string }>`
    select c.id from courses.course c
    left join courses.registration r on r.member_id = ${caller.memberId} and r.course_id = c.id
    where c.id = any(${ids}::uuid[]) and c.company_id = ${caller.companyId} and c.status = 'on-shelf'
      and ${openSql(caller)}`.execute(db)
  const open = new Set(rows.map(({ id }) => id))
  const shown = [...new Set(ids)].filter((id) => open.has(id))
  const items = await cardsOf(db, caller, shown)
  return courseList(items, { recordCount: items.length })
}

/** Learned is also what is finished, and studied once more. */
const inOwnStateSql = (state: StudyState | undefined) =>
  state === 'learning' ? sql`(${inStateSql(state)} or again.round_id is not null)` : inStateSql(state)

export async function listMyCourses(
  db: CoursesDb,
  caller: Caller,
  query: { page?: number; pageSize?: number; state?: StudyState },
): Promise<Written<Static<typeof OwnCourseList>>> {
  const { limit, offset } = pageWindow(query)
  const matching = sql`from courses.registration r ${openRoundSql}
    where r.member_id = ${caller.memberId} and ${inOwnStateSql(query.state)} and ${livingSql}`
  const { rows } = await sql<ListedRow & { readonly record_count: number }>`
    select r.record_count, r.course_id as id, ${ownColumns}, ${startedSql}
    from (
      select r.*, (count(*) over ())::int as record_count, greatest(r.touched_at, again.opened_at) as place ${matching}
      order by place desc, r.course_id limit ${limit} offset ${offset}
    ) r ${registeredSources(caller, sql`r.course_id`)} order by r.place desc, r.course_id`.execute(db)
  const listed = await listedCourses(db, caller, rows)
  const items = listed.map(({ own, course, row, outline, progress }) =>
    ownCourseParts.whole(course.writtenCard, {
      ...own,
      status: course.status,
      lastSectionTitle: outline?.sections.find(({ id }) => id === row.last_section_id)?.title ?? null,
      retraining: row.opened_at === null ? null : { openedAt: row.opened_at, dueAt: row.due_at, ...progress },
    }),
  )
  const isBeyondEnd = rows.length === 0 && offset > 0
  const recordCount = isBeyondEnd ? await countMatches(db, matching) : (rows[0]?.record_count ?? 0)
  return ownCourseList(items, { recordCount })
}
