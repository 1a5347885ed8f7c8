/** Lists of teams and their members, with names and balances. */
import type { Caller } from '#kit/caller.ts'
import { pageWindow } from '#kit/schema.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { balancesOf, emptyBalance } from './statements.ts'
import { assertInTeam, teams } from './teams.ts'

const teamsMax = 20

/** Active members, optionally filtered by part of their name. */
export async function listTeamMembers(
  db: Connection,
  { companyId, memberId }: Caller,
  teamId: string,
  query: { page?: number; pageSize?: number; search?: string },
) {
  await assertInTeam(db, { companyId, teamId, memberId })
  const ids = await teams().memberIds(db, { companyId, teamId })
  const known = await membersByIds(db, companyId, ids)
  const wanted = query.search?.trim().toLowerCase() ?? ''
  const matching = ids.flatMap((id) => {
    const member = known.get(id)
    return member?.enabled && member.fullName.toLowerCase().includes(wanted) ? [member] : []
  })
  const { limit, offset } = pageWindow(query)
  const page = matching.slice(offset, offset + limit)
  const types = await teams().memberTypes(db, { companyId, teamId, memberIds: page.map((one) => one.id) })
  const items = page.map(({ id, fullName, avatarPath, organizationName }) => ({
    memberId: id,
    memberType: types.get(id) ?? (2 as const),
    fullName,
    avatarPath,
    organizationName,
  }))
  return { items, recordCount: matching.length }
}

export async function searchTeams(db: Connection, { companyId }: Caller, search: string) {
  const found = await teams().search(db, { companyId, search, limit: teamsMax })
  const ids = found.map((team) => team.id)
  const coins = await balancesOf(db, companyId, 'team', ids, 1)
  const points = await balancesOf(db, companyId, 'team', ids, 2)
  const items = found.map(({ id, name }) => ({
    id,
    name,
    coins: (coins.get(id) ?? emptyBalance).totalAmount,
    points: (points.get(id) ?? emptyBalance).totalAmount,
  }))
  return { items, recordCount: items.length }
}
