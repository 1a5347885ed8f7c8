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
  if ('permission' in access) {
    const everywhere = session.user?.dataPermission.filter((granted) => granted.wholeCompany).map(({ code }) => code)
    const holds = access.wholeCompany ? (code: string) => everywhere?.includes(code) === true : session.can
    return list(access.permission).some(holds)
  }
  return list(access.role).some((role) => session.hasRole(role))
}
