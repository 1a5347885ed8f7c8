/** Courses that have to be finished before another is started. They never run in a circle. */

import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { lockNames } from '#server/db/transaction.ts'
import { PREREQUISITE_CIRCLE, PREREQUISITES_OPEN } from '../../contract/errors.ts'
import type { Prerequisite } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'
import { managedOrganizations } from '../policy.ts'
import { nameMatchesSql, visibleSql } from '../study/course-filters.ts'

/**
 * What has to be finished first, and whether the member has. A course that is off the shelf is nobody's to finish any
 * more, and holds up nobody.
 */
export async function prerequisitesOf(
  db: CoursesDb,
  courseId: string,
  memberId: string | null,
): Promise<Prerequisite[]> {
  const { rows } = await sql<Prerequisite>`
    select c.id, c.name, coalesce(r.status in (2, 4), false) as finished
    from courses.prerequisite p
    join courses.course c on c.id = p.required_id
    left join courses.registration r on r.member_id = ${memberId}::uuid and r.course_id = c.id
    where p.course_id = ${courseId} and c.deleted_at is null and (c.status = 'on-shelf' or r.status in (2, 4))
    order by p.sort`.execute(db)
  return rows
}

/** All that the author has chosen, on the shelf or not. */
export async function chosenPrerequisites(db: CoursesDb, courseId: string) {
  return db
    .selectFrom('courses.prerequisite as p')
    .innerJoin('courses.course as c', 'c.id', 'p.required_id')
    .select(['c.id', 'c.name'])
    .where('p.course_id', '=', courseId)
    .where('c.deleted_at', 'is', null)
    .orderBy('p.sort')
    .execute()
}

/** Refuses one who would begin the course before what has to be finished first. */
export async function assertPrerequisites(db: CoursesDb, courseId: string, memberId: string): Promise<void> {
  const open = (await prerequisitesOf(db, courseId, memberId)).filter(({ finished }) => !finished)
  if (open.length > 0) throw refuse(PREREQUISITES_OPEN, { courses: open.map(({ id, name }) => ({ id, name })) })
}

type Needs = ReadonlyMap<string, readonly string[]>

/** The shortest way from a course over what it needs back to itself; undefined where there is none. Pure. */
export function circleFrom(courseId: string, needs: Needs): string[] | undefined {
  const ways: string[][] = [[courseId]]
  const seen = new Set<string>()
  for (const way of ways) {
    for (const next of needs.get(way.at(-1) ?? '') ?? []) {
      if (next === courseId) return [...way, next]
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
  return undefined
}

/** What each of these courses needs, and what those need, and so on. */
async function needsBehind(db: CoursesDb, courseIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ course_id: string; required_ids: string[] }>`
    with recursive behind (id) as (
      select unnest(${[...courseIds]}::uuid[])
      union
      select p.required_id from behind b join courses.prerequisite p on p.course_id = b.id
    )
    select p.course_id, array_agg(p.required_id order by p.sort) as required_ids
    from behind b join courses.prerequisite p on p.course_id = b.id
    group by p.course_id`.execute(db)
  return new Map(rows.map((row) => [row.course_id, row.required_ids]))
}

async function assertNoCircle(db: CoursesDb, courseId: string, requiredIds: readonly string[]): Promise<void> {
  const needs = (await needsBehind(db, requiredIds)).set(courseId, [...requiredIds])
  const circle = circleFrom(courseId, needs)
  if (!circle) return
  const { rows } = await sql<{ names: string[] }>`
    select array_agg(c.name order by place.number) as names
    from unnest(${circle}::uuid[]) with ordinality place (id, number) join courses.course c on c.id = place.id`.execute(
    db,
  )
  throw refuse(PREREQUISITE_CIRCLE, { path: rows[0]?.names ?? [] })
}

/** What the author may choose: what may be seen, without courses that need this one, near or far. */
export async function searchPrerequisites(db: CoursesDb, caller: Caller, courseId: string, search: string | undefined) {
  const { rows } = await sql<{ id: string; name: string }>`
    with recursive needing (id) as (
      select ${courseId}::uuid
      union
      select p.course_id from needing n join courses.prerequisite p on p.required_id = n.id
    )
    select c.id, c.name from courses.course c
    where c.company_id = ${caller.companyId} and c.deleted_at is null and c.status = 'on-shelf'
      and c.id not in (select id from needing) and ${visibleSql(caller)} and ${nameMatchesSql(search)}
    order by c.published_at desc, c.id limit 20`.execute(db)
  return rows
}

/** Sets what has to be finished first. Authors of one company wait for each other: no two close a circle together. */
export async function setPrerequisites(
  db: CoursesDb,
  caller: Caller,
  courseId: string,
  requiredIds: readonly string[],
): Promise<void> {
  const { companyId, memberId } = caller
  await lockNames(db, `prerequisites ${companyId}`)
  const { rows } = await sql`
    select c.id from courses.course c
    where c.id = any(${[...requiredIds]}::uuid[]) and c.company_id = ${companyId} and c.deleted_at is null
      and (c.author_id = ${memberId} or c.organization_id in ${organizationsBelowSql(managedOrganizations(caller))}
        or c.status <> 'draft' and ${visibleSql(caller)}
        or c.id in (select p.required_id from courses.prerequisite p where p.course_id = ${courseId}))`.execute(db)
  if (rows.length !== requiredIds.length) throw refuse(NOT_FOUND)
  await assertNoCircle(db, courseId, requiredIds)
  await db.deleteFrom('courses.prerequisite').where('course_id', '=', courseId).execute()
  await sql`
    insert into courses.prerequisite (course_id, required_id, company_id, sort)
    select ${courseId}, r.id, ${companyId}, r.number
    from unnest(${[...requiredIds]}::uuid[]) with ordinality r (id, number)`.execute(db)
}
