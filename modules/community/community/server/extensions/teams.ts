/** Share accounts as teams that distribute coins. */
import { sql } from 'kysely'
import { type MemberType, teamDirectory } from '#modules/platform/currency/server.ts'
import { communityTables } from '../db.ts'
import { nameKey } from '../names.ts'

/** Teams and organizations distribute their own coins; a personal account uses the coins of its owner. */
export const shareTeams = teamDirectory({
  async teamsOf(connection, { companyId, memberId }) {
    const { rows } = await sql<{ id: string; name: string; memberType: MemberType }>`
      select a.id, a.name, m.member_type as "memberType"
      from community.account_member m join community.account a on a.id = m.account_id
      where m.company_id = ${companyId} and m.member_id = ${memberId} and a.enjoy_type <> 0
      order by m.member_type, a.name limit 200`.execute(communityTables(connection))
    return rows
  },
  async byIds(connection, { companyId, teamIds }) {
    return communityTables(connection)
      .selectFrom('community.account')
      .select(['id', 'name'])
      .where('company_id', '=', companyId)
      .where('enjoy_type', '<>', 0)
      .where('id', '=', sql<string>`any(${[...teamIds]}::uuid[])`)
      .execute()
  },
  async search(connection, { companyId, search, limit }) {
    return communityTables(connection)
      .selectFrom('community.account')
      .select(['id', 'name'])
      .where('company_id', '=', companyId)
      .where('enjoy_type', '<>', 0)
      .where(sql<boolean>`strpos(name_key, ${nameKey(search)}) > 0`)
      .orderBy('name')
      .limit(limit)
      .execute()
  },
  async memberTypes(connection, { companyId, teamId, memberIds }) {
    const rows = await communityTables(connection)
      .selectFrom('community.account_member as m')
      .innerJoin('community.account as a', 'a.id', 'm.account_id')
      .select(['m.member_id', 'm.member_type'])
      .where('m.company_id', '=', companyId)
      .where('m.account_id', '=', teamId)
      .where('a.enjoy_type', '<>', 0)
      .where('m.member_id', '=', sql<string>`any(${[...memberIds]}::uuid[])`)
      .execute()
    return new Map(rows.map((row) => [row.member_id, row.member_type as MemberType]))
  },
  async memberIds(connection, { companyId, teamId }) {
    const rows = await communityTables(connection)
      .selectFrom('community.account_member')
      .select('member_id')
      .where('company_id', '=', companyId)
      .where('account_id', '=', teamId)
      .orderBy('member_type')
      .orderBy('joined_at')
      .execute()
    return rows.map((row) => row.member_id)
  },
})
