/** A team's study: who is in it, what each contributes, who stands where. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { pageWindow } from '#kit/schema.ts'
import { mayReadRecord } from '#modules/content/study/server.ts'
import { memberStudySql } from '#modules/learning/courses/server.ts'
import {
  membersByIds,
  organizationNames,
  organizationsBelowSql,
  subordinatesSql,
  timeZoneSql,
} from '#modules/platform/identity/server.ts'
import { NOT_SUBORDINATE } from '../contract/errors.ts'
import type { TeamMetric, TeamPeriod, TeamRow } from '../contract/team.ts'
import type { PushesDb } from './db.ts'
import { tasksOfMember } from './records.ts'
import {
  nameLikeSql,
  type PersonRow,
  peopleSql,
  personColumns,
  personOf,
  pushedOrganizations,
  reachableAmong,
} from './scope.ts'

const dayMs = 86_400_000

export interface Team {
  readonly id: string
  readonly kind: 'subordinates' | 'organization'
  readonly name: string
}

/** Organizations whose members the caller follows: who may push there, and who may see progress there. */
function followedOrganizations(caller: Caller): readonly string[] {
  return [...new Set([...pushedOrganizations(caller), ...(caller.permissions.get('course.progress') ?? [])])]
}

/** Whether the member `p` belongs to the team. Who may not sign in is none of its members. */
function inTeamSql(team: Team): RawBuilder<boolean> {
  return team.kind === 'organization'
    ? sql<boolean>`p.organization_id in ${organizationsBelowSql([team.id])} and k.enabled`
    : sql<boolean>`p.id in ${subordinatesSql(team.id)} and k.enabled`
}

