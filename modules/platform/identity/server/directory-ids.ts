/** Which members a directory of all companies has, for what is built from it. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { identityTables } from './db.ts'

/** The next members after this id, of any company, in the order of their ids. */
export async function directoryIds(
  connection: Connection,
  afterId: string,
  limit: number,
): Promise<{ readonly id: string; readonly companyId: string }[]> {
  const { rows } = await sql<{ id: string; companyId: string }>`
    select id, company_id as "companyId" from identity.member where id > ${afterId} order by id limit ${limit}`.execute(
    identityTables(connection),
  )
  return rows
}

/** The members whose own organization is one of these. */
export async function membersOfOrganizations(
  connection: Connection,
  companyId: string,
  organizationIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from identity.member where company_id = ${companyId}
      and organization_id = any(${[...organizationIds]}::uuid[])`.execute(identityTables(connection))
  return rows.map(({ id }) => id)
}
