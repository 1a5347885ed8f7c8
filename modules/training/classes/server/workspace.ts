/** Groups and seats of a class. Both are written as a whole, and only of those who take part. */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { CLASS_CHANGED } from '../contract/codes.ts'
import type { GroupInput, SeatInput, Workspace, WorkspaceMember } from '../contract/workspace.ts'
import type { classes } from '../contract.ts'
import { enrolledSql, runClass } from './class-door.ts'
import type { ClassesDb } from './db.ts'

interface Plan {
  readonly rows: number
  readonly columns: number
  readonly revision: number
}

export async function planOf(db: ClassesDb, classId: string): Promise<Plan> {
  const { rows } = await sql<Plan>`
    select seat_rows::int as rows, seat_columns::int as columns, revision from classes.workspace
    where class_id = ${classId}`.execute(db)
  return rows[0] ?? { rows: 0, columns: 0, revision: 0 }
}

/**
 * Groups and seats are read beside the participants and put together here: the planner, which does not know yet how many were
 * written a moment ago, would look through all of them for each participant.
 */
export async function workspace(db: ClassesDb, caller: Caller, id: string): Promise<Workspace> {
  const { companyId, closedAt } = await runClass(db, caller, id)
  const { rows: groups } = await sql<{ id: string; name: string }>`
    select id, name from classes.member_group where class_id = ${id} order by sort`.execute(db)
  const { rows: members } = await sql<Omit<WorkspaceMember, 'groupId' | 'seat'>>`
    select d.id, d.full_name as "fullName", d.avatar_path as "avatarPath", d.organization_name as "organizationName"
    from ${enrolledSql(companyId, id)} e join ${directorySql(companyId)} d on d.id = e."memberId"
    order by d.full_name, d.id`.execute(db)
  const grouped = await sql<{ memberId: string; groupId: string }>`
    select member_id as "memberId", group_id as "groupId" from classes.group_member where class_id = ${id}`.execute(db)
  const sitting = await sql<{ memberId: string; row: number; column: number }>`
    select member_id as "memberId", seat_row::int as "row", seat_column::int as "column"
    from classes.seat where class_id = ${id}`.execute(db)
  const groupOf = new Map(grouped.rows.map(({ memberId, groupId }) => [memberId, groupId]))
  const seatOf = new Map(sitting.rows.map(({ memberId, ...seat }) => [memberId, seat]))
  return {
    groups,
    members: members.map((one) => ({ ...one, groupId: groupOf.get(one.id) ?? null, seat: seatOf.get(one.id) ?? null })),
    isClosed: closedAt !== null,
    ...(await planOf(db, id)),
  }
}

interface WrittenClass {
  readonly id: string
  readonly companyId: string
}

/** The class for those who run it; who writes a plan at the same time waits, and is refused with what they have not read. */
async function lockPlan(db: ClassesDb, caller: Caller, id: string, revision: number): Promise<WrittenClass> {
  const { companyId } = await runClass(db, caller, id, { forEdit: true })
  await sql`insert into classes.workspace (class_id, company_id) values (${id}, ${companyId})
    on conflict (class_id) do nothing`.execute(db)
  const { rows } = await sql<{ revision: number }>`
    select revision from classes.workspace where class_id = ${id} for update`.execute(db)
  const newest = rows[0]?.revision ?? 0
  if (newest !== revision) throw refuse(CLASS_CHANGED, { revision: newest })
  return { id, companyId }
}

/** The plan is another one now. */
async function bump(db: ClassesDb, { id }: WrittenClass, size?: Omit<Plan, 'revision'>): Promise<{ revision: number }> {
  const sides = size ? sql`, seat_rows = ${size.rows}, seat_columns = ${size.columns}` : sql``
  const { rows } = await sql<{ revision: number }>`
    update classes.workspace set revision = revision + 1 ${sides} where class_id = ${id} returning revision`.execute(db)
  return { revision: rows[0]?.revision ?? 0 }
}

const invalid = (path: string, message: string) =>
  refuse(INVALID_INPUT, { fields: [{ path, rule: 'unique', message }] })

