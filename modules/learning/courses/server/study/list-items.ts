/** Courses as lists show them, with the caller's own state. One statement a list. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { type FiguresRow, figuresOfRow, figuresSql } from '#modules/content/topics/server.ts'
import { directorySql, organizationsSql } from '#modules/platform/identity/server.ts'
import { type Counted, countedPage, foundInOrderSql, foundSql, type Paging } from '#server/db/page.ts'
import type { Retraining } from '../../contract/learning.ts'
import { businessType, type CourseCard, type CourseStatus, type StudyStatus } from '../../contract/wire.ts'
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
import { openRoundSql } from './retakes.ts'
import { coverAddress } from './section-contents.ts'

export interface CardRow extends FiguresRow {
  readonly id: string
  readonly name: string
  readonly summary: string
  readonly cover_file_id: string | null
  readonly publish_client: 0 | 1 | 2
  readonly status: CourseStatus
  readonly published_at: number | null
  readonly section_count: number
  readonly duration_ms: number
  readonly learner_count: number
  readonly share_count: number
  readonly category_id: string | null
  readonly category_name: string | null
  readonly category_path: string | null
  readonly organization_id: string
  readonly organization_name: string
  readonly lecturer_id: string | null
  readonly lecturer_name: string | null
  readonly lecturer_avatar: string | null
  readonly study_status: StudyStatus | null
  readonly percent: number
  readonly started_at: number | null
  readonly touched_at: number | null
  readonly last_section_id: string | null
}

/** Names from the root to the category of `c`, joined by ` / ` (COURSE-028). Needs `cat`. */
export const categoryPathSql = sql`(
  select string_agg(a.name, ' / ' order by cardinality(a.path)) from courses.category a where a.id = any(cat.path))`

/** Progress of the learner of registration `r` in the version that they are on, as `g`. */
export const progressSql = sql`left join lateral (
  select count(*)::int as required_count, count(p.finished_at)::int as finished_count,
    (coalesce(sum(case when p.finished_at is not null then 100
      else least(99, coalesce(p.covered::bigint * 100 / p.needed, 0)) end), 0) / greatest(count(*), 1))::int as percent_mean
  from courses.section s left join courses.section_progress p
    on p.member_id = r.member_id and p.course_id = r.course_id and p.section_id = s.id
  where r.member_id is not null and s.version_id = r.version_id and s.required) g on true`

/** Needs `r` and `g`. */
export const percentSql = sql`case when r.status in (2, 4) then 100 else least(99, coalesce(g.percent_mean, 0)) end`

/** `select ${cardColumns} from ${cardSources(caller)} where …`: courses `c` with the caller's registration `r`. */
export const cardColumns = sql`c.id, c.name, c.summary, c.cover_file_id, c.publish_client, c.status, c.published_at,
  c.section_count, c.duration_ms, coalesce(k.learner_count, 0) as learner_count, coalesce(k.share_count, 0) as share_count,
  cat.id as category_id, cat.name as category_name, ${categoryPathSql} as category_path,
  o.id as organization_id, o.name as organization_name,
  l.id as lecturer_id, l.full_name as lecturer_name, l.avatar_path as lecturer_avatar,
  f.comment_count, f.score_count, f.score_sum,
  r.status as study_status, ${percentSql} as percent, r.started_at, r.touched_at, r.last_section_id`

/**
 * The courses come from `from`, which names them `c`. What narrows them stands first in it: PostgreSQL keeps to the
 * written order where there are many joins, and would otherwise make a card of every course before it takes a page.
 */
export function cardSources(caller: Caller, from: RawBuilder<unknown> = sql`courses.course c`): RawBuilder<unknown> {
  return sql`${from}
    join ${organizationsSql(caller.companyId)} o on o.id = c.organization_id
    left join ${directorySql(caller.companyId)} l on l.id = coalesce(c.lecturer_id, c.author_id)
    left join courses.course_counter k on k.course_id = c.id
    left join courses.category cat on cat.id = c.category_id
    left join ${figuresSql(caller.companyId, businessType)} f on f.business_id = c.id
    left join courses.registration r on r.member_id = ${caller.memberId} and r.course_id = c.id
    ${progressSql}`
}

export function courseCard(row: CardRow): CourseCard {
  const { category_id: categoryId, lecturer_id: lecturerId } = row
  return {
    id: row.id,
    name: row.name,
    summary: row.summary,
    coverFileId: row.cover_file_id,
    coverUrl: coverAddress(row.cover_file_id),
    category: categoryId && { id: categoryId, name: row.category_name ?? '', pathName: row.category_path ?? '' },
    organization: { id: row.organization_id, name: row.organization_name },
    lecturer: lecturerId && {
      id: lecturerId,
      fullName: row.lecturer_name ?? '',
      avatarPath: row.lecturer_avatar ?? '',
    },
    publishClient: row.publish_client,
    publishedAt: row.published_at,
    sectionCount: row.section_count,
    durationSeconds: Math.round(row.duration_ms / 1000),
    learnerCount: row.learner_count,
    shareCount: row.share_count,
    ...figuresOfRow(row),
    study:
      row.study_status === null
        ? null
        : {
            status: row.study_status,
            percent: row.percent,
            lastStudiedAt: row.started_at === null ? null : row.touched_at,
            lastSectionId: row.last_section_id,
          },
  } as CourseCard
}

