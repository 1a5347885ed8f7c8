/** Who has handed in what, for those who run the class. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { submissionHistory } from '#modules/content/submissions/server.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { activitiesOfKind, enrolledSql, runClass } from '#modules/training/classes/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { ClassHomework, HomeworkMember, MemberFilter, MemberWork } from '../contract/marking.ts'
import type { homework } from '../contract.ts'
import type { HomeworkDb } from './db.ts'
import { withMarks } from './marks.ts'
import { getTask } from './rules.ts'
import { findWork, standingOf } from './works.ts'

interface Place {
  readonly classId: string
  readonly activityId: string
}

/** One statement for all tasks of the class. */
export async function classHomework(db: HomeworkDb, caller: Caller, classId: string, now: number) {
  const found = await runClass(db, caller, classId)
  const tasks = await activitiesOfKind(db, found, 'homework')
  const due = tasks.map(({ id, dueAt }) => ({ id, due_at: dueAt }))
  const { rows } = await sql<Omit<ClassHomework, 'name' | 'dueAt'>>`
    select t.id as "activityId", count(e."memberId")::int as participants,
      count(*) filter (where e."memberId" is not null and w.state is null)::int as open,
      count(*) filter (where w.state = 'waiting')::int as waiting,
      count(*) filter (where w.state = 'returned')::int as returned,
      count(*) filter (where w.state = 'marked')::int as marked,
      count(*) filter (where w.is_passed)::int as passed,
      count(*) filter (where e."memberId" is not null and coalesce(w.first_at, ${now}) > t.due_at)::int as late
    from jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as t(id uuid, due_at bigint)
    left join ${enrolledSql(caller.companyId, classId)} e on true
    left join homework.work w on w.activity_id = t.id and w.member_id = e."memberId"
    group by t.id`.execute(db)
  const figures = new Map(rows.map((row) => [row.activityId, row]))
  return tasks.flatMap(({ id, title: name, dueAt }): ClassHomework[] => {
    const own = figures.get(id)
    return own ? [{ ...own, name, dueAt }] : []
  })
}

const filterSql = (state: MemberFilter | undefined, dueAt: number | null, now: number) => {
  if (state === undefined) return sql`true`
  if (state === 'open') return sql`w.state is null`
  if (state === 'late') return sql`coalesce(w.first_at, ${now}) > ${dueAt}::bigint`
  return sql`w.state = ${state}`
}

type MembersQuery = Input<typeof homework.homeworkMembers>['query']

export async function homeworkMembers(
  db: HomeworkDb,
  caller: Caller,
  { classId, activityId }: Place,
  { state, search, ...paging }: MembersQuery,
  now: number,
) {
  const { dueAt } = await getTask(db, await runClass(db, caller, classId), activityId)
  const matching = sql`from ${enrolledSql(caller.companyId, classId)} e
    join ${directorySql(caller.companyId)} m on m.id = e."memberId"
    left join homework.work w on w.activity_id = ${activityId} and w.member_id = e."memberId"
    where ${filterSql(state, dueAt, now)} and ${containsWordsSql(sql`m.full_name`, search)}`
  return sqlPage<HomeworkMember>(db, paging, {
    matching,
    rows: (window) => sql<HomeworkMember>`
      select json_build_object('id', m.id, 'fullName', m.full_name, 'avatarPath', m.avatar_path) as member,
        m.organization_name as "organizationName", coalesce(w.state, 'open') as state,
        coalesce(w.versions, 0)::int as versions, w.submitted_at as "submittedAt",
        coalesce(w.first_at > ${dueAt}::bigint, false) as "isLate", w.tenths, coalesce(w.is_passed, false) as "isPassed",
        coalesce(w.state is null and ${now} > ${dueAt}::bigint, false) as "isOverdue"
      ${matching}
      order by case when w.state = 'waiting' then w.submitted_at end nulls last, m.full_name, m.id ${window}`,
  })
}

export async function nextHomework(
  db: HomeworkDb,
  caller: Caller,
  { classId, activityId }: Place,
  without: readonly string[],
) {
  await getTask(db, await runClass(db, caller, classId), activityId)
  const waiting = sql`from homework.work w join ${enrolledSql(caller.companyId, classId)} e on e."memberId" = w.member_id
    where w.activity_id = ${activityId} and w.state = 'waiting' and w.member_id <> ${caller.memberId}`
  const { rows } = await sql<{ memberId: string | null; waiting: number }>`
    select (select w.member_id ${waiting} and w.member_id <> all(${[...without]}::uuid[])
        order by w.submitted_at, w.member_id limit 1) as "memberId",
      (select count(*)::int ${waiting}) as waiting`.execute(db)
  return rows[0] ?? { memberId: null, waiting: 0 }
}

export async function memberHomework(
  db: HomeworkDb,
  caller: Caller,
  { classId, activityId, memberId }: Place & { readonly memberId: string },
  now: number,
): Promise<MemberWork> {
  const { companyId } = caller
  const { dueAt } = await getTask(db, await runClass(db, caller, classId), activityId)
  const { rows } = await sql<MemberWork['member']>`
    select m.id, m.full_name as "fullName", m.avatar_path as "avatarPath", m.organization_name as "organizationName"
    from ${enrolledSql(companyId, classId)} e join ${directorySql(companyId)} m on m.id = e."memberId"
    where m.id = ${memberId}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  const part = { kind: 'homework', subjectId: classId, partId: activityId, memberId }
  const history = await withMarks(db, await submissionHistory(db, caller, part, now), dueAt)
  const work = await findWork(db, companyId, activityId, memberId)
  return { member: rows[0], ...standingOf(work, dueAt), history }
}
