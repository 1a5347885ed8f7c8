/** Kinds of tasks that modules register, and the reports of their work. */
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import type { Bilingual } from '../../contract/shapes.ts'

export interface TaskReference {
  readonly companyId: string
  readonly taskId: string
  /** The owner; null for the platform's own work. */
  readonly memberId: string | null
}

/** A kind of long work as lists and buttons see it. `longWork` makes it. */
export interface TaskKind {
  /** `member-import`: lower case, unique on the platform. */
  readonly kind: string
  readonly label: Bilingual
  readonly cancellable: boolean
  /** Enqueues the work in the transaction of `db`: it goes on from its last stored step. */
  enqueue(db: Connection, taskId: string): Promise<void>
  /** Prepares failed or cancelled work for another run. Answers false if there is nothing to do again. */
  readonly restart?: ((db: Connection, task: TaskReference, now: number) => Promise<boolean>) | undefined
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
