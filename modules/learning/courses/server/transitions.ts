/** What can be done to a course in which state. */
import { approvedTransitions, type ShelfState, transitionRules } from '#modules/content/catalog/server.ts'
import { ACTION_NOT_POSSIBLE } from '../contract/errors.ts'
import { type CourseAction, courseActions } from '../contract/wire.ts'

export const courseRules = transitionRules({
  actions: courseActions,
  tableOf: approvedTransitions('discard-draft'),
  refusal: ACTION_NOT_POSSIBLE,
})

export interface CourseState extends Pick<ShelfState, 'status' | 'approval'> {
  readonly hasDraft: boolean
}

const shelfState = ({ status, approval, hasDraft }: CourseState) => ({ status, approval, hasChanges: hasDraft })

/** The actions that are possible now, for the screen. */
export const actionsOf = (state: CourseState) => courseRules.actionsOf(shelfState(state))

/** The status after the action. An impossible action is refused. */
export const statusAfter = (state: CourseState, action: CourseAction) =>
  courseRules.statusAfter(shelfState(state), action)
