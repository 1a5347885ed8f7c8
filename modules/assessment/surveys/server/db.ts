import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type SurveysDb = Database<DB>

export function surveysTables(connection: Connection): SurveysDb {
  return withTables<DB>(connection)
}
