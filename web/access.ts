import type { ScreenAccess } from './module.ts'
import type { Session } from './session.ts'

function list(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : value
}

/** Whether this session may open the screen or see the entry. */
export function mayOpen(access: ScreenAccess | undefined, session: Session): boolean {
  if (access === 'public') return true
  if (!session.signedIn) return false
  if (access === undefined || access === 'signed-in') return true
  if ('permission' in access) return list(access.permission).some((permission) => session.can(permission))
  return list(access.role).some((role) => session.hasRole(role))
}
