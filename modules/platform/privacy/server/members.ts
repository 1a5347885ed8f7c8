/** The search for the member of an export or erasure. */
import { sql } from 'kysely'
import { directorySql } from '#modules/platform/identity/server.ts'
import { containsSql } from '#server/db/search.ts'
import type { PrivacyDb } from './db.ts'

const membersMax = 20

export interface FoundMember {
  id: string
  fullName: string
  organizationName: string
}

/** Members of the company by a part of their name. */
export async function searchMembers(db: PrivacyDb, companyId: string, keyword: string): Promise<FoundMember[]> {
  const { rows } = await sql<FoundMember>`
    select p.id, p.full_name as "fullName", p.organization_name as "organizationName"
    from ${directorySql(companyId)} p where ${containsSql(sql`p.full_name`, keyword)}
    order by p.full_name, p.id limit ${membersMax}`.execute(db)
  return rows
}
