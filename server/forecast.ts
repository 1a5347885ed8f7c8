/**
 * What a dry run notes while it goes on. The parts of the server that have consequences outside of their tables say so
 * here; in an ordinary transaction nobody listens.
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

/** Notes from now on what is said about the transaction. */
export function startNotes(transaction: Connection): ForecastNotes {
  const notes: ForecastNotes = { entries: [], jobs: [], messages: [] }
  running.set(transaction, notes)
  return notes
}

/** A job was asked for. One with the same key that has not started yet is replaced. */
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

/** Entries were written into the audit log. */
export function noteEntries(db: Connection, entries: readonly ForecastEntry[]): void {
  running.get(db)?.entries.push(...entries)
}

/** Something is going to be sent to so many. */
export function noteMessages(db: Connection, kind: MessageKind, recipients: number): void {
  if (recipients > 0) running.get(db)?.messages.push({ kind, recipients })
}
