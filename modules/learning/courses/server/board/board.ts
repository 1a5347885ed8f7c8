/** Who is where in a course: for its author and lecturer, and for those who follow the members of an organization. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { pageWindow } from '#kit/schema.ts'
import { directorySql, organizationsBelowSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { type Counted, countedPage, foundSql, type Paging } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import type { LearnerRow } from '../../contract/board.ts'
import type { CourseStatus, StudyStatus } from '../../contract/wire.ts'
import { type CoursesDb, coursesTables } from '../db.ts'
import { type FollowScope, followScope, managedOrganizations, mayEdit, type OwnedCourse } from '../policy.ts'
import { courseLifecycle } from '../publishing/course-lifecycle.ts'
import { courseProgress, type RegistrationFacts } from '../study/completion-rules.ts'
import { inStateSql, nameMatchesSql, type StudyState } from '../study/course-filters.ts'
import { studiedOutline } from '../study/outlines.ts'
import { percentSql, progressSql } from '../study/own-study.ts'
import { earnedMsSql } from '../study/retakes.ts'
import { studyRules } from '../study/study-rules.ts'

export interface BoardFilter {
  readonly organizationId?: string
  readonly state?: StudyState
  readonly search?: string
}

/** Whose progress of the course the caller may see; refuses one who may see nobody's. */
async function scopeOf(db: CoursesDb, caller: Caller, courseId: string): Promise<FollowScope> {
  return scopeIn(caller, await courseLifecycle.get(db, caller, courseId))
}

function scopeIn(caller: Caller, course: OwnedCourse): FollowScope {
  const scope = followScope(caller, course)
  if (scope.length === 0) throw refuse(NO_PERMISSION)
  return scope
}

/** A scope that is the company itself cuts nothing. */
function isWhole(caller: Caller, scope: FollowScope): boolean {
  return scope === 'all' || scope.includes(caller.companyId)
}

/** Whether member `p` is in the scope. */
function inScopeSql(caller: Caller, scope: FollowScope): RawBuilder<boolean> {
  return scope === 'all' || isWhole(caller, scope)
    ? sql`true`
    : sql`p.organization_id in ${organizationsBelowSql(scope)}`
}

function personFilterSql({ organizationId, search }: BoardFilter): RawBuilder<boolean> {
  const below =
    organizationId === undefined ? sql`true` : sql`p.organization_id in ${organizationsBelowSql([organizationId])}`
  return sql`${below} and ${containsSql(sql`p.full_name`, search)}`
}

export interface BoardRow {
  readonly id: string
  readonly full_name: string
  readonly avatar_path: string
  readonly organization_id: string
  readonly organization_name: string
  readonly status: StudyStatus
  readonly percent: number
  readonly finished_count: number
  readonly required_count: number
  readonly registered_at: number
  readonly started_at: number | null
  readonly touched_at: number
  readonly finished_at: number | null
  readonly study_seconds: number
  readonly last_section_id: string | null
  readonly last_section_title: string | null
}

function learnerRow(row: BoardRow): LearnerRow {
  const { last_section_id: lastSectionId, last_section_title: lastSectionTitle } = row
  return {
    member: { id: row.id, fullName: row.full_name, avatarPath: row.avatar_path },
    organization: { id: row.organization_id, name: row.organization_name },
    status: row.status,
    percent: row.percent,
    finishedCount: row.finished_count,
    requiredCount: row.required_count,
    registeredAt: row.registered_at,
    lastStudiedAt: row.started_at === null ? null : row.touched_at,
    finishedAt: row.finished_at,
    studySeconds: row.study_seconds,
    lastSection:
      lastSectionId !== null && lastSectionTitle !== null ? { id: lastSectionId, title: lastSectionTitle } : null,
  }
}

const lastStudiedFirst = sql`r.touched_at desc, r.member_id`

/**
 * The ids of a page of learners and the number of all, as `found`. Where nothing is asked about the members themselves
 * they are not joined: the page then comes straight from the index, whatever the number of learners.
 */
function foundLearnersSql(
  caller: Caller,
  courseId: string,
  scope: FollowScope,
  filter: BoardFilter & Paging,
): RawBuilder<unknown> {
  const ofCourse = sql`r.course_id = ${courseId} and ${inStateSql(filter.state)}`
  if (!isWhole(caller, scope) || filter.organizationId !== undefined || filter.search?.trim()) {
    const source = sql`from courses.registration r join ${directorySql(caller.companyId)} p on p.id = r.member_id
      where ${ofCourse} and ${inScopeSql(caller, scope)} and ${personFilterSql(filter)}`
    return foundSql(sql`r.member_id`, lastStudiedFirst, source, filter)
  }
  const { limit, offset } = pageWindow(filter)
  return sql`found as materialized (
    select (select count(*)::int from courses.registration r where ${ofCourse}) as record_count,
      array(select r.member_id from courses.registration r where ${ofCourse}
        order by ${lastStudiedFirst} limit ${limit}::int offset ${offset}::int) as ids)`
}

