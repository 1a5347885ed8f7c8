/** Tells browsers and other server processes that something happened, when the transaction of `db` commits. */
import { sql } from 'kysely'
import { type Connection, withTables } from '../db/connection.ts'

export const realtimeChannel = 'shuyuan_realtime'
/** PostgreSQL carries at most 8000 bytes. An event says what to read again; it does not carry it. */
const payloadBytesMax = 7500

export interface RealtimeEvent {
  /** Who is told: `member:{id}`, `company:{id}`, or another topic of the publishing module. */
  readonly topic: string
  /** What happened: `notification`, `task`. */
  readonly name: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Several events go in one statement; the order is kept. */
export async function publish(db: Connection, ...events: readonly RealtimeEvent[]): Promise<void> {
  if (events.length === 0) return
  const payloads = events.map((event) => JSON.stringify(event))
  const tooLarge = payloads.find((payload) => Buffer.byteLength(payload) > payloadBytesMax)
  if (tooLarge !== undefined)
    throw new Error(`an event of ${Buffer.byteLength(tooLarge)} bytes: ${tooLarge.slice(0, 200)}`)
  await sql`select pg_notify(${realtimeChannel}, payload) from unnest(${payloads}::text[]) as payload`.execute(
    withTables<unknown>(db),
  )
}
