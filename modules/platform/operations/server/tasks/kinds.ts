/** Kinds of tasks that modules register, and the reports of their jobs. */
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import type { Bilingual } from '../../contract/shapes.ts'

export interface TaskReference {
  readonly companyId: string
  readonly taskId: string
  readonly now: number
}

/** A kind of long work that a module registers. */
export interface TaskKind {
  /** `member-import`: lower case, unique on the platform. */
  readonly kind: string
  readonly label: Bilingual
  /** Whether its job stops when `reportProgress` returns `cancelled`. */
  readonly cancellable: boolean
  /** Restarts failed or cancelled work: enqueues its job in the transaction of `db`. */
  retry?(db: Connection, task: TaskReference & { readonly memberId: string }): Promise<void>
  /**
   * Resumes work whose process has ended: enqueues its job again. The job continues where it stopped, and may run
   * twice. Without this function the queue restarts the old job after ten minutes.
   */
  resume?(db: Connection, task: TaskReference): Promise<void>
}

export const taskKind = extensionPoint<TaskKind>('operations.task-kind')

export function findTaskKind(kind: string): TaskKind | undefined {
  return taskKind.all().find((one) => one.kind === kind)
}

/** A part of the input that the task rejected, such as a row of an import. */
export interface TaskProblem {
  /** The row of the spreadsheet, counted from 1. */
  readonly row?: number
  /** The heading of the column, or its letter. */
  readonly column?: string
  readonly message: Bilingual
}

/** The result of a task. */
export interface TaskReport {
  /** Labeled numbers in the order of the screen, such as imported, unchanged, failed. */
  readonly counts?: readonly { readonly label: Bilingual; readonly value: number }[]
  /** Problems for the screen and the file; at most 20,000 are stored. */
  readonly problems?: readonly TaskProblem[]
  /** The screen of the result as a hash path: `/admin/members`. */
  readonly link?: string
}
