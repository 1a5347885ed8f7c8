/** What a module says about its long work. `longWork` makes a task and a job of it. */
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import type { Bilingual } from '../../contract/shapes.ts'
import type { TaskReference, TaskReport } from './kinds.ts'

export interface PrepareContext {
  readonly outside: Outside
  /** Aborted when the member cancels the task, and when the process ends. */
  readonly signal: AbortSignal
  /** Shows how far the preparation is, from 0 to 1000. */
  readonly progress: (permille: number) => void
}

export interface StepContext<Subject, Prepared, Position> {
  readonly task: TaskReference
  readonly subject: Subject
  readonly prepared: Prepared
  /** What the last step returned, or what the task was started with. */
  readonly position: Position
  readonly outside: Outside
  readonly now: number
}

/** A step returns how far the work is; the last step returns the report instead. */
export type StepResult<Position> =
  | { readonly done: number; readonly total: number; readonly position?: Position; readonly note?: string }
  | { readonly report: TaskReport }

export interface LongWork<Subject, Prepared, Position> {
  /** The kind of the task: `member-import`. */
  readonly kind: string
  readonly label: Bilingual
  /** The name of the job: `identity.commit-import`. */
  readonly job: string
  /** The steps take minutes, or a preparation uses all processors: the job gets a worker of its own. */
  readonly long?: true
  /** Works of one queue run one after the other, whichever process has them. */
  readonly queue?: string
  readonly cancellable: boolean
  /** Runs without a stored step after which the work is given up; 5 by default. */
  readonly triesMax?: number
  /**
   * Reads the subject and locks its rows, in the transaction of each step. Undefined: nothing is left to do, because
   * somebody else has ended it; the task is then done.
   */
  claim(db: Connection, task: TaskReference & { readonly position: Position }): Promise<Subject | undefined>
  /**
   * Refuses where whoever has started the work may no longer do it: asked with each claim, and so before each step, when the
   * work is taken up again as well. The refusal ends the work and is the reason that the owner reads.
   */
  assertMayGoOn?(db: Connection, subject: Subject): Promise<void>
  /**
   * What a transaction can't hold: programs, files, the network. It runs once a run, before the steps, and may run again
   * after a crash.
   */
  prepare?(db: Connection, subject: Subject, context: PrepareContext): Promise<Prepared>
  /** Stores how far a preparation is where the module itself shows it; called every few seconds. */
  onProgress?(db: Connection, task: TaskReference, permille: number): Promise<void>
  /** One bounded step. Whatever it writes is stored together with the progress that it returns, or not at all. */
  step(db: Connection, context: StepContext<Subject, Prepared, Position>): Promise<StepResult<Position>>
  /** Removes what was prepared for steps that never came, such as files, because the work was cancelled or ended otherwise. */
  discard?(db: Connection, prepared: Prepared): Promise<void>
  /** Cleans up after a cancellation, in the transaction that ends the task. It may run twice. */
  onCancel?(db: Connection, task: TaskReference, now: number): Promise<void>
  /** Marks the subject as failed, in the transaction that ends the task. `error` is missing after processes that died. */
  onFailure?(db: Connection, task: TaskReference, error: unknown, now: number): Promise<void>
  /** The reason for the owner if another try can't succeed; otherwise undefined. A refusal is always such an error. */
  reasonOf?(error: unknown): Bilingual | undefined
  /** Prepares failed or cancelled work for another run; false: there is nothing to do again. */
  restart?(db: Connection, task: TaskReference, now: number): Promise<boolean>
}
