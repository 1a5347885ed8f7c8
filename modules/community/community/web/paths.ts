/** Addresses of the share accounts' screens. */
import type { EnjoyType } from '../contract/shapes.ts'

export const communityPaths = {
  /** The kinds of accounts, and the state of the application. */
  kinds: () => '/share-study/certification-acount',
  application: (enjoyType: EnjoyType) => `/share-study/certification-info?enjoyType=${enjoyType}`,
  account: (id?: string) => (id === undefined ? '/share-team/team-content' : `/share-team/team-content/${id}`),
  /** The square of the experts. */
  experts: () => '/share-study/experts',
  /** A question to an expert: a screen of the ask bar. */
  ask: (expertId: string) => `/ask/new?expert=${expertId}`,
  analysis: () => '/output-detail',
  members: () => '/member-manage',
  circles: (id?: string) => `/share-study/knowledge-community${id === undefined ? '' : `/${id}`}`,
  coins: () => '/learncoin-manage',
} as const

const TEAM_KEY = 'teamID'

/** The team that the member looks at, remembered for the lifetime of the tab (COMMUNITY-066). */
export function currentTeam(): string | undefined {
  return sessionStorage.getItem(TEAM_KEY) ?? undefined
}

export function keepTeam(id: string): void {
  sessionStorage.setItem(TEAM_KEY, id)
}
