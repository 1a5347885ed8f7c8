/** A row of a company in every table of engines, which hostile calls of another company must not reach. */
import { v7 as uuid } from 'uuid'
import { type Connection, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export async function buildSample(
  connection: Connection,
  { companyId }: { readonly companyId: string },
): Promise<void> {
  const db = withTables<DB>(connection)
  const options = JSON.stringify({ companyId, mode: 'video', publishersMax: 7, videoKbps: 1000, record: false })
  await db
    .insertInto('engines.room')
    .values({ room_id: uuid(), company_id: companyId, options, node_id: uuid() })
    .execute()
  await db.insertInto('engines.janus_room').values({ room_id: uuid(), company_id: companyId, options }).execute()
}
