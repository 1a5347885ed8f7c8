/** Builders for tests and demo data: filled accounts, and a directory of teams. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { ServerModule } from '#server/module.ts'
import { type CurrencyKind, trade } from '../contract/shapes.ts'
import { counterpart, type Owner } from './account-locks.ts'
import type { BalanceKind } from './balances.ts'
import { type Posted, post } from './postings.ts'
import { type MemberType, type Team, type TeamDirectory, teamDirectory } from './teams.ts'

export interface Issue {
  readonly companyId: string
  readonly owner: Owner
  readonly kind?: CurrencyKind
  readonly amount: bigint
  readonly balanceKind?: BalanceKind
  readonly subject?: string
  readonly eventKey?: string
  readonly now?: number
}

/** Adds an amount to an account. Needs a transaction if others write at the same time. */
export function buildIssue(db: Connection, issue: Issue): Promise<Posted> {
  const { companyId, owner, kind = 1, amount, balanceKind, subject, eventKey, now = Date.now() } = issue
  return post(db, {
    companyId,
    kind,
    tradeType: trade.issue,
    event: 'opening',
    eventKey,
    subject,
    createdBy: null,
    now,
    legs: [
      { owner: counterpart('issuance', companyId), amount: -amount },
      { owner, amount, balanceKind },
    ],
  })
}

export interface BuiltTeam extends Team {
  readonly companyId: string
  /** The roles of the members by id, in the order of the lists. */
  readonly members: Map<string, MemberType>
}

/** Teams that a test keeps in memory, and the module that registers them as the directory. */
export class TeamsInMemory implements TeamDirectory {
  readonly teams: BuiltTeam[] = []

  build(companyId: string, name: string, members: readonly (readonly [string, MemberType])[]): BuiltTeam {
    const team = { id: uuid(), companyId, name, members: new Map(members) }
    this.teams.push(team)
    return team
  }

  get module(): ServerModule {
    return { name: 'teams', contract: {}, routes: {}, extensions: [teamDirectory(this)] }
  }

  private find(companyId: string, teamId: string): BuiltTeam | undefined {
    return this.teams.find((team) => team.id === teamId && team.companyId === companyId)
  }

  async teamsOf(_db: Connection, { companyId, memberId }: { companyId: string; memberId: string }) {
    return this.teams.flatMap((team) => {
      const memberType = team.companyId === companyId ? team.members.get(memberId) : undefined
      return memberType === undefined ? [] : [{ id: team.id, name: team.name, memberType }]
    })
  }

  async byIds(_db: Connection, { companyId, teamIds }: { companyId: string; teamIds: readonly string[] }) {
    return teamIds.flatMap((id) => this.find(companyId, id) ?? [])
  }

  async search(_db: Connection, about: { companyId: string; search: string; limit: number }) {
    return this.teams
      .filter((team) => team.companyId === about.companyId && team.name.includes(about.search))
      .slice(0, about.limit)
  }

  async memberTypes(_db: Connection, about: { companyId: string; teamId: string; memberIds: readonly string[] }) {
    const members = this.find(about.companyId, about.teamId)?.members ?? new Map<string, MemberType>()
    return new Map([...members].filter(([id]) => about.memberIds.includes(id)))
  }

  async memberIds(_db: Connection, { companyId, teamId }: { companyId: string; teamId: string }) {
    const members = this.find(companyId, teamId)?.members ?? new Map<string, MemberType>()
    return [...members].sort(([, one], [, other]) => one - other).map(([id]) => id)
  }
}
