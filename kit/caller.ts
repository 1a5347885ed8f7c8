import { NOT_FOR_ONESELF, refuse } from './errors.ts'

/** The signed-in member that makes a call, as identity's `authenticate` finds it. */
export interface Caller {
  readonly memberId: string
  readonly companyId: string
  readonly organizationId: string
  readonly sessionId: string
  readonly roles: readonly string[]
  /** Permission code → the organizations whose subtrees the grant covers. */
  readonly permissions: ReadonlyMap<string, readonly string[]>
  /** The last edit of the company when the session was read (`server/db/kept.ts`); not there for the caller of a job. */
  readonly lastEdit?: string
}

export type Language = 'cn' | 'en'

export function can(caller: Caller, permission: string): boolean {
  return caller.permissions.has(permission)
}

/** Whether the caller's grant for the permission covers the whole company: one on a lower organization is not enough. */
export function coversCompany(caller: Caller, permission: string): boolean {
  return caller.permissions.get(permission)?.includes(caller.companyId) === true
}

/** Refuses what a caller with a permission over others would do to the own person (`onSelf` of the contract entry). */
export function assertNotSelf(caller: Caller, memberIds: Iterable<unknown>): void {
  for (const id of memberIds) if (id === caller.memberId) throw refuse(NOT_FOR_ONESELF)
}
