/**
 * A crowd enrolls for a class at one moment: 1,000 members for 100 places, and the rest waits. The floor counts a place in one row
 * and writes one row for each, in transactions through the same driver. `node bench/run.ts --only enrollments`.
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  callerOf,
} from '#modules/platform/identity/server/members.fixture.ts'
import { buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import { classesTables } from '#modules/training/classes/server/db.ts'
import { enroll } from '#modules/training/classes/server/enrolling.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { startBenchDatabase } from './database.ts'
import { median, poolSize } from './turns.ts'

const crowd = 1000
const places = 100

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

async function floorOf(db: RootDatabase): Promise<() => Promise<unknown>> {
  await sql`create table bench_class (id uuid primary key, taken int not null)`.execute(db)
  await sql`create table bench_enrollment (class_id uuid, member_id uuid, at bigint, primary key (class_id, member_id))`.execute(
    db,
  )
  return async () => {
    const id = uuid()
    await sql`insert into bench_class values (${id}, 0)`.execute(db)
    const one = () =>
      inTransaction(db, async (transaction) => {
        const raw = classesTables(transaction)
        await sql`update bench_class set taken = taken + 1 where id = ${id} and taken < ${places}`.execute(raw)
        await sql`insert into bench_enrollment values (${id}, ${uuid()}, ${Date.now()})`.execute(raw)
      })
    await Promise.all(Array.from({ length: crowd }, one))
  }
}

async function buildMembers(db: RootDatabase, companyId: string): Promise<BuiltMember[]> {
  const members: BuiltMember[] = []
  for (let at = 0; at < crowd; at++) members.push(await buildMember(db, { companyId }))
  return members
}

export async function printEnrollments(quick: boolean): Promise<void> {
  const database = await startBenchDatabase()
  const db = createDatabase(createPool({ databaseUrl: database.url, size: poolSize }))
  try {
    await migrate(database.url)
    const companyId = await buildCompany(db)
    const members = await buildMembers(db, companyId)
    const author = members[0] as BuiltMember
    const callers = await Promise.all(members.map((member) => callerOf(db, member)))
    const floor = await floorOf(db)
    const product = async () => {
      const classId = await buildClass(db, { author, now: Date.now(), capacity: places })
      const now = Date.now()
      const answers = await Promise.all(
        callers.map((caller) =>
          inTransaction(db, (transaction) => enroll(classesTables(transaction), caller, classId, {}, now)),
        ),
      )
      const enrolled = answers.filter(({ state }) => state === 'enrolled').length
      if (enrolled !== places) throw new Error(`${enrolled} of ${places} places were taken`)
    }
    const rounds = quick ? 2 : 5
    const seconds: { floor: number[]; product: number[] } = { floor: [], product: [] }
    for (let round = 0; round < rounds; round++) {
      seconds.floor.push(await secondsOf(floor))
      seconds.product.push(await secondsOf(product))
    }
    const [floorSeconds, productSeconds] = [median(seconds.floor), median(seconds.product)]
    const shown = (spent: number) => `${Math.round(spent * 1000)} ms`
    console.log('\n| enrollments | floor | product | ratio |\n| --- | --: | --: | --: |')
    const ratio = (productSeconds / floorSeconds).toFixed(1)
    console.log(
      `| ${crowd} at once for ${places} places | ${shown(floorSeconds)} | ${shown(productSeconds)} | ${ratio} |`,
    )
  } finally {
    await db.destroy()
    await database.stop()
  }
}
