/**
 * A finished course that is studied once more. The registration stays finished, with its time: what was earned is never
 * taken away. Beside it a round is open, for which the sections start again; the course is its members' to study again
 * until all required sections are finished once more.
 */

import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { announceFinished, type Retake } from '#modules/content/study/server.ts'
import { todosChanged } from '#modules/platform/messages/server.ts'
import { inTransaction, lockNames } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import type { Retraining } from '../../contract/learning.ts'
import { businessType } from '../../contract/wire.ts'
import { type CoursesDb, coursesTables } from '../db.ts'
import type { EvaluatedSection } from './completion-rules.ts'

/** The open round of the registration `r` as `again`, one row or none. */
export const openRoundSql = sql`left join courses.round again
  on again.member_id = r.member_id and again.course_id = r.course_id and again.finished_at is null`

/**
 * Where the results of the packages of registration `r` belong: to its newest round, or to the course itself before there
 * is one. A package opened for another round is started again, and what its earlier attempts say counts no more.
 */
export const placeSql = sql<string>`coalesce((select place.round_id from courses.round place
  where place.member_id = r.member_id and place.course_id = r.course_id
  order by place.opened_at desc, place.round_id limit 1), r.course_id)`

/**
 * Opens the course once more for those of these members who have finished it. They study its newest version from its
 * start; whoever plays it learns that this playback is over. A round that is there already stays, and nobody has two
 * open ones of a course. What waits for an auditor goes on waiting: it is decided in the new round.
 */
export async function openRounds(
  db: CoursesDb,
  companyId: string,
  courseId: string,
  rounds: readonly Retake[],
  now: number,
): Promise<void> {
  const memberIds = rounds.map(({ memberId }) => memberId)
  // Nobody begins to study while the sections are put aside (see `endPlayback`).
  await lockNames(db, ...memberIds)
  const { rows } = await sql<{ round_id: string }>`
    insert into courses.round (round_id, company_id, member_id, course_id, earned_version_id, earned, opened_at,
      due_at)
    select w.round_id, r.company_id, r.member_id, r.course_id, r.version_id, '[]', ${now}, w.due_at
    from unnest(${rounds.map(({ roundId }) => roundId)}::uuid[], ${memberIds}::uuid[],
      ${rounds.map(({ dueAt }) => dueAt)}::bigint[]) as w (round_id, member_id, due_at)
    join courses.registration r on r.member_id = w.member_id and r.course_id = ${courseId} and r.status in (2, 4)
    join courses.course c on c.id = r.course_id
    where c.company_id = ${companyId} and c.status = 'on-shelf' and c.deleted_at is null
    order by w.due_at, w.round_id
    on conflict do nothing returning round_id`.execute(db)
  if (rows.length === 0) return
  const opened = rows.map((row) => row.round_id)
  await putAside(db, opened)
  await sql`
    update courses.registration r set version_id = c.published_version_id, last_section_id = null
    from courses.round o join courses.course c on c.id = o.course_id
    where o.round_id = any(${opened}::uuid[]) and r.member_id = o.member_id and r.course_id = o.course_id`.execute(db)
}

async function putAside(db: CoursesDb, roundIds: readonly string[]): Promise<void> {
  await sql`
    with ended as (
      delete from courses.section_progress p using courses.round o
      where o.round_id = any(${[...roundIds]}::uuid[]) and p.member_id = o.member_id and p.course_id = o.course_id
        and p.status <> 5
      returning o.round_id, p.*
    )
    update courses.round o set earned = e.earned, earned_ms = e.study_ms
    from (
      select round_id, sum(study_ms)::bigint as study_ms, jsonb_agg(jsonb_build_object('sectionId', section_id,
          'kind', kind, 'status', status, 'watched', watched::text, 'covered', covered, 'unitCount', unit_count,
          'needed', needed, 'studyMs', study_ms, 'startedAt', started_at, 'studiedAt', studied_at,
          'finishedAt', finished_at) order by started_at, section_id) as earned
      from ended group by round_id
    ) e where o.round_id = e.round_id`.execute(db)
}

/** Time that was spent on the course before its newest round, in milliseconds, of the member and course named. */
export function earnedMsSql(memberId: RawBuilder<unknown>, courseId: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select coalesce(sum(earned.earned_ms), 0)::bigint from courses.round earned
    where earned.member_id = ${memberId} and earned.course_id = ${courseId})`
}

/**
 * Finishes the open rounds that have no required section left to do: of one member, who holds their registration, or of
 * all who are on a version. A job notifies whoever has to know.
 */
export async function settleRounds(
  db: CoursesDb,
  courseId: string,
  whose: { readonly memberId: string } | { readonly versionId: string },
  now: number,
): Promise<number> {
  const chosen = 'memberId' in whose ? sql`r.member_id = ${whose.memberId}` : sql`r.version_id = ${whose.versionId}`
  const { rows } = await sql<{ round_id: string; member_id: string; company_id: string }>`
    update courses.round o set finished_at = ${now}
    from courses.registration r
    where o.course_id = ${courseId} and o.finished_at is null
      and r.member_id = o.member_id and r.course_id = o.course_id and ${chosen}
      and exists (select from courses.section_progress p
        where p.member_id = r.member_id and p.course_id = r.course_id)
      and not exists (
        select from courses.section s left join courses.section_progress p
          on p.member_id = r.member_id and p.course_id = r.course_id and p.section_id = s.id
        where s.version_id = r.version_id and s.required and p.finished_at is null)
    returning o.round_id, o.member_id, o.company_id`.execute(db)
  const companyId = rows[0]?.company_id
  if (companyId) {
    await enqueue(db, announceRetakes, { roundIds: rows.map((row) => row.round_id) })
    const memberIds = rows.map((row) => row.member_id)
    await todosChanged(db, companyId, memberIds)
  }
  return rows.length
}

/** Tells that rounds are finished: certificates are renewed, credits given once more. Each in a transaction of its own. */
export const announceRetakes = job({
  name: 'courses.tell-rounds',
  payload: Type.Object({ roundIds: Type.Array(Id) }),
  outside: true,
  async run(connection, { roundIds }) {
    const { rows } = await sql<{
      roundId: string
      companyId: string
      memberId: string
      businessId: string
      name: string
      finishedAt: number
    }>`
      select o.round_id as "roundId", o.company_id as "companyId", o.member_id as "memberId",
        o.course_id as "businessId", c.name, o.finished_at as "finishedAt"
      from courses.round o join courses.course c on c.id = o.course_id
      where o.round_id = any(${roundIds}::uuid[]) and o.finished_at is not null`.execute(coursesTables(connection))
    for (const round of rows)
      await inTransaction(connection, (transaction) => announceFinished(transaction, { ...round, businessType }))
  },
})

interface OpenRound {
  readonly opened_at: number
  readonly due_at: number | null
}

/** The round as far as its sections say; null without one. */
export function retrainingOf(round: OpenRound | undefined, sections: readonly EvaluatedSection[]): Retraining | null {
  if (!round) return null
  const required = sections.filter((section) => section.isRequired === 1)
  const sum = required.reduce((total, { progress }) => total + progress.percent, 0)
  return {
    openedAt: round.opened_at,
    dueAt: round.due_at,
    percent: Math.min(99, Math.floor(sum / Math.max(1, required.length))),
    finishedCount: required.filter(({ progress }) => progress.finished).length,
    requiredCount: required.length,
  }
}
