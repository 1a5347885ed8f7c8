/** Members in the search, as the directory shows them to every colleague: name and organization, and nothing else. */
import { sql } from 'kysely'
import { directoryIds, directorySql, membersOfOrganizations, postsSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { searchTables } from './db.ts'
import { type SearchDocument, searchKind } from './kinds.ts'

async function documents(connection: Connection, companyId: string, ids: readonly string[]): Promise<SearchDocument[]> {
  const { rows } = await sql<{ id: string; name: string; organization: string; avatar: string }>`
    select p.id, p.full_name as name, p.organization_name as organization, p.avatar_path as avatar
    from ${directorySql(companyId)} p join ${postsSql(companyId)} active on active.member_id = p.id
    where p.id = any(${[...ids]}::uuid[])`.execute(searchTables(connection))
  return rows.map(({ id, name, organization, avatar }) => ({
    ...{ id, title: name, summary: organization, link: `/personal-homepage/${id}` },
    coverFileId: /^files\/([0-9a-f-]{36})$/.exec(avatar)?.[1] ?? null,
  }))
}

export const personKind = searchKind({
  kind: 'person',
  filter: 'other',
  label: { cn: '同事', en: 'Colleague' },
  businessType: null,
  openSql: (caller) => sql`exists (select from ${postsSql(caller.companyId)} p where p.member_id = d.item_id)`,
  documents,
  ids: directoryIds,
  follows: { organization: membersOfOrganizations },
})
