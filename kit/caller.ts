/** The signed-in member that makes a call, as identity's `authenticate` finds it. */
export interface Caller {
  readonly memberId: string
  readonly companyId: string
  readonly organizationId: string
  readonly sessionId: string
  readonly roles: readonly string[]
  /** Permission code → the organizations whose subtrees the grant covers. */
  readonly permissions: ReadonlyMap<string, readonly string[]>
}

export type Language = 'cn' | 'en'

export function can(caller: Caller, permission: string): boolean {
  return caller.permissions.has(permission)
}
