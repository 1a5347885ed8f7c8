/**
 * The completion of a step and the order of its tasks. The task of an added signer depends on the task of the member
 * who added it. Signers `before` decide first, while that task waits; signers `after` wait for its agreement. The
 * step needs any or all of its independent tasks.
 */
import type { TaskState } from '../contract/shapes.ts'

export interface Signing {
  readonly id: string
  readonly parentId: string | null
  readonly place: 'before' | 'after' | null
  readonly state: TaskState
}

/** Tasks that ended without a decision. */
const gone: readonly TaskState[] = ['escalated', 'cancelled']

/** Tasks that are still to be decided, now or later. */
export const undecided: readonly TaskState[] = ['open', 'held', 'queued']

const signersOf = (tasks: readonly Signing[], parentId: string | null, place: Signing['place']) =>
  tasks.filter((task) => task.parentId === parentId && task.place === place && !gone.includes(task.state))

/** Whether the task and all signers after it have agreed. */
function isComplete(task: Signing, tasks: readonly Signing[]): boolean {
  return task.state === 'agreed' && signersOf(tasks, task.id, 'after').every((next) => isComplete(next, tasks))
}

/** Whether the step is agreed, by any or by all. */
export function isAgreed(mode: 'any' | 'all', tasks: readonly Signing[]): boolean {
  const first = signersOf(tasks, null, null)
  if (mode === 'any') return first.some((task) => isComplete(task, tasks))
  return first.length > 0 && first.every((task) => isComplete(task, tasks))
}

/** The tasks that open next. */
export function nextToOpen(tasks: readonly Signing[]): string[] {
  const stateOf = new Map(tasks.map((task) => [task.id, task.state]))
  return tasks
    .filter((task) => {
      if (task.state === 'held') return signersOf(tasks, task.id, 'before').every((one) => isComplete(one, tasks))
      return task.state === 'queued' && task.parentId !== null && stateOf.get(task.parentId) === 'agreed'
    })
    .map((task) => task.id)
}
