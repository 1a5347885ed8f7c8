import { sql } from 'kysely'
import { beforeAll, expect, it, vi } from 'vitest'
import { testPlatform } from '#test/harness.ts'
import { createDatabase, createPool } from './pool.ts'
import { inOneTrip, inSavepoint, inTransaction, lockNames, outcomeOf, together } from './transaction.ts'

const platform = testPlatform()

beforeAll(async () => {
  await sql`create table public.mark (name text primary key)`.execute(platform.root)
})

const mark = (db: unknown, name: string) => sql`insert into public.mark values (${name})`.execute(db as never)
const marks = async () =>
  (await sql<{ name: string }>`select name from public.mark order by name`.execute(platform.root)).rows.map(
    ({ name }) => name,
  )

it('a failed transaction leaves no rows, and its error is thrown', async () => {
  const failing = inTransaction(platform.db, async (db) => {
    await mark(db, 'failed')
    throw new Error('planned')
  })
  await expect(failing).rejects.toThrow('planned')
  expect(await inTransaction(platform.db, async (db) => mark(db, 'kept').then(() => 7))).toBe(7)
  expect(await marks()).toEqual(['kept'])
})

it('a failed savepoint undoes its own work only, also after a database error, and when nested', async () => {
  await inTransaction(platform.db, async (db) => {
    await mark(db, 'outer')
    expect(await inSavepoint(db, () => mark(db, 'inner').then(() => 'done'))).toBe('done')
    const repeated = () => mark(db, 'gone').then(() => mark(db, 'outer'))
    await expect(inSavepoint(db, repeated)).rejects.toThrow('duplicate key')
    const nested = inSavepoint(db, async () => {
      await mark(db, 'first')
      await inSavepoint(db, repeated).catch(() => {})
      await mark(db, 'second')
    })
    await nested
  })
  expect(await marks()).toEqual(['first', 'inner', 'kept', 'outer', 'second'])
})

it('names are locked until the transaction ends, and other names stay free', async () => {
  const other = createDatabase(createPool({ databaseUrl: platform.databaseUrl, size: 1 }))
  const freeNames = async () => {
    const { rows } = await sql<{ name: string }>`select name from unnest(array['a', 'b', 'c']) as wanted (name)
      where pg_try_advisory_xact_lock(hashtextextended(name, 0)) order by name`.execute(other)
    return rows.map(({ name }) => name)
  }
  await inTransaction(platform.db, async (db) => {
    await lockNames(db, 'b', 'a', 'b')
    expect(await freeNames()).toEqual(['c'])
  })
  expect(await freeNames()).toEqual(['a', 'b', 'c'])
  await other.destroy()
})

it('reads travel together on one connection; one that fails takes no other with it', async () => {
  const several = createDatabase(createPool({ databaseUrl: platform.databaseUrl, size: 4 }))
  const pid = async (db: typeof several, count: number) => {
    const { rows } = await sql<{
      pid: number
    }>`select pg_backend_pid() as pid from generate_series(1, ${count}::int)`.execute(db)
    return rows[0]?.pid
  }
  const pids = await together(several, (db) => [pid(db, 1000), pid(db, 1), pid(db, 1)])
  expect(new Set(pids).size).toBe(1)
  const parts: Promise<unknown>[] = []
  const failing = together(several, (db) => {
    parts.push(pid(db, 1), sql`select 1 / ${0}::int`.execute(db), pid(db, 1))
    return parts
  })
  await expect(failing).rejects.toThrow('division by zero')
  const settled = await Promise.allSettled(parts)
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  const within = await inTransaction(several, (db) =>
    together(db, (shared) => [pid(shared, 1), pid(shared, 1), undefined]),
  )
  expect([new Set(within).size, within[2]]).toEqual([2, undefined])
  await several.destroy()
})

it('a read that fails waits for the others, outside and in a transaction; the first error is the answer', async () => {
  const one = createDatabase(createPool({ databaseUrl: platform.databaseUrl, size: 1 }))
  const seen: string[] = []
  const step = async (db: typeof one, text: string) => {
    await sql`select ${text}::text`.execute(db)
    seen.push(text)
  }
  const fail = async (db: typeof one) => {
    await sql`select 1 / ${0}::int`.execute(db)
  }
  const slow = async (db: typeof one) => {
    await step(db, 'first')
    // Long enough that whoever does not wait has answered before.
    await sql`select pg_sleep(0.3)`.execute(db)
    await step(db, 'second')
    throw new Error('later')
  }
  await expect(together(one, (db) => [slow(db), fail(db)])).rejects.toThrow('division by zero')
  expect(seen).toEqual(['first', 'second'])
  // Nothing is written by a sibling after the transaction has been taken back.
  const late = async (db: typeof one) => {
    await new Promise(setImmediate)
    await mark(db, 'late')
  }
  const failed = inTransaction(one, (db) => together(db, (shared) => [late(shared), fail(shared)]))
  await expect(failed).rejects.toThrow('division by zero')
  await sql`select 1`.execute(one)
  expect(await marks()).not.toContain('late')
  await one.destroy()
})

it('in one trip the statements of a transaction run in their order: what follows a lock sees what its holder has written', async () => {
  const other = createDatabase(createPool({ databaseUrl: platform.databaseUrl, size: 1 }))
  const holding = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const holder = inTransaction(other, async (db) => {
    await lockNames(db, 'trip')
    holding.resolve()
    await asked.promise
    await mark(db, 'of the holder')
  })
  await holding.promise
  const seen = inTransaction(platform.root, (db) =>
    inOneTrip(db, (one) => [
      lockNames(one, 'trip'),
      sql<{ name: string }>`select name from public.mark where name = ${'of the holder'}`.execute(one),
      mark(one, 'after the lock'),
    ]),
  )
  const isWaited = async () => {
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(watcher)
    return rows.length > 0
  }
  const watcher = createDatabase(createPool({ databaseUrl: platform.databaseUrl, size: 1 }))
  await vi.waitFor(async () => expect(await isWaited()).toBe(true), { timeout: 20_000 })
  asked.resolve()
  const [, { rows }] = await seen
  expect(rows).toEqual([{ name: 'of the holder' }])
  await holder
  expect(await marks()).toEqual(expect.arrayContaining(['after the lock', 'of the holder']))
  await Promise.all([other.destroy(), watcher.destroy()])
})

it('of several refused parts the caller says which counts, and a failed statement takes the transaction with it', async () => {
  const failing = inTransaction(platform.root, async (db) => {
    const [second, first] = await inOneTrip(db, (one) => [
      outcomeOf(Promise.reject(new Error('second'))),
      outcomeOf(mark(one, 'never').then(() => Promise.reject(new Error('first')))),
    ])
    first()
    second()
  })
  await expect(failing).rejects.toThrow('first')
  const broken = inTransaction(platform.root, (db) =>
    inOneTrip(db, (one) => [mark(one, 'never'), sql`select 1 / ${0}::int`.execute(one), mark(one, 'nor this')]),
  )
  await expect(broken).rejects.toThrow('division by zero')
  expect(await marks()).not.toContain('never')
})
