/**
 * Teams, with their members and total administrator. The module of share accounts registers as their directory; without
 * it, there are no teams.
 */
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'

/** Map `member-type`: 0 total administrator, 1 administrator, 2 member. */
export type MemberType = 0 | 1 | 2

export interface Team {
  readonly id: string
  readonly name: string
}

export interface TeamDirectory {
  /** The teams of a member, in the order of the choices. */
  teamsOf(
    db: Connection,
    about: { readonly companyId: string; readonly memberId: string },
  ): Promise<readonly (Team & { readonly memberType: MemberType })[]>
  /** The teams of the company among these ids. */
  byIds(
    db: Connection,
    about: { readonly companyId: string; readonly teamIds: readonly string[] },
  ): Promise<readonly Team[]>
  /** The company's teams whose name contains the text, as choices for administrators. */
  search(
    db: Connection,
    about: { readonly companyId: string; readonly search: string; readonly limit: number },
  ): Promise<readonly Team[]>
  /** The roles of these members in the team; non-members are missing. */
  memberTypes(
    db: Connection,
    about: { readonly companyId: string; readonly teamId: string; readonly memberIds: readonly string[] },
  ): Promise<ReadonlyMap<string, MemberType>>
  /** The ids of the members of the team, administrators first. */
  memberIds(db: Connection, about: { readonly companyId: string; readonly teamId: string }): Promise<readonly string[]>
}

export const teamDirectory = extensionPoint<TeamDirectory>('currency.team-directory')

const nobody: TeamDirectory = {
  teamsOf: async () => [],
  byIds: async () => [],
  search: async () => [],
  memberTypes: async () => new Map(),
  memberIds: async () => [],
}

export function teams(): TeamDirectory {
  return teamDirectory.all()[0] ?? nobody
}

interface TeamMember {
  readonly companyId: string
  readonly teamId: string
  readonly memberId: string
}

/** The member's role in the team. Refuses a member without a role with 900005, as if the team did not exist. */
export async function assertInTeam(db: Connection, { companyId, teamId, memberId }: TeamMember): Promise<MemberType> {
  const types = await teams().memberTypes(db, { companyId, teamId, memberIds: [memberId] })
  const type = types.get(memberId)
  if (type === undefined) throw refuse(NOT_FOUND)
  return type
}

/** Only the total administrator may distribute (CURRENCY-048). */
export async function assertTotalAdministrator(db: Connection, member: TeamMember): Promise<void> {
  if ((await assertInTeam(db, member)) !== 0) throw refuse(NO_PERMISSION)
}
