/** Access to data of the whole company: a grant on a lower organization is not enough. */
import { type Caller, can } from '#kit/caller.ts'

export function coversCompany(caller: Caller, permission: string): boolean {
  return can(caller, permission) && (caller.permissions.get(permission) ?? []).includes(caller.companyId)
}
