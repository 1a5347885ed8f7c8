/** What can be done to content in which state, and what status follows: one table for refusals and buttons. */
import type { ApprovalState, ShelfStatus } from '#kit/authored-content.ts'
import { type ErrorCode, refuse } from '#kit/errors.ts'

/** What `Lifecycle` does. */
export type ShelfAction = 'edit' | 'publish' | 'withdraw' | 'take-off-shelf' | 'delete'

export interface ShelfState {
  readonly status: ShelfStatus
  /** There are changes that are not published. */
  readonly hasChanges: boolean
  readonly approval: ApprovalState | null
}

interface Transition {
  readonly to: ShelfStatus | 'gone'
  /** Only while there are changes that are not published. */
  readonly needsChanges?: true
}

export type TransitionTable<Action extends string> = Readonly<
  Record<ShelfStatus, Readonly<Partial<Record<Action, Transition>>>>
>

export interface TransitionRules<Action extends string> {
  /** The actions that are possible now, for the screen. */
  actionsOf(state: ShelfState): Action[]
  /** The status after the action. An impossible action is refused. */
  statusAfter(state: ShelfState, action: Action | ShelfAction): ShelfStatus | 'gone'
}

export function transitionRules<Action extends string>({
  actions,
  tableOf,
  refusal,
}: {
  readonly actions: readonly Action[]
  readonly tableOf: (approval: ApprovalState | null) => TransitionTable<Action>
  readonly refusal: ErrorCode
}): TransitionRules<Action> {
  const find = (state: ShelfState, action: string): Transition | undefined => {
    const possible: Readonly<Partial<Record<string, Transition>>> = tableOf(state.approval)[state.status]
    const found = possible[action]
    return found?.needsChanges && !state.hasChanges ? undefined : found
  }
  return {
    actionsOf: (state) => actions.filter((action) => find(state, action) !== undefined),
    statusAfter(state, action) {
      const found = find(state, action)
      if (!found) throw refuse(refusal, { action, status: state.status })
      return found.to
    },
  }
}

/** Nobody has applied to publish it, or the application ended. */
const transitions: TransitionTable<ShelfAction | 'preview' | 'see-progress' | 'discard'> = {
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
    discard: { to: 'on-shelf', needsChanges: true },
    'see-progress': { to: 'on-shelf' },
  },
  'off-shelf': {
    edit: { to: 'off-shelf' },
    preview: { to: 'off-shelf' },
    publish: { to: 'on-shelf' },
    discard: { to: 'off-shelf', needsChanges: true },
    delete: { to: 'gone' },
    'see-progress': { to: 'off-shelf' },
  },
}

/** An approver gave it back: everything is possible as without an application, which may also be withdrawn. */
const whileReturned: typeof transitions = {
  draft: { ...transitions.draft, withdraw: { to: 'draft' } },
  'on-shelf': { ...transitions['on-shelf'], withdraw: { to: 'on-shelf' } },
  'off-shelf': { ...transitions['off-shelf'], withdraw: { to: 'off-shelf' } },
}

/** While somebody decides whether it is published, what is decided about stays as it is. */
const whileWaiting: typeof transitions = {
  draft: { preview: { to: 'draft' }, withdraw: { to: 'draft' } },
  'on-shelf': {
    preview: { to: 'on-shelf' },
    withdraw: { to: 'on-shelf' },
    'take-off-shelf': { to: 'off-shelf' },
    'see-progress': { to: 'on-shelf' },
  },
  'off-shelf': { preview: { to: 'off-shelf' }, withdraw: { to: 'off-shelf' }, 'see-progress': { to: 'off-shelf' } },
}

type ApprovedAction<Discard extends string> = ShelfAction | 'preview' | 'see-progress' | Discard

/** The table of content whose changes are kept apart until they are published; `discard` is what its screen calls that. */
export function approvedTransitions<Discard extends string>(discard: Discard) {
  const named = (table: typeof transitions) =>
    Object.fromEntries(
      Object.entries(table).map(([status, { discard: found, ...others }]) => [
        status,
        found ? { ...others, [discard]: found } : others,
      ]),
    ) as TransitionTable<ApprovedAction<Discard>>
  const [none, returned, waiting] = [named(transitions), named(whileReturned), named(whileWaiting)]
  return (approval: ApprovalState | null) =>
    approval === 'waiting' ? waiting : approval === 'returned' ? returned : none
}
