/** The database that large reports read: a replica where one is set up, otherwise the primary one. */
import type { Config } from '../config.ts'
import type { Connection } from './connection.ts'
import { createDatabase, createPool } from './pool.ts'

const known = new WeakMap<Config, Connection>()

/** A replica is a little behind; what reads it does not read what it has just written. */
export function readingDatabase(config: Config, primary: Connection): Connection {
  if (config.databaseReplicaUrl === null) return primary
  const found = known.get(config)
  if (found) return found
  const replica = createDatabase(
    createPool({ databaseUrl: config.databaseReplicaUrl, size: 2, applicationName: 'shuyuan-reports' }),
  )
  known.set(config, replica)
  return replica
}
