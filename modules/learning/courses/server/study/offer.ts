/** What a member reads of a course before registering: what finishing is rewarded with, and who studies it. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { directorySql, organizationsBelowSql, postsSql } from '#modules/platform/identity/server.ts'
import { NOT_REGISTERED } from '../../contract/errors.ts'
import type { CourseOffer } from '../../contract/offer.ts'
import type { CoursesDb } from '../db.ts'
import { assertMayOpen } from './details.ts'
import { rewardsOfFinishing } from './rewards.ts'

/** Of fewer learners a number would say what single members do. */
const fewestCounted = 5
const shownMax = 12

interface CountRow {
  readonly learners: number
  readonly finished: number
  readonly own: number
  readonly is_shown: boolean | null
}

/** Members who see the course read numbers of all its learners, and the names of those who let their colleagues see them. */
export async function courseOffer(db: CoursesDb, caller: Caller, courseId: string): Promise<CourseOffer> {
  await assertMayOpen(db, caller, courseId)
  const { companyId, memberId, organizationId } = caller
  // Found once for all rows.
  const ownSql = organizationsBelowSql([organizationId])
  const counts = await sql<CountRow>`
    select count(*)::int as learners, (count(*) filter (where r.status in (2, 4)))::int as finished,
      (count(*) filter (where p.organization_id in ${ownSql}))::int as own,
      bool_or(r.is_shown) filter (where r.member_id = ${memberId}) as is_shown
    from courses.registration r left join ${postsSql(companyId)} p on p.member_id = r.member_id
    where r.course_id = ${courseId} and r.company_id = ${companyId}`.execute(db)
  const shown = await sql<CourseOffer['shown'][number]>`
    select m.id, m.full_name as "fullName", m.avatar_path as "avatarPath", m.organization_name as "organizationName"
    from courses.registration r join ${directorySql(companyId)} m on m.id = r.member_id
    join ${postsSql(companyId)} p on p.member_id = m.id
    where r.course_id = ${courseId} and r.company_id = ${companyId} and r.is_shown and r.status <> 3
      and r.member_id <> ${memberId}
    order by (p.organization_id in ${ownSql}) desc, r.registered_at desc, m.id
    limit ${shownMax}`.execute(db)
  const { learners, finished, own, is_shown: isShown } = counts.rows[0] as CountRow
  const rewards = await rewardsOfFinishing(db, companyId)
  return {
    rewards: rewards.map(({ kind, amount }) => ({ kind, amountHundredths: String(amount) })),
    finishedCount: learners < fewestCounted ? null : finished,
    ownOrganizationCount: own < fewestCounted ? null : own,
    shown: shown.rows,
    isShown,
  }
}

/** The caller lets colleagues see that they study the course, or no longer. */
export async function showInCourse(db: CoursesDb, caller: Caller, courseId: string, isShown: boolean): Promise<void> {
  await assertMayOpen(db, caller, courseId)
  const { numUpdatedRows } = await db
    .updateTable('courses.registration')
    .set({ is_shown: isShown })
    .where('member_id', '=', caller.memberId)
    .where('course_id', '=', courseId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw refuse(NOT_REGISTERED)
}