/** The learners of a course that match, the last studied first, and how many match in all. */
function boardSql(
  caller: Caller,
  courseId: string,
  scope: FollowScope,
  filter: BoardFilter & Paging,
): RawBuilder<Counted<BoardRow>> {
  return sql<Counted<BoardRow>>`
    with ${foundLearnersSql(caller, courseId, scope, filter)},
    learners as (
      select p.id, p.full_name, p.avatar_path, p.organization_id, p.organization_name, r.status, ${percentSql} as percent,
        g.finished_count, g.required_count, r.registered_at, r.started_at, r.touched_at, r.finished_at,
        ((select coalesce(sum(sp.study_ms), 0)::bigint from courses.section_progress sp
          where sp.member_id = r.member_id and sp.course_id = r.course_id)
          + ${earnedMsSql(sql`r.member_id`, sql`r.course_id`)}) / 1000 as study_seconds,
        r.last_section_id, (select s.title from courses.section s
          where s.version_id = r.version_id and s.id = r.last_section_id) as last_section_title
      from unnest((select ids from found)) page(id)
      join courses.registration r on r.member_id = page.id and r.course_id = ${courseId}
      join courses.course c on c.id = r.course_id
      join ${directorySql(caller.companyId)} p on p.id = r.member_id
      ${progressSql}
    )
    select found.record_count, l.* from found left join learners l on true order by l.touched_at desc, l.id`
}

export async function listLearners(db: CoursesDb, caller: Caller, courseId: string, query: BoardFilter & Paging) {
  const scope = await scopeOf(db, caller, courseId)
  const { rows } = await boardSql(caller, courseId, scope, query).execute(db)
  return countedPage<BoardRow, LearnerRow>(rows, learnerRow)
}

/** All learners that match, up to `limit`: for the export. */
export async function allLearners(db: CoursesDb, caller: Caller, courseId: string, filter: BoardFilter, limit: number) {
  const scope = await scopeOf(db, caller, courseId)
  const { rows } = await boardSql(caller, courseId, scope, { ...filter, page: 1, pageSize: limit }).execute(db)
  return countedPage<BoardRow, LearnerRow>(rows, learnerRow).items
}

/** Learners of a course as the caller sees them on its board, for modules that act on them. */
export interface BoardLearners {
  readonly courseName: string
  /** The caller makes, manages or teaches the course, and so answers for all its learners. */
  readonly isOwn: boolean
  readonly ids: readonly string[]
}

/**
 * The members that the caller sees on the board of a course: those named, or those that match the filter, up to `limit`.
 * Refuses a caller who sees nobody there (10138), and a named member that is not in the caller's view (900005).
 */
export async function boardLearners(
  connection: Connection,
  caller: Caller,
  courseId: string,
  wanted: { readonly memberIds: readonly string[] } | { readonly filter: BoardFilter; readonly limit: number },
): Promise<BoardLearners> {
  const db = coursesTables(connection)
  const course = await courseLifecycle.get(db, caller, courseId)
  const scope = scopeIn(caller, course)
  const isNamed = 'memberIds' in wanted
  const { rows } = await sql<{ id: string }>`
    select p.id from courses.registration r join ${directorySql(caller.companyId)} p on p.id = r.member_id
    where r.course_id = ${courseId} and ${inScopeSql(caller, scope)}
      and ${
        isNamed
          ? sql`p.id = any(${[...wanted.memberIds]}::uuid[])`
          : sql`${inStateSql(wanted.filter.state)} and ${personFilterSql(wanted.filter)}`
      }
    order by p.id limit ${isNamed ? wanted.memberIds.length : wanted.limit}`.execute(db)
  if (isNamed && rows.length < new Set(wanted.memberIds).size) throw refuse(NOT_FOUND)
  return { courseName: course.name, isOwn: scope === 'all', ids: rows.map((row) => row.id) }
}

interface SummaryRow {
  readonly course_name: string
  readonly not_started: number
  readonly learning: number
  readonly done: number
  readonly abandoned: number
  readonly organizations: { id: string; name: string; learnerCount: number }[] | null
}

/** Who may push to somebody may remind them; what is on the board of the own course is reminded by its makers. */
const mayRemind = (caller: Caller, scope: FollowScope) => scope === 'all' || caller.permissions.has('push.manage')

export async function boardSummary(db: CoursesDb, caller: Caller, courseId: string) {
  const scope = await scopeOf(db, caller, courseId)
  const { rows } = await sql<SummaryRow>`
    with learners as (
      select r.member_id, r.status, p.organization_id, p.organization_name
      from courses.registration r join ${directorySql(caller.companyId)} p on p.id = r.member_id
      where r.course_id = ${courseId} and ${inScopeSql(caller, scope)}
    ), by_organization as (
      select organization_id, organization_name, count(*)::int as learner_count
      from learners group by organization_id, organization_name
    )
    select c.name as course_name,
      n.not_started, n.learning, n.done, n.abandoned,
      (select json_agg(json_build_object('id', organization_id, 'name', organization_name,
        'learnerCount', learner_count) order by learner_count desc, organization_name) from by_organization)
        as organizations
    from courses.course c cross join (
      select (count(*) filter (where status = 0))::int as not_started,
        (count(*) filter (where status in (1, 5, 6)))::int as learning,
        (count(*) filter (where status in (2, 4)))::int as done,
        (count(*) filter (where status = 3))::int as abandoned
      from learners) n
    where c.id = ${courseId}`.execute(db)
  const row = rows[0] as SummaryRow
  const organizations = row.organizations ?? []
  return {
    courseName: row.course_name,
    learnerCount: organizations.reduce((sum, organization) => sum + organization.learnerCount, 0),
    notStartedCount: row.not_started,
    learningCount: row.learning,
    doneCount: row.done,
    abandonedCount: row.abandoned,
    organizations,
    mayRemind: mayRemind(caller, scope),
  }
}

