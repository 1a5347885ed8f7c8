/** Publishes an event to browsers and other server processes when the transaction of `db` commits. */
import { sql } from 'kysely'
import { type Connection, withTables } from '../db/connection.ts'

export const realtimeChannel = 'shuyuan_realtime'
/** PostgreSQL transfers at most 8000 bytes, so an event names what to read again and has no content. */
const payloadBytesMax = 7500

export interface RealtimeEvent {
  /** The receivers: `member:{id}`, `company:{id}`, or another topic of the publishing module. */
  readonly topic: string
  /** The name of the event: `notification`, `task`. */
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
