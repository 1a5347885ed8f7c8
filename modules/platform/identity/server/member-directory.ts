/** The directory of members for operations, which is below identity and therefore uses an extension. */
import { sql } from 'kysely'
import { type Directory, memberDirectory } from '#modules/platform/operations/server.ts'
import { identityTables } from './db.ts'
import { membersByIds } from './member-lookup.ts'
import { matches } from './member-search.ts'
import { instantText } from './time-zone.ts'

const directory: Directory = {
  byIds: membersByIds,
  async search(connection, companyId, keyword, limit) {
    const { rows } = await sql<{ id: string; fullName: string; organizationName: string }>`
      select m.id, m.full_name as "fullName", o.name as "organizationName"
      from identity.member m join identity.organization o on o.id = m.organization_id
      where m.company_id = ${companyId} and ${matches('m.search_text', keyword)}
      order by m.full_name, m.id limit ${limit}`.execute(identityTables(connection))
    return rows
  },
  secondText: (connection, companyId) => instantText(connection, companyId, 'second'),
  async operatingCompany(connection) {
    const company = await identityTables(connection)
      .selectFrom('identity.company')
      .select('id')
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    return company?.id
  },
}

export const identityDirectory = memberDirectory(directory)
