/** What can be done to a subject in which status, and what status follows: one table for refusals and buttons. */
import { refuse } from '#kit/errors.ts'
import { ACTION_NOT_POSSIBLE } from '../contract/errors.ts'
import { type ApprovalState, type SubjectAction, type SubjectStatus, subjectActions } from '../contract/wire.ts'

interface Transition {
  readonly to: SubjectStatus | 'gone'
  /** Only while there are changes that are not published. */
  readonly needsChanges?: true
}

type Table = Readonly<Record<SubjectStatus, Partial<Record<SubjectAction, Transition>>>>

const transitions: Table = {
  draft: {
    edit: { to: 'draft' },
    preview: { to: 'draft' },
    publish: { to: 'on-shelf' },
    delete: { to: 'gone' },
  },
  'on-shelf': {
    edit: { to: 'on-shelf' },
    preview: { to: 'on-shelf' },
    publish: { to: 'on-shelf', needsChanges: true },
    'take-off-shelf': { to: 'off-shelf' },
    'discard-changes': { to: 'on-shelf', needsChanges: true },
    'see-progress': { to: 'on-shelf' },
  },
  'off-shelf': {
    edit: { to: 'off-shelf' },
    preview: { to: 'off-shelf' },
    publish: { to: 'on-shelf' },
    'discard-changes': { to: 'off-shelf', needsChanges: true },
    delete: { to: 'gone' },
    'see-progress': { to: 'off-shelf' },
  },
}

/** Given back by an approver: everything as without an application, which may also be withdrawn. */
const whileReturned: Table = {
  draft: { ...transitions.draft, withdraw: { to: 'draft' } },
  'on-shelf': { ...transitions['on-shelf'], withdraw: { to: 'on-shelf' } },
  'off-shelf': { ...transitions['off-shelf'], withdraw: { to: 'off-shelf' } },
}

/** While somebody decides whether it is published, what is decided about stays as it is. */
const whileWaiting: Table = {
  draft: { preview: { to: 'draft' }, withdraw: { to: 'draft' } },
  'on-shelf': {
    preview: { to: 'on-shelf' },
    withdraw: { to: 'on-shelf' },
    'take-off-shelf': { to: 'off-shelf' },
    'see-progress': { to: 'on-shelf' },
  },
  'off-shelf': { preview: { to: 'off-shelf' }, withdraw: { to: 'off-shelf' }, 'see-progress': { to: 'off-shelf' } },
}

export interface SubjectState {
  readonly status: SubjectStatus
  readonly hasChanges: boolean
  readonly approval: ApprovalState | null
}

function transitionOf({ status, approval, hasChanges }: SubjectState, action: SubjectAction): Transition | undefined {
  const table = approval === 'waiting' ? whileWaiting : approval === 'returned' ? whileReturned : transitions
  const found = table[status][action]
  return found?.needsChanges && !hasChanges ? undefined : found
}

/** The actions that are possible now, for the screen. */
export function actionsOf(state: SubjectState): SubjectAction[] {
  return subjectActions.filter((action) => transitionOf(state, action) !== undefined)
}

/** Refuses an action that is not possible in this state. */
export function assertPossible(state: SubjectState, action: SubjectAction): void {
  if (!transitionOf(state, action)) throw refuse(ACTION_NOT_POSSIBLE, { action, status: state.status })
}
