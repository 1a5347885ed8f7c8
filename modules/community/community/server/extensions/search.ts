/** Share accounts and knowledge circles in the search, as every member of the company may look at them. */
import { sql } from 'kysely'
import { topicsOf } from '#modules/content/topics/server.ts'
import { idsOf, type SearchDocument, searchKind } from '#modules/insight/search/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { accountBusinessType } from '../accounts.ts'
import { circlesAreOpenSql } from '../circles.ts'
import { communityTables } from '../db.ts'
import { circleBusinessType } from './circles.ts'

async function accounts(connection: Connection, companyId: string, ids: readonly string[]): Promise<SearchDocument[]> {
  const { rows } = await sql<SearchDocument>`
    select a.id, a.name as title, a.description as summary, a.avatar_file_id as "coverFileId",
      a.created_at as "publishedAt", a.visit_count as heat,
      case when p.account_id is null then '/share-team/team-content/' || a.id else '/ask/expert/' || a.id end as link,
      p.member_id as "authorId"
    from community.account a left join community.personal_account p on p.account_id = a.id
    where a.id = any(${[...ids]}::uuid[]) and a.company_id = ${companyId} and a.frozen_at is null`.execute(
    communityTables(connection),
  )
  const topics = await topicsOf(
    connection,
    companyId,
    accountBusinessType,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, keywords: (topics.get(row.id) ?? []).map(({ name }) => name) }))
}

export const searchedAccount = searchKind({
  kind: 'account',
  filter: 'expert',
  label: { cn: '专家与团队', en: 'Experts and teams' },
  businessType: accountBusinessType,
  openSql: (caller) => sql`exists (select from community.account a where a.id = d.item_id
    and a.company_id = ${caller.companyId} and a.frozen_at is null)`,
  documents: accounts,
  ids: idsOf('community.account'),
})

/** A circle is found by what its card says, also by those who would have to be let in; what is shared in it is found as what it is. */
async function circles(connection: Connection, companyId: string, ids: readonly string[]): Promise<SearchDocument[]> {
  const { rows } = await sql<SearchDocument>`
    select c.id, c.name as title, c.description as summary, c.cover_file_id as "coverFileId",
      '/share-study/knowledge-community/' || c.id as link, c.created_at as "publishedAt", c.member_count as heat
    from community.circle c
    where c.id = any(${[...ids]}::uuid[]) and c.company_id = ${companyId} and c.removed_at is null`.execute(
    communityTables(connection),
  )
  return rows
}

export const searchedCircle = searchKind({
  kind: 'circle',
  filter: 'knowledge',
  label: { cn: '知识圈', en: 'Knowledge circle' },
  businessType: circleBusinessType,
  openSql: (caller) => sql`(${circlesAreOpenSql(caller.companyId)} and exists (select from community.circle c
    where c.id = d.item_id and c.company_id = ${caller.companyId} and c.removed_at is null))`,
  documents: circles,
  ids: idsOf('community.circle'),
})
