/** The SQL of purchases alone: all that the product asks of the database for them, asked again, with the same values, of a copy from before. */
import { sql } from 'kysely'
import pg from 'pg'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { type Recorded, recordOn } from './capture.ts'

/** Statements that were sent together, one trip after the other. */
type Trips = readonly (readonly Recorded[])[]

/** A copy of the database, to which nobody may be connected meanwhile. */
export async function copyDatabase(databaseUrl: string): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const [url, server] = [new URL(databaseUrl), new URL(databaseUrl)]
  const name = url.pathname.slice(1)
  server.pathname = '/postgres'
  url.pathname = `/${name}_copy`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server.href })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await run(`create database ${name}_copy template ${name}`)
  return { url: url.href, drop: () => run(`drop database ${name}_copy with (force)`) }
}

/** Makes each purchase, one after the other, and answers what it asked of the database. */
export async function recordPurchases<T>(
  databaseUrl: string,
  purchases: Iterable<T>,
  buy: (db: RootDatabase, purchase: T) => Promise<void>,
): Promise<Trips[]> {
  const pool = createPool({ databaseUrl, size: 1 })
  let trips: Recorded[][] = []
  recordOn(pool, (statement, isTogether) => {
    if (isTogether) trips.at(-1)?.push(statement)
    else trips.push([statement])
  })
  const db = createDatabase(pool)
  try {
    const recorded: Trips[] = []
    for (const purchase of purchases) {
      trips = []
      await buy(db, purchase)
      recorded.push(trips)
    }
    return recorded
  } finally {
    await db.destroy()
  }
}

async function replay(pool: pg.Pool, trips: Trips): Promise<void> {
  let client: pg.PoolClient | undefined
  for (const trip of trips) {
    client ??= await pool.connect()
    const one = client
    await Promise.all(trip.map(({ text, values }) => one.query(text, [...values])))
    if (trip.at(-1)?.text !== 'commit') continue
    client.release()
    client = undefined
  }
  client?.release()
}

export interface SameSql {
  replay(trips: Trips): Promise<void>
  /** Throws where not as many orders are paid in the copy. */
  prove(paid: number): Promise<void>
  stop(): Promise<void>
}

export function sameSql(databaseUrl: string, clients: number): SameSql {
  const pool = createPool({ databaseUrl, size: clients })
  const db = createDatabase(pool)
  return {
    replay: (trips) => replay(pool, trips),
    async prove(paid) {
      const { rows } = await sql<{ count: number }>`select count(*) as count from orders.order
        where paid_at is not null`.execute(db)
      if (rows[0]?.count !== paid) throw new Error(`${rows[0]?.count} of ${paid} orders are paid in the copy`)
    },
    stop: () => db.destroy(),
  }
}
