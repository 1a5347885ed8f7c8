/** What can be done to a course in which status, and what status follows: one table for refusals and buttons. */
import { refuse } from '#kit/errors.ts'
import { ACTION_NOT_POSSIBLE } from '../contract/errors.ts'
import { type ApprovalState, type CourseAction, type CourseStatus, courseActions } from '../contract/wire.ts'

interface Transition {
  readonly to: CourseStatus | 'gone'
  /** Only while there are changes that are not published. */
  readonly needsDraft?: true
}

const transitions: Readonly<Record<CourseStatus, Partial<Record<CourseAction, Transition>>>> = {
  draft: {
    edit: { to: 'draft' },
    preview: { to: 'draft' },
    publish: { to: 'on-shelf' },
    delete: { to: 'gone' },
  },
  'on-shelf': {
    edit: { to: 'on-shelf' },
    preview: { to: 'on-shelf' },
    publish: { to: 'on-shelf', needsDraft: true },
    'take-off-shelf': { to: 'off-shelf' },
    'discard-draft': { to: 'on-shelf', needsDraft: true },
    'see-progress': { to: 'on-shelf' },
  },
  'off-shelf': {
    edit: { to: 'off-shelf' },
    preview: { to: 'off-shelf' },
    publish: { to: 'on-shelf' },
    'discard-draft': { to: 'off-shelf', needsDraft: true },
    'see-progress': { to: 'off-shelf' },
    delete: { to: 'gone' },
  },
}

/** Given back by an approver: everything as without an application, which may also be withdrawn. */
const whileReturned: Readonly<Record<CourseStatus, Partial<Record<CourseAction, Transition>>>> = {
  draft: { ...transitions.draft, withdraw: { to: 'draft' } },
  'on-shelf': { ...transitions['on-shelf'], withdraw: { to: 'on-shelf' } },
  'off-shelf': { ...transitions['off-shelf'], withdraw: { to: 'off-shelf' } },
}

/** While somebody decides whether it is published, what is decided about stays as it is. */
const whileWaiting: Readonly<Record<CourseStatus, Partial<Record<CourseAction, Transition>>>> = {
  draft: { preview: { to: 'draft' }, withdraw: { to: 'draft' } },
  'on-shelf': {
    preview: { to: 'on-shelf' },
    withdraw: { to: 'on-shelf' },
    'take-off-shelf': { to: 'off-shelf' },
    'see-progress': { to: 'on-shelf' },
  },
  'off-shelf': { preview: { to: 'off-shelf' }, withdraw: { to: 'off-shelf' }, 'see-progress': { to: 'off-shelf' } },
}

export interface CourseState {
  readonly status: CourseStatus
  readonly hasDraft: boolean
  readonly approval: ApprovalState | null
}

function tableOf(approval: ApprovalState | null) {
  if (approval === 'waiting') return whileWaiting
  return approval === 'returned' ? whileReturned : transitions
}

function transitionOf(state: CourseState, action: CourseAction): Transition | undefined {
  const found = tableOf(state.approval)[state.status][action]
  return found?.needsDraft && !state.hasDraft ? undefined : found
}

/** The actions that are possible now, for the screen. */
export function actionsOf(state: CourseState): CourseAction[] {
  return courseActions.filter((action) => transitionOf(state, action) !== undefined)
}

/** The status after the action; refuses one that is not possible. */
export function statusAfter(state: CourseState, action: CourseAction): CourseStatus | 'gone' {
  const found = transitionOf(state, action)
  if (!found) throw refuse(ACTION_NOT_POSSIBLE, { action, status: state.status })
  return found.to
}