interface OneRow extends RegistrationFacts {
  readonly id: string
  readonly full_name: string
  readonly avatar_path: string
  readonly organization_id: string
  readonly organization_name: string
  readonly version_id: string
}

export async function learnerOfCourse(db: CoursesDb, caller: Caller, courseId: string, memberId: string) {
  const course = await courseLifecycle.get(db, caller, courseId)
  const scope = scopeIn(caller, course)
  const { rows } = await sql<OneRow>`
    select p.id, p.full_name, p.avatar_path, p.organization_id, p.organization_name, r.version_id,
      r.status, r.registered_at, r.started_at, r.touched_at, r.finished_at, r.last_section_id
    from courses.registration r
    join ${directorySql(caller.companyId)} p on p.id = r.member_id
    where r.member_id = ${memberId} and r.course_id = ${courseId} and ${inScopeSql(caller, scope)}`.execute(db)
  const row = rows[0]
  if (!row) throw refuse(NOT_FOUND)
  const { completionPercent } = await studyRules(db, caller.companyId)
  const version = { id: courseId, versionId: row.version_id }
  const outline = await studiedOutline(db, version, memberId, completionPercent)
  return {
    member: { id: row.id, fullName: row.full_name, avatarPath: row.avatar_path },
    organization: { id: row.organization_id, name: row.organization_name },
    progress: courseProgress(row, outline.sections, outline.studySeconds),
    mayLetOff: mayEdit(caller, course),
    chapters: outline.chapters,
  }
}

interface FollowedRow {
  readonly id: string
  readonly name: string
  readonly status: CourseStatus
  readonly published_at: number | null
  readonly learner_count: number
  readonly learning: number
  readonly done: number
}

const statusCounts = sql`count(*)::int as learner_count,
  (count(*) filter (where r.status in (1, 5, 6)))::int as learning,
  (count(*) filter (where r.status in (2, 4)))::int as done`

/** For each course that members of the followed organizations have registered for, their figures. */
function branchSql(caller: Caller, organizationIds: readonly string[]): RawBuilder<unknown> {
  return sql`select r.course_id, ${statusCounts}
    from courses.registration r join ${directorySql(caller.companyId)} p on p.id = r.member_id
    where p.organization_id in ${organizationsBelowSql(organizationIds)} group by r.course_id`
}

const noBranchSql = sql`select null::uuid as course_id, 0 as learner_count, 0 as learning, 0 as done where false`

/** Courses whose learners the caller may see, with the figures of those learners. */
export async function listFollowed(
  db: CoursesDb,
  caller: Caller,
  query: { page?: number; pageSize?: number; search?: string },
) {
  const followed = caller.permissions.get('course.progress') ?? []
  const ownSql = sql`(${caller.memberId}::uuid in (c.author_id, coalesce(c.lecturer_id, c.author_id))
    or c.organization_id in ${organizationsBelowSql(managedOrganizations(caller))})`
  const whole = isWhole(caller, followed)
  const matching = sql`from courses.course c
    where c.company_id = ${caller.companyId} and c.deleted_at is null and c.published_version_id is not null
      and ${nameMatchesSql(query.search)} and (${ownSql} or ${whole ? sql`true` : sql`c.id in (select course_id from branch)`})`
  const { rows } = await sql<Counted<FollowedRow>>`
    with branch as materialized (${whole ? noBranchSql : branchSql(caller, followed)}),
    ${foundSql(sql`c.id`, sql`c.published_at desc, c.id`, matching, query)},
    followed as (
      select c.id, c.name, c.status, c.published_at, f.learner_count, f.learning, f.done
      from unnest((select ids from found)) page(id) join courses.course c on c.id = page.id
      cross join lateral (
        select ${statusCounts} from courses.registration r
        where r.course_id = c.id and (${whole}::boolean or ${ownSql})
        having ${whole}::boolean or ${ownSql}
        union all
        select b.learner_count, b.learning, b.done from branch b
        where b.course_id = c.id and not (${whole}::boolean or ${ownSql})) f
    )
    select found.record_count, f.* from found left join followed f on true
    order by f.published_at desc, f.id`.execute(db)
  return countedPage(rows, (row: FollowedRow) => ({
    id: row.id,
    name: row.name,
    status: row.status,
    publishedAt: row.published_at,
    learnerCount: row.learner_count,
    learningCount: row.learning,
    doneCount: row.done,
  }))
}
