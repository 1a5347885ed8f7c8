/** Positions: the company's list of posts. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import { POSITION_IN_USE } from '../contract/codes.ts'
import type { Position } from '../contract/organizations.ts'
import type { IdentityDb } from './db.ts'
import { refusingUsed } from './uniqueness.ts'

const columns = sql`p.id, p.name, p.created_at as "createdAt",
  (select count(*) from identity.member m where m.position_id = p.id) as "memberCount"`

export async function listPositions(db: IdentityDb, companyId: string, query: Paging & { keyword?: string }) {
  const condition = sql`p.company_id = ${companyId} and ${containsSql(sql`p.name`, query.keyword)}`
  return sqlPage(db, query, {
    matching: sql`from identity.position p where ${condition}`,
    rows: (window) => sql<Position>`
      select ${columns} from identity.position p where ${condition}
      order by p.name, p.id ${window}`,
  })
}

export async function getPosition(db: IdentityDb, companyId: string, id: string): Promise<Position> {
  const { rows } = await sql<Position>`
    select ${columns} from identity.position p where p.company_id = ${companyId} and p.id = ${id}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

export async function createPosition(db: IdentityDb, companyId: string, name: string, now: number): Promise<Position> {
  const id = uuid()
  await refusingUsed(() =>
    db
      .insertInto('identity.position')
      .values({ id, company_id: companyId, name: name.trim(), created_at: now })
      .execute(),
  )
  return getPosition(db, companyId, id)
}

export async function renamePosition(db: IdentityDb, caller: Caller, id: string, name: string): Promise<Position> {
  await refusingUsed(() =>
    db
      .updateTable('identity.position')
      .set({ name: name.trim() })
      .where('id', '=', id)
      .where('company_id', '=', caller.companyId)
      .execute(),
  )
  return getPosition(db, caller.companyId, id)
}

export async function deletePosition(db: IdentityDb, caller: Caller, id: string): Promise<void> {
  const position = await getPosition(db, caller.companyId, id)
  if (position.memberCount > 0) throw refuse(POSITION_IN_USE)
  await db.deleteFrom('identity.position').where('id', '=', id).where('company_id', '=', caller.companyId).execute()
}
