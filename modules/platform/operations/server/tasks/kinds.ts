/** What other modules register and report about work that people watch. */
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import type { Bilingual } from '../../contract/shapes.ts'

export interface TaskAbout {
  readonly companyId: string
  readonly taskId: string
  readonly now: number
}

/** A kind of long work, as its module registers it. */
export interface TaskKind {
  /** `member-import`: lower case, unique on the platform. */
  readonly kind: string
  readonly label: Bilingual
  /** Whether its job looks at the answer of `reportProgress`, and stops where that says `cancelled`. */
  readonly cancellable: boolean
  /** Starts the work again after a failure or a cancellation: enqueues its job, in the transaction of `db`. */
  retry?(db: Connection, task: TaskAbout & { readonly memberId: string }): Promise<void>
  /**
   * Takes up work whose process is gone: enqueues its job again. The job goes on where it was, and may then run twice.
   * Without it the queue itself hands the old job on after ten minutes.
   */
  resume?(db: Connection, task: TaskAbout): Promise<void>
}

export const taskKind = extensionPoint<TaskKind>('operations.task-kind')

export function findTaskKind(kind: string): TaskKind | undefined {
  return taskKind.all().find((one) => one.kind === kind)
}

/** Something of the work's input that could not be used: a row of an import, say. */
export interface TaskProblem {
  /** As a spreadsheet counts, from 1. */
  readonly row?: number
  /** Its heading, or its letter. */
  readonly column?: string
  readonly message: Bilingual
}

/** What came of the work. */
export interface TaskReport {
  /** Numbers to show, in this order: imported, unchanged, failed. */
  readonly counts?: readonly { readonly label: Bilingual; readonly value: number }[]
  /** Listed on the screen and handed out as a file; at most 20,000 are kept. */
  readonly problems?: readonly TaskProblem[]
  /** Where the result is seen, as a hash path of the shell: `/admin/members`. */
  readonly link?: string
}