export interface CatalogueQuery extends Paging {
  readonly categoryId?: string
  readonly search?: string
  readonly sort?: 'newest' | 'hot'
  readonly clientType?: 1 | 2
}

/** The rows of the page that `found` names, as source of `cardSources`. */
const pageOfCourses = sql`unnest((select ids from found)) page(id) join courses.course c on c.id = page.id`

export async function listCatalogue(db: CoursesDb, caller: Caller, query: CatalogueQuery) {
  const isHot = query.sort === 'hot'
  const order = isHot ? sql`coalesce(learner_count, 0) desc, id` : sql`published_at desc, id`
  // The index is in the order of the newest; a search looks at few rows, and finds them by another.
  const found = isHot || query.search !== undefined ? foundSql : foundInOrderSql
  const matching = sql`from courses.course c ${isHot ? sql`left join courses.course_counter k on k.course_id = c.id` : sql``}
    where c.company_id = ${caller.companyId} and c.status = 'on-shelf'
      and c.publish_client in (0, ${query.clientType ?? 1}::smallint)
      and ${visibleSql(caller)} and ${inCategorySql(query.categoryId)} and ${nameMatchesSql(query.search)}`
  const { rows } = await sql<Counted<CardRow>>`
    with ${found(sql`id`, order, matching, query)},
    cards as (select ${cardColumns} from ${cardSources(caller, pageOfCourses)})
    select found.record_count, cards.* from found left join cards on true order by ${order}`.execute(db)
  return countedPage<CardRow, CourseCard>(rows, courseCard)
}

/** The courses of the ids in their order; those that are missing or may not be seen are left out (COURSE-101). */
export async function coursesByIds(db: CoursesDb, caller: Caller, ids: readonly string[]) {
  const { rows } = await sql<CardRow>`
    select ${cardColumns} from ${cardSources(caller)}
    where c.id = any(${ids}::uuid[]) and c.company_id = ${caller.companyId} and c.status = 'on-shelf'
      and ${openSql(caller)}`.execute(db)
  const found = new Map(rows.map((row) => [row.id, row]))
  const items = [...new Set(ids)].flatMap((id) => {
    const row = found.get(id)
    return row ? [courseCard(row)] : []
  })
  return { items, recordCount: items.length }
}

interface MyRow extends CardRow {
  readonly last_section_title: string | null
  readonly opened_at: number | null
  readonly due_at: number | null
  readonly round_percent: number
  readonly finished_count: number
  readonly required_count: number
}

/** Learned is also what is finished, and studied once more. */
const inOwnStateSql = (state: StudyState | undefined) =>
  state === 'learning' ? sql`(${inStateSql(state)} or again.round_id is not null)` : inStateSql(state)

function retrainingOfRow(row: MyRow): Retraining | null {
  if (row.opened_at === null) return null
  const { due_at: dueAt, round_percent: percent, finished_count: finishedCount, required_count: requiredCount } = row
  return { openedAt: row.opened_at, dueAt, percent, finishedCount, requiredCount }
}

export async function listMyCourses(
  db: CoursesDb,
  caller: Caller,
  query: { page?: number; pageSize?: number; state?: StudyState },
) {
  const matching = sql`from courses.registration r ${openRoundSql}
    where r.member_id = ${caller.memberId} and ${inOwnStateSql(query.state)} and ${livingSql}`
  const { rows } = await sql<Counted<MyRow>>`
    with ${foundSql(sql`r.course_id`, sql`greatest(r.touched_at, again.opened_at) desc, r.course_id`, matching, query)},
    cards as (
      select ${cardColumns},
        (select s.title from courses.section s where s.version_id = r.version_id and s.id = r.last_section_id)
          as last_section_title,
        again.opened_at, again.due_at, least(99, g.percent_mean) as round_percent, g.finished_count, g.required_count
      from ${cardSources(caller, pageOfCourses)} ${openRoundSql}
    )
    select found.record_count, cards.* from found left join cards on true
    order by greatest(touched_at, opened_at) desc, id`.execute(db)
  return countedPage(rows, (row: MyRow) => ({
    ...courseCard(row),
    status: row.status,
    lastSectionTitle: row.last_section_title,
    retraining: retrainingOfRow(row),
  }))
}