/** Whether the caller follows each of the members. */
async function followsMember(db: PushesDb, caller: Caller, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select p.id from ${peopleSql(caller.companyId)} where p.id = ${memberId}
      and (p.organization_id in ${organizationsBelowSql(followedOrganizations(caller))}
        or p.id in ${subordinatesSql(caller.memberId)})`.execute(db)
  return rows.length > 0
}

/** The team of an organization's or a member's id: 10138 and 20161 for members that the caller does not follow. */
export async function getTeam(db: PushesDb, caller: Caller, id: string): Promise<Team> {
  const name = (await organizationNames(db, caller.companyId, [id])).get(id)
  if (name !== undefined) {
    const { rows } = await sql<{ followed: boolean }>`
      select ${id}::uuid in ${organizationsBelowSql(followedOrganizations(caller))} as followed`.execute(db)
    if (rows[0]?.followed !== true) throw refuse(NO_PERMISSION)
    return { id, kind: 'organization', name }
  }
  const member = (await membersByIds(db, caller.companyId, [id])).get(id)
  if (!member) throw refuse(NOT_FOUND)
  if (id !== caller.memberId && !(await followsMember(db, caller, id))) throw refuse(NOT_SUBORDINATE)
  return { id, kind: 'subordinates', name: member.fullName }
}

/** `from (…)`: a row for each of the caller's teams, with the number of its members. One statement for all. */
function teamSizesSql(caller: Caller, organizationIds: readonly string[]): RawBuilder<{ id: string; count: number }> {
  const below = (id: string) => sql`select ${id}::uuid as id, count(*)::int as count
    from ${peopleSql(caller.companyId)} where ${inTeamSql({ id, kind: 'organization', name: '' })}`
  const managed = sql`select ${caller.memberId}::uuid as id, count(*)::int as count
    from ${peopleSql(caller.companyId)} where ${inTeamSql({ id: caller.memberId, kind: 'subordinates', name: '' })}`
  return sql.join([managed, ...organizationIds.map(below)], sql` union all `)
}

export async function listTeams(db: PushesDb, caller: Caller) {
  const organizationIds = followedOrganizations(caller)
  const names = await organizationNames(db, caller.companyId, organizationIds)
  const { rows } = await sql<{ id: string; count: number }>`${teamSizesSql(caller, organizationIds)}`.execute(db)
  const me = (await membersByIds(db, caller.companyId, [caller.memberId])).get(caller.memberId)
  const items = rows.flatMap(({ id, count: memberCount }) => {
    const isOwn = id === caller.memberId
    const name = isOwn ? me?.fullName : names.get(id)
    if (name === undefined || (isOwn && memberCount === 0)) return []
    return [{ id, kind: isOwn ? ('subordinates' as const) : ('organization' as const), name, memberCount }]
  })
  return { items }
}

interface TeamMemberRow extends PersonRow {
  readonly study_seconds: number
  readonly finished_count: number
  readonly task_count: number
  readonly task_done_count: number
  readonly task_overdue_count: number
}

/** Each member of the team with the figures since then, as `figures`. */
function figuresSql(caller: Caller, team: Team, since: number, now: number): RawBuilder<unknown> {
  const { companyId } = caller
  return sql`figures as (
    select ${personColumns}, f.study_seconds, f.finished_count, g.task_count, g.task_done_count, g.task_overdue_count
    from ${peopleSql(companyId)}
    cross join lateral ${memberStudySql(sql`p.id`, { companyId, since, timeZone: timeZoneSql(companyId) })} f
    cross join lateral (
      select count(*)::int as task_count, (count(*) filter (where m.task_status = 3))::int as task_done_count,
        (count(*) filter (where m.task_status < 3 and t.cut_off_at <= ${now}::bigint))::int as task_overdue_count
      from pushes.push_member m join pushes.push t on t.id = m.push_id
      where m.member_id = p.id and m.push_status = 2 and m.pushed_at >= ${since}::bigint and t.revoked_at is null) g
    where ${inTeamSql(team)}
  )`
}

const metricColumn: Readonly<Record<TeamMetric, RawBuilder<number>>> = {
  'study-time': sql<number>`study_seconds`,
  finished: sql<number>`finished_count`,
  tasks: sql<number>`task_done_count`,
}

export interface TeamView {
  readonly period?: TeamPeriod
  readonly metric?: TeamMetric
  readonly search?: string
}

function teamRow(row: TeamMemberRow & { place: number; contribution: number }): TeamRow {
  return {
    rank: row.place,
    member: personOf(row),
    studySeconds: row.study_seconds,
    finishedCount: row.finished_count,
    taskCount: row.task_count,
    taskDoneCount: row.task_done_count,
    taskOverdueCount: row.task_overdue_count,
    contributionPermille: row.contribution,
  }
}

/** Ranked over the whole team, whatever part of it is asked for (COURSE-018). */
export async function listTeam(
  db: PushesDb,
  caller: Caller,
  id: string,
  query: TeamView & { page?: number; pageSize?: number },
  now: number,
) {
  const team = await getTeam(db, caller, id)
  return rankTeam(db, caller, team, { ...query, ...pageWindow(query) }, now)
}

/** The whole ranking in one reading, for the export: every figure of it is of the same moment. */
export async function wholeTeam(
  db: PushesDb,
  caller: Caller,
  team: Team,
  view: TeamView,
  { rowsMax, now }: { rowsMax: number; now: number },
): Promise<readonly TeamRow[]> {
  const { items } = await rankTeam(db, caller, team, { ...view, limit: rowsMax, offset: 0 }, now)
  return items
}

async function rankTeam(
  db: PushesDb,
  caller: Caller,
  team: Team,
  view: TeamView & { readonly limit: number; readonly offset: number },
  now: number,
) {
  const { period = 30, metric = 'study-time', search, limit, offset } = view
  const column = metricColumn[metric]
  const { rows } = await sql<TeamMemberRow & { place: number; contribution: number; record_count: number }>`
    with ${figuresSql(caller, team, now - period * dayMs, now)}, ranked as (
      select *, (rank() over (order by ${column} desc))::int as place,
        coalesce(${column}::bigint * 1000 / nullif(sum(${column}) over (), 0), 0)::int as contribution from figures
    )
    select p.*, count(*) over ()::int as record_count from ranked p where ${nameLikeSql(search)}
    order by place, study_seconds desc, full_name, id limit ${limit} offset ${offset}`.execute(db)
  return { items: rows.map(teamRow), recordCount: rows[0]?.record_count ?? 0 }
}

interface SummaryRow {
  readonly member_count: number
  readonly active_count: number
  readonly study_seconds: number
  readonly finished_count: number
  readonly task_count: number
  readonly task_done_count: number
  readonly task_overdue_count: number
}

async function sumSince(db: PushesDb, caller: Caller, team: Team, since: number, now: number): Promise<SummaryRow> {
  const { rows } = await sql<SummaryRow>`
    with ${figuresSql(caller, team, since, now)}
    select count(*)::int as member_count, (count(*) filter (where study_seconds > 0))::int as active_count,
      coalesce(sum(study_seconds), 0)::bigint as study_seconds, coalesce(sum(finished_count), 0)::int as finished_count,
      coalesce(sum(task_count), 0)::int as task_count, coalesce(sum(task_done_count), 0)::int as task_done_count,
      coalesce(sum(task_overdue_count), 0)::int as task_overdue_count
    from figures`.execute(db)
  return rows[0] as SummaryRow
}

export async function teamSummary(db: PushesDb, caller: Caller, id: string, period: TeamPeriod, now: number) {
  const team = await getTeam(db, caller, id)
  const current = await sumSince(db, caller, team, now - period * dayMs, now)
  const both = await sumSince(db, caller, team, now - 2 * period * dayMs, now)
  return {
    ...team,
    memberCount: current.member_count,
    activeCount: current.active_count,
    studySeconds: current.study_seconds,
    studySecondsBefore: both.study_seconds - current.study_seconds,
    finishedCount: current.finished_count,
    finishedCountBefore: both.finished_count - current.finished_count,
    taskCount: current.task_count,
    taskDoneCount: current.task_done_count,
    taskOverdueCount: current.task_overdue_count,
  }
}

/** A member that the caller follows, with the member's tasks; 20161 for others. */
export async function followedMember(db: PushesDb, caller: Caller, memberId: string, now: number) {
  if (!(await followsMember(db, caller, memberId))) throw refuse(NOT_SUBORDINATE)
  const { rows } = await sql<PersonRow>`
    select ${personColumns} from ${peopleSql(caller.companyId)} where p.id = ${memberId}`.execute(db)
  const [person] = rows
  if (!person) throw refuse(NOT_SUBORDINATE)
  return {
    member: personOf(person),
    mayUrge: (await reachableAmong(db, caller, [memberId])).size > 0,
    mayReadRecord: await mayReadRecord(db, caller, memberId),
    tasks: await tasksOfMember(db, caller.companyId, memberId, now),
  }
}
