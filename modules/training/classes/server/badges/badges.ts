/** Name badges to print, for those who run a class. */
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import type { StreamAnswer } from '#server/module.ts'
import { documentThread } from '#server/pdf/document-thread.ts'
import { badgesMax } from '../../contract/workspace.ts'
import type { classes } from '../../contract.ts'
import { enrolledSql, runClass } from '../class-door.ts'
import type { ClassesDb } from '../db.ts'
import { badgeCode } from './badge-code.ts'
import type { BadgeOrder } from './document.ts'

const print = documentThread<BadgeOrder>(new URL('./worker.ts', import.meta.url))

interface BadgeRow {
  readonly memberId: string
  readonly fullName: string
  readonly organizationName: string
  readonly groupName: string
}

async function badgeRows(
  db: ClassesDb,
  { id, companyId }: { readonly id: string; readonly companyId: string },
  { groupId, part = 1 }: Input<typeof classes.badges>['query'],
): Promise<BadgeRow[]> {
  const { rows } = await sql<BadgeRow>`
    select d.id as "memberId", d.full_name as "fullName", d.organization_name as "organizationName",
      coalesce(n.name, '') as "groupName"
    from ${enrolledSql(companyId, id)} e join ${directorySql(companyId)} d on d.id = e."memberId"
    left join classes.group_member g on g.class_id = ${id} and g.member_id = d.id
    left join classes.member_group n on n.id = g.group_id
    where ${groupId === undefined ? sql`true` : sql`n.id = ${groupId}`}
    order by n.sort nulls last, d.full_name, d.id limit ${badgesMax} offset ${(part - 1) * badgesMax}`.execute(db)
  return rows
}

/** The codes of whoever scans participants, else the members' ids. */
async function codesOf(
  db: ClassesDb,
  of: { readonly companyId: string; readonly classId: string; readonly memberIds: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const [source] = badgeCode.all()
  return source ? source.codes(db, of) : new Map(of.memberIds.map((id) => [id, id]))
}

export async function badges(
  db: ClassesDb,
  caller: Caller,
  classId: string,
  query: Input<typeof classes.badges>['query'],
): Promise<StreamAnswer> {
  const { companyId, name } = await runClass(db, caller, classId)
  const rows = await badgeRows(db, { id: classId, companyId }, query)
  if (rows.length === 0) throw refuse(NOT_FOUND)
  const codes = await codesOf(db, { companyId, classId, memberIds: rows.map(({ memberId }) => memberId) })
  const order: BadgeOrder = {
    className: name,
    badges: rows.map(({ memberId, ...row }) => ({ ...row, code: codes.get(memberId) ?? memberId })),
  }
  const written = async function* () {
    yield await print(order)
  }
  return {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="badges.pdf"; filename*=UTF-8''${encodeURIComponent(`${name}.pdf`)}`,
      'cache-control': 'no-store',
    },
    body: Readable.from(written()),
  }
}
