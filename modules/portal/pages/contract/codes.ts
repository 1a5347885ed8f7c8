import { errorCode } from '#kit/errors.ts'

/** The caller is no member of the branch, or is disabled. */
export const NOT_BRANCH_MEMBER = errorCode(190000)
/** The branch is deleted or not published. */
export const BRANCH_GONE = errorCode(190001)
/** Somebody else has changed the page since it was read. `data.revision`: its present revision */
export const PAGE_CHANGED = errorCode(393001)
/** The page can't be stored or published as it is. `data.problems`: `PageProblem[]` */
export const PAGE_INVALID = errorCode(393002)
/** The state of the page does not allow the action. `data.state` */
export const PAGE_STATE = errorCode(393003)
/** `data.max`: how many pages a company may have. */
export const PAGES_FULL = errorCode(393004)
/** Other pages still lie below this one. */
export const PAGE_HAS_CHILDREN = errorCode(393005)
/** A page is published in the future, within a year. */
export const PAGE_TIME_WRONG = errorCode(393006)
