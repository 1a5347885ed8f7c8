/** Who may do what to which course: pure functions over what the statements have found out. */
import type { Caller } from '#kit/caller.ts'
import { authoringPolicy, type OwnedContent } from '#modules/content/catalog/server.ts'
import type { CourseStatus } from '../contract/wire.ts'

export interface CourseAsSeen {
  readonly status: CourseStatus
  /** 0 all, 1 PC, 2 app. */
  readonly publishClient: number
  /** Made for the member's organization, or for all. */
  readonly visible: boolean
  readonly registered: boolean
  /** It has its price, and the member has not bought it. */
  readonly unpaid?: boolean
  /** Another course has to be finished first. */
  readonly waits?: boolean
}

export type Opening = 'open' | 'missing' | 'hidden' | 'taken-down'

/** Whether a learner may open the course. One that was taken down stays readable for those who are registered. */
export function openingOf(course: CourseAsSeen): Opening {
  if (course.status === 'draft') return 'missing'
  if (!course.visible) return 'hidden'
  return course.status === 'off-shelf' && !course.registered ? 'taken-down' : 'open'
}

export type Closed = 'not-registered' | 'taken-down' | 'other-client' | 'unpaid' | 'prerequisites'

/** Why a learner who may open the course can't study it now; undefined where they can. */
export function closedBecause(course: CourseAsSeen, clientType: number): Closed | undefined {
  if (course.status !== 'on-shelf') return 'taken-down'
  if (course.publishClient !== 0 && course.publishClient !== clientType) return 'other-client'
  if (course.unpaid) return 'unpaid'
  if (!course.registered) return 'not-registered'
  return course.waits ? 'prerequisites' : undefined
}

/** An author changes their own courses; a member who holds `course.manage` in the course's organization, all of them. */
export const coursePolicy = authoringPolicy({ manage: 'course.manage', author: 'course.author' })
export const { managedOrganizations, mayEdit, mayEditAny } = coursePolicy

export interface OwnedCourse extends OwnedContent {
  readonly lecturerId: string | null
}

/** Whose progress the caller may see in a course: everybody's, that of members of some organizations, or nobody's. */
export type FollowScope = 'all' | readonly string[]

export function followScope(caller: Caller, course: OwnedCourse): FollowScope {
  if (mayEdit(caller, course) || course.lecturerId === caller.memberId) return 'all'
  return caller.permissions.get('course.progress') ?? []
}
