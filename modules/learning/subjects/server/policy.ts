/** Who may do what to which subject: pure functions over what the statements have found out. */
import { authoringPolicy } from '#modules/content/catalog/server.ts'
import type { SubjectStatus } from '../contract/wire.ts'

export interface VisibleSubject {
  readonly status: SubjectStatus
  /** 0 all, 1 PC, 2 app. */
  readonly publishClient: number
  /** Made for the member's organization, or for all. */
  readonly visible: boolean
  readonly registered: boolean
}

export type Opening = 'open' | 'missing' | 'hidden' | 'taken-down'

/**
 * Whether a learner may open the subject. A registration opens it even outside its audience, because it may be an
 * assignment.
 */
export function openingOf(subject: VisibleSubject): Opening {
  if (subject.status === 'draft') return 'missing'
  if (subject.registered) return 'open'
  if (!subject.visible) return 'hidden'
  return subject.status === 'off-shelf' ? 'taken-down' : 'open'
}

type Closed = 'taken-down' | 'other-client'

/** Why a learner who may open the subject can't go on with it now; undefined where they can. */
export function closedBecause(subject: VisibleSubject, clientType: number): Closed | undefined {
  if (subject.status !== 'on-shelf') return 'taken-down'
  return subject.publishClient !== 0 && subject.publishClient !== clientType ? 'other-client' : undefined
}

/** An author changes their own subjects; a member who holds `course.manage` in the subject's organization, all of them. */
export const subjectPolicy = authoringPolicy({ manage: 'course.manage', author: 'course.author' })
export const { mayEdit } = subjectPolicy
