/** Who may see which packages: authors their own, who manages the courses of the whole company all. */
import type { Caller } from '#kit/caller.ts'
import { coversCompany } from '#modules/platform/identity/server.ts'

export function maySeeAll(caller: Caller): boolean {
  return coversCompany(caller, 'course.manage')
}
