/** The locks that a killed process leaves on the jobs that it was running. */
import { type Kysely, sql } from 'kysely'

/**
 * What ten minutes would make of them: the next process takes the jobs up as it starts. No other process may be running
 * jobs on the database.
 */
export async function letLocksGrowOld(db: Kysely<unknown>): Promise<void> {
  await sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '11 minutes'
    where locked_at is not null`.execute(db)
}
