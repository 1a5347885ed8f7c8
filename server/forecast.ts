/**
 * The notes of a dry run. Parts of the server with consequences outside their tables report them here; an ordinary
 * transaction ignores them.
 */
import type { TObject } from 'typebox'
import type { ForecastEntry, MessageKind } from '#kit/forecast.ts'
import type { Connection } from './db/connection.ts'
import type { Job } from './module.ts'

export interface ForecastJob {
  // biome-ignore lint/suspicious/noExplicitAny: jobs of different payloads wait in one list.
  readonly job: Job<any>
  readonly payload: Readonly<Record<string, unknown>>
  readonly key: string | undefined
  readonly runAt: number | undefined
}

export interface ForecastNotes {
  readonly entries: ForecastEntry[]
  readonly jobs: ForecastJob[]
  readonly messages: { readonly kind: MessageKind; readonly recipients: number }[]
}

const running = new WeakMap<Connection, ForecastNotes>()

/** Starts the notes of a transaction. */
export function startNotes(transaction: Connection): ForecastNotes {
  const notes: ForecastNotes = { entries: [], jobs: [], messages: [] }
  running.set(transaction, notes)
  return notes
}

/** Notes an enqueued job. It replaces one with the same key that has not started yet. */
export function noteJob<P extends TObject>(
  db: Connection,
  job: Job<P>,
  payload: object,
  { key, runAt }: { readonly key?: string; readonly runAt?: number },
): void {
  const jobs = running.get(db)?.jobs
  if (!jobs) return
  const earlier = key === undefined ? -1 : jobs.findIndex((one) => one.key === key)
  if (earlier >= 0) jobs.splice(earlier, 1)
  jobs.push({ job, payload: payload as Record<string, unknown>, key, runAt })
}

/** Notes entries of the audit log. */
export function noteEntries(db: Connection, entries: readonly ForecastEntry[]): void {
  running.get(db)?.entries.push(...entries)
}

/** Notes messages with the number of recipients. */
export function noteMessages(db: Connection, kind: MessageKind, recipients: number): void {
  if (recipients > 0) running.get(db)?.messages.push({ kind, recipients })
}
