import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { testPlatform } from '#test/harness.ts'
import { createDatabase, createPool } from '../db/pool.ts'
import { DatabaseWatch } from '../db/watch.ts'
import { rateStore } from './rate-store.ts'

const platform = testPlatform()
const windowMs = 60_000

/** A store of a process, and how many statements it has sent. */
function createStore(size: number, { isReadOnly = false } = {}) {
  const databaseUrl = new URL(platform.databaseUrl)
  if (isReadOnly) databaseUrl.searchParams.set('options', '-c default_transaction_read_only=on')
  const watch = new DatabaseWatch(databaseUrl.href)
  const pool = createPool({ databaseUrl: databaseUrl.href, size, watch })
  let statements = 0
  const Store = rateStore(createDatabase(pool))
  pool.on('acquire', () => (statements += 1))
  const store = new Store({} as never).child({ routeInfo: { method: 'POST', url: '/calls' } } as never)
  const call = (address: string, max: number) =>
    new Promise<{ current: number; ttl: number }>((resolve, reject) =>
      store.incr(
        address,
        (error, counted) => (error || !counted ? reject(error ?? new Error('no count')) : resolve(counted)),
        windowMs,
        max,
      ),
    )
  const end = async () => {
    await pool.end()
    watch.stop()
  }
  return { end, call, statements: () => statements }
}

it('an address over its limit is refused without a statement, and by no other address or process', async () => {
  const [one, other] = [createStore(2), createStore(2)]
  for (let count = 1; count <= 3; count++) expect((await one.call('a', 2)).current).toBe(count)
  const before = one.statements()
  for (let count = 0; count < 50; count++) expect((await one.call('a', 2)).current).toBeGreaterThan(2)
  expect(one.statements()).toBe(before)
  expect((await one.call('b', 2)).current).toBe(1)
  expect((await other.call('a', 2)).current).toBe(4)
  for (const { end } of [one, other]) await end()
})

it('a flood waits for the row of its address on one connection, and each call gets its own number', async () => {
  const { end, call, statements } = createStore(3)
  await call('flood', 1000)
  const before = statements()
  const numbers = await platform.root.transaction().execute(async (holding: Kysely<unknown>) => {
    await sql`select from server.rate where key like '%flood' for update`.execute(holding)
    const flood = Array.from({ length: 200 }, () => call('flood', 1000))
    // Others are served while the flood waits.
    expect((await call('quiet', 1000)).current).toBe(1)
    return { flood }
  })
  const currents = (await Promise.all(numbers.flood)).map(({ current }) => current)
  expect(currents).toEqual(Array.from({ length: 200 }, (_, index) => index + 2))
  // One for the quiet address, one for the first of the flood, one for all the others.
  expect(statements() - before).toBe(3)
  await end()
})

it('a database that is read-only lets calls pass, up to the limit of each process', async () => {
  const [one, other] = [createStore(1, { isReadOnly: true }), createStore(1, { isReadOnly: true })]
  for (let count = 1; count <= 3; count++) expect((await one.call('reading', 2)).current).toBe(count)
  const before = one.statements()
  expect((await one.call('reading', 2)).current).toBeGreaterThan(2)
  expect(one.statements()).toBe(before)
  expect((await one.call('somebody', 2)).current).toBe(1)
  expect((await other.call('reading', 2)).current).toBe(1)
  for (const { end } of [one, other]) await end()
})
