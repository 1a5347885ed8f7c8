/** Completions are announced to their listeners: certificates, credits, learning paths, pushes. */
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import type { StudyRef } from './kinds.ts'

export interface FinishedStudy extends StudyRef {
  readonly companyId: string
  readonly memberId: string
  /** The name of the item at that time. */
  readonly name: string
  readonly finishedAt: number
  /** The retake (`StudyKind.reopen`); left out for the first completion. */
  readonly roundId?: string
}

export interface FinishedListener {
  /** Called in a transaction of a job, at least once for each member and item: it does the same when called again. */
  finished(db: Connection, study: FinishedStudy): Promise<void>
}

export const studyFinished = extensionPoint<FinishedListener>('study.finished')

/** Called by the module that owns the item, in a transaction of a job that is repeated until it succeeds. */
export async function announceFinished(db: Connection, study: FinishedStudy): Promise<void> {
  for (const listener of studyFinished.all()) await listener.finished(db, study)
}
