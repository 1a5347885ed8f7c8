/** Who may do what to which learning path. */
import type { Caller } from '#kit/caller.ts'

/** The organizations (with what is below them) in which the caller manages learning paths. */
export function managedOrganizations(caller: Caller): readonly string[] {
  return caller.permissions.get('course.manage') ?? []
}

/** The organizations (with what is below them) whose members' progress the caller may see and decide about. */
export function followedOrganizations(caller: Caller): readonly string[] {
  return caller.permissions.get('course.progress') ?? []
}