/** Refuses a member who is named twice, and whoever does not take part. */
async function assertParticipants(
  db: ClassesDb,
  { id, companyId }: WrittenClass,
  memberIds: readonly string[],
  path: string,
): Promise<void> {
  if (new Set(memberIds).size < memberIds.length) throw invalid(path, 'names a member twice')
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${enrolledSql(companyId, id)} e
    where e."memberId" = any(${[...memberIds]}::uuid[])`.execute(db)
  if ((rows[0]?.count ?? 0) < memberIds.length) throw refuse(NOT_FOUND)
}

/** In place of the groups that are there. Those that stay keep their ids. */
async function storeGroups(
  db: ClassesDb,
  { id, companyId }: WrittenClass,
  groups: readonly GroupInput[],
): Promise<void> {
  const { rows: before } = await sql<{ id: string }>`
    select id from classes.member_group where class_id = ${id}`.execute(db)
  const known = new Set(before.map((row) => row.id))
  const rows = groups.map(({ id: groupId, name, memberIds }, sort) => ({
    ...{ id: groupId !== undefined && known.has(groupId) ? groupId : uuid(), name: name.trim(), sort, memberIds },
  }))
  if (new Set(rows.map((row) => row.id)).size < rows.length) throw invalid('groups', 'names a group twice')
  await sql`delete from classes.member_group where class_id = ${id}`.execute(db)
  await sql`
    insert into classes.member_group (id, class_id, company_id, name, sort)
    select g.id, ${id}, ${companyId}, g.name, g.sort
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id uuid, name text, sort smallint)`.execute(db)
  await sql`
    insert into classes.group_member (class_id, member_id, group_id, company_id)
    select ${id}, m.id, g.id, ${companyId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id uuid, "memberIds" uuid[]),
      unnest(g."memberIds") as m(id)`.execute(db)
}

export async function changeGroups(
  db: ClassesDb,
  caller: Caller,
  classId: string,
  { groups, revision }: Input<typeof classes.changeGroups>['body'],
) {
  const written = await lockPlan(db, caller, classId, revision)
  await assertClean(db, caller.companyId, { groups: groups.map(({ name }) => name).join('\n') })
  const memberIds = groups.flatMap((one) => one.memberIds)
  await assertParticipants(db, written, memberIds, 'groups')
  await storeGroups(db, written, groups)
  return bump(db, written)
}

/** Each order is as likely as any other. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  const mixed = [...items]
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    const [a, b] = [mixed[last], mixed[other]]
    if (a !== undefined && b !== undefined) [mixed[last], mixed[other]] = [b, a]
  }
  return mixed
}

export async function splitIntoGroups(
  db: ClassesDb,
  caller: Caller,
  classId: string,
  { names, revision }: Input<typeof classes.splitIntoGroups>['body'],
) {
  const written = await lockPlan(db, caller, classId, revision)
  await assertClean(db, caller.companyId, { names: names.join('\n') })
  const { rows } = await sql<{ memberId: string }>`
    select e."memberId" from ${enrolledSql(written.companyId, classId)} e`.execute(db)
  const dealt = shuffled(rows.map(({ memberId }) => memberId))
  const groups = names.map((name, at) => ({
    name,
    memberIds: dealt.filter((_, index) => index % names.length === at),
  }))
  await storeGroups(db, written, groups)
  return bump(db, written)
}

function assertSeats(seats: readonly SeatInput[], { rows, columns }: Omit<Plan, 'revision'>): void {
  const beyond = seats.findIndex(({ row, column }) => row >= rows || column >= columns)
  if (beyond !== -1) throw invalid(`seats.${beyond}`, 'lies outside of the plan')
  if (new Set(seats.map(({ row, column }) => `${row} ${column}`)).size < seats.length)
    throw invalid('seats', 'names a seat twice')
}

export async function changeSeats(
  db: ClassesDb,
  caller: Caller,
  classId: string,
  { rows, columns, seats, revision }: Input<typeof classes.changeSeats>['body'],
) {
  const written = await lockPlan(db, caller, classId, revision)
  assertSeats(seats, { rows, columns })
  const memberIds = seats.map(({ memberId }) => memberId)
  await assertParticipants(db, written, memberIds, 'seats')
  await sql`delete from classes.seat where class_id = ${classId}`.execute(db)
  await sql`
    insert into classes.seat (class_id, member_id, company_id, seat_row, seat_column)
    select ${classId}, s."memberId", ${written.companyId}, s."row", s."column"
    from jsonb_to_recordset(${JSON.stringify(seats)}::jsonb) as s("memberId" uuid, "row" smallint, "column" smallint)`.execute(
    db,
  )
  return bump(db, written, { rows, columns })
}
