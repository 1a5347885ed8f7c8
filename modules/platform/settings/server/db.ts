/** The database as this module sees it: its own tables. */
import type { Database } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type SettingsDb = Database<DB>
