/** Who may see which packages: authors their own, who manages the courses of the whole company all. */
import { type Caller, coversCompany } from '#kit/caller.ts'

export function maySeeAll(caller: Caller): boolean {
  return coversCompany(caller, 'course.manage')
}
