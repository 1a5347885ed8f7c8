/** Groups and seats of a class as its participants see them. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { sqlPage } from '#server/db/page.ts'
import type { classes } from '../contract.ts'
import { enterClass } from './class-content.ts'
import { enrolledSql } from './class-door.ts'
import type { ClassesDb } from './db.ts'
import { planOf } from './workspace.ts'

export async function classGroups(db: ClassesDb, caller: Caller, id: string, now: number) {
  await enterClass(db, caller, id, now)
  const { rows } = await sql<{ id: string; name: string; count: number; isOwn: boolean }>`
    select g.id, g.name, count(e."memberId")::int as count,
      coalesce(bool_or(e."memberId" = ${caller.memberId}), false) as "isOwn"
    from classes.member_group g left join classes.group_member m on m.group_id = g.id
    left join ${enrolledSql(caller.companyId, id)} e on e."memberId" = m.member_id
    where g.class_id = ${id} group by g.id order by g.sort`.execute(db)
  return {
    groups: rows.map(({ isOwn: _, ...group }) => group),
    ownGroupId: rows.find(({ isOwn }) => isOwn)?.id ?? null,
  }
}

interface GroupMember {
  readonly id: string
  readonly fullName: string
  readonly avatarPath: string
  readonly organizationName: string
}

export async function groupMembers(
  db: ClassesDb,
  caller: Caller,
  { id, groupId }: { readonly id: string; readonly groupId: string },
  paging: Input<typeof classes.groupMembers>['query'],
  now: number,
) {
  await enterClass(db, caller, id, now)
  const { companyId } = caller
  const { rows } = await sql`
    select from classes.member_group where id = ${groupId} and class_id = ${id}`.execute(db)
  if (rows.length === 0) throw refuse(NOT_FOUND)
  const matching = sql`from classes.group_member g
    join ${enrolledSql(companyId, id)} e on e."memberId" = g.member_id
    join ${directorySql(companyId)} d on d.id = g.member_id where g.group_id = ${groupId}`
  return sqlPage<GroupMember>(db, paging, {
    matching,
    rows: (window) => sql<GroupMember>`
      select d.id, d.full_name as "fullName", d.avatar_path as "avatarPath", d.organization_name as "organizationName"
      ${matching} order by d.full_name, d.id ${window}`,
  })
}

export async function classSeats(db: ClassesDb, caller: Caller, id: string, now: number) {
  await enterClass(db, caller, id, now)
  const { companyId } = caller
  const { rows, columns } = await planOf(db, id)
  const taken = await sql<{ row: number; column: number; memberId: string; fullName: string }>`
    select s.seat_row::int as "row", s.seat_column::int as "column", d.id as "memberId", d.full_name as "fullName"
    from classes.seat s join ${enrolledSql(companyId, id)} e on e."memberId" = s.member_id
    join ${directorySql(companyId)} d on d.id = s.member_id
    where s.class_id = ${id} order by s.seat_row, s.seat_column`.execute(db)
  return { rows, columns, seats: taken.rows }
}
