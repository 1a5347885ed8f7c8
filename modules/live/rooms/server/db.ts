/** The database as this module sees it: its own tables. */
import type { Selectable } from 'kysely'
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type RoomsDb = Database<DB>
export type RoomRow = Selectable<DB['rooms.room']>
export type ParticipantRow = Selectable<DB['rooms.participant']>

/** Turns the connection of another module, a job or a socket into one with the tables of rooms. */
export function roomsTables(connection: Connection): RoomsDb {
  return withTables<DB>(connection)
}
