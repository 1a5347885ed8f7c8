/** Who may do what to which learning path. */
import type { Caller } from '#kit/caller.ts'
import { authoringPolicy } from '#modules/content/catalog/server.ts'

/** Learning paths are written by those who manage their organization; to be the author gives no right. */
export const pathPolicy = authoringPolicy({ manage: 'course.manage' })
export const { managedOrganizations } = pathPolicy

/** The organizations (with what is below them) whose members' progress the caller may see and decide about. */
export function followedOrganizations(caller: Caller): readonly string[] {
  return caller.permissions.get('course.progress') ?? []
}
