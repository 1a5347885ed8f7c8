/** Members as spreadsheets of external training name them: those of the organizations that the caller manages. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { directorySql, namedMembers } from '#modules/platform/identity/server.ts'
import type { ExternalDb } from './db.ts'
import { managesSql } from './policy.ts'

/** Others are as if they did not exist. */
export const managedMembers = (db: ExternalDb, caller: Caller, accounts: readonly string[]) =>
  namedMembers(db, caller.companyId, {
    accounts,
    async reaches(memberIds) {
      const { rows } = await sql<{ id: string }>`
        select p.id from ${directorySql(caller.companyId)} p
        where p.id = any(${[...memberIds]}::uuid[]) and ${managesSql(caller, sql`p.organization_id`)}`.execute(db)
      return new Set(rows.map(({ id }) => id))
    },
  })
