/** When a unit of cmi5 is satisfied, by its moveOn or by being waived, and what the platform says of it (specification 9.3). */
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { type Attempt, updateAttempt } from '../attempts.ts'
import { type PackagesDb, packagesTables } from '../db.ts'
import type { RegistrationKey } from '../outcome.ts'
import { activityIdOf, say } from './cmi5-launch.ts'

interface SatisfiedUnit {
  readonly attempt: Attempt
  readonly unit: { readonly id: string; readonly identifier: string }
  readonly sessionId: string
}

/** Says it once, of the unit, of every block whose units all are, and of the course. */
export async function satisfyUnit(
  db: Connection,
  outside: Outside,
  { attempt, unit, sessionId }: SatisfiedUnit,
  now: number,
): Promise<void> {
  const tables = packagesTables(db)
  const first = await sql`
    insert into packages.unit_state (attempt_id, unit_id, company_id, satisfied_at, updated_at)
    values (${attempt.id}, ${unit.id}, ${attempt.companyId}, ${now}, ${now})
    on conflict (attempt_id, unit_id) do update set satisfied_at = ${now}
      where packages.unit_state.satisfied_at is null
    returning unit_id`.execute(tables)
  if (first.rows.length === 0) return
  for (const id of [activityIdOf(outside, unit), ...(await satisfiedAbove(tables, attempt, unit))])
    await say(db, outside, { attempt }, { verb: 'satisfied', object: { id }, sessionId, isMoveOn: true }, now)
}

interface TreeRow {
  readonly position: number
  readonly parent: number | null
  readonly identifier: string
  readonly isUnit: boolean
  readonly isSatisfied: boolean
}

/** Publisher's ids of the blocks above the unit, and of the course, of which nothing is missing any more. */
async function satisfiedAbove(
  db: PackagesDb,
  attempt: Attempt,
  unit: { readonly identifier: string },
): Promise<string[]> {
  const { rows } = await sql<TreeRow>`
    select u.position, u.parent_position as parent, u.identifier, u.href is not null as "isUnit",
      s.satisfied_at is not null as "isSatisfied"
    from packages.unit u
      left join packages.unit_state s on s.unit_id = u.id and s.attempt_id = ${attempt.id}
    where u.package_id = ${attempt.packageId} order by u.position`.execute(db)
  const byPosition = new Map(rows.map((row) => [row.position, row]))
  const isUnder = (row: TreeRow, block: TreeRow): boolean => {
    const parent = row.parent === null ? undefined : byPosition.get(row.parent)
    return parent !== undefined && (parent === block || isUnder(parent, block))
  }
  const units = rows.filter(({ isUnit }) => isUnit)
  const own = rows.find((row) => row.identifier === unit.identifier && row.isUnit)
  const blocks = rows.filter((row) => !row.isUnit && own !== undefined && isUnder(own, row))
  const done = blocks.filter((block) => units.every((row) => row.isSatisfied || !isUnder(row, block)))
  const course = await db
    .selectFrom('packages.package')
    .select('manifest')
    .where('id', '=', attempt.packageId)
    .executeTakeFirst()
  const courseId = (course?.manifest as { courseId?: string } | undefined)?.courseId
  const isCourseDone = units.every(({ isSatisfied }) => isSatisfied) && courseId !== undefined
  return [...done.map(({ identifier }) => identifier), ...(isCourseDone ? [courseId] : [])]
}

const reasonExtension = 'https://w3id.org/xapi/cmi5/result/extensions/reason'

export interface PackageWaiver {
  readonly companyId: string
  readonly memberId: string
  readonly packageId: string
  readonly registrationKey: RegistrationKey
  readonly now: number
}

/**
 * Waives a package: a result that waits for its time counts at once. Only cmi5 knows waivers itself: each unsatisfied unit
 * is waived and thereby satisfied.
 */
export async function waivePackage(connection: Connection, outside: Outside, waiver: PackageWaiver): Promise<void> {
  const { companyId, memberId, packageId, registrationKey, now } = waiver
  const { rows } = await sql<{ id: string }>`
    insert into packages.attempt (id, company_id, package_id, member_id, mode, course_id, section_id, started_at, updated_at)
    select ${newId()}, company_id, id, ${memberId}, 'learn', ${registrationKey.courseId}, ${registrationKey.sectionId},
      ${now}, ${now}
    from packages.package where id = ${packageId} and company_id = ${companyId} and kind = 'cmi5'
    on conflict (package_id, member_id, course_id, section_id) where mode = 'learn'
      do update set updated_at = excluded.updated_at
    returning id`.execute(packagesTables(connection))
  const [row] = rows
  if (!row) return countAtOnce(packagesTables(connection), waiver)
  const attempt = { id: row.id, companyId, packageId, memberId, isPreview: false }
  for (const unit of await openUnits(packagesTables(connection), attempt)) {
    const sessionId = newId()
    const result = { success: true, completion: true, extensions: { [reasonExtension]: 'Administrative' } }
    const object = { id: activityIdOf(outside, unit) }
    await say(connection, outside, { attempt }, { verb: 'waived', object, sessionId, result, isMoveOn: true }, now)
    await satisfyUnit(connection, outside, { attempt, unit, sessionId }, now)
  }
  await updateAttempt(packagesTables(connection), attempt, { now, isWaived: true })
}

/** The section of the waiver is finished already: nobody needs to hear of it. */
async function countAtOnce(db: PackagesDb, { companyId, memberId, packageId, registrationKey, now }: PackageWaiver) {
  await sql`
    update packages.attempt set counts_since = ${now}
    where package_id = ${packageId} and member_id = ${memberId} and company_id = ${companyId} and mode = 'learn'
      and course_id = ${registrationKey.courseId} and section_id = ${registrationKey.sectionId}
      and awaited_ms is not null and counts_since is null`.execute(db)
}

/** Units of which nothing was satisfied yet. */
async function openUnits(db: PackagesDb, attempt: Attempt) {
  const { rows } = await sql<{ readonly id: string; readonly identifier: string }>`
    select u.id, u.identifier from packages.unit u
      left join packages.unit_state s on s.unit_id = u.id and s.attempt_id = ${attempt.id}
    where u.package_id = ${attempt.packageId} and u.href is not null and s.satisfied_at is null
    order by u.position`.execute(db)
  return rows
}
