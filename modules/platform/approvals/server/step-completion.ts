/**
 * When a step is done, and who is next inside it. An added signer's task hangs on the task of who added it: those
 * `before` decide first, while that task is held; those `after` are queued until it is agreed. The step needs any or
 * all of the tasks that hang on none.
 */
import type { TaskState } from '../contract/shapes.ts'

export interface Signing {
  readonly id: string
  readonly parentId: string | null
  readonly place: 'before' | 'after' | null
  readonly state: TaskState
}

/** Nobody waits for these any more, and they say neither yes nor no. */
const gone: readonly TaskState[] = ['escalated', 'cancelled']

/** What is still to be decided, now or later. */
export const undecided: readonly TaskState[] = ['open', 'held', 'queued']

const hangingOn = (tasks: readonly Signing[], parentId: string | null, place: Signing['place']) =>
  tasks.filter((task) => task.parentId === parentId && task.place === place && !gone.includes(task.state))

/** Agreed, and so are all that come after it. */
function isComplete(task: Signing, tasks: readonly Signing[]): boolean {
  return task.state === 'agreed' && hangingOn(tasks, task.id, 'after').every((next) => isComplete(next, tasks))
}

/** Whether the step's decision is made: agreed by any or by all. */
export function isAgreed(mode: 'any' | 'all', tasks: readonly Signing[]): boolean {
  const first = hangingOn(tasks, null, null)
  if (mode === 'any') return first.some((task) => isComplete(task, tasks))
  return first.length > 0 && first.every((task) => isComplete(task, tasks))
}

/** The tasks whose turn has come. */
export function nextToOpen(tasks: readonly Signing[]): string[] {
  const stateOf = new Map(tasks.map((task) => [task.id, task.state]))
  return tasks
    .filter((task) => {
      if (task.state === 'held') return hangingOn(tasks, task.id, 'before').every((one) => isComplete(one, tasks))
      return task.state === 'queued' && task.parentId !== null && stateOf.get(task.parentId) === 'agreed'
    })
    .map((task) => task.id)
}
