import { expect, it } from 'vitest'
import { testPlatform } from '#test/harness.ts'
import { createDatabase, createPool } from './pool.ts'
import { countInWindow, countOfWindow, removeOldRates, takeToken } from './rates.ts'

const platform = testPlatform()

it('counts and tokens change their row in place, without a new entry in any index', async () => {
  const pool = createPool({ databaseUrl: platform.databaseUrl, size: 1 })
  const db = createDatabase(pool)
  const updates = async () => {
    await pool.query('select pg_stat_force_next_flush()')
    const { rows } = await pool.query<{ all: number; hot: number }>(
      `select n_tup_upd::int as all, n_tup_hot_upd::int as hot from pg_stat_user_tables where relname = 'rate'`,
    )
    return rows[0] ?? { all: 0, hot: 0 }
  }
  const before = await updates()
  for (let time = 0; time < 200; time++) {
    await takeToken(db, 'tokens', { perSecond: 1000, burst: 1000 }, 1_000_000)
    await countInWindow(db, 'window', 1000, 1_000_000)
  }
  const after = await updates()
  const [all, hot] = [after.all - before.all, after.hot - before.hot]
  expect(all).toBe(398)
  // A page that is full takes a row once in a while.
  expect(hot).toBeGreaterThan(380)
  await pool.end()
})

it('several times are counted at once, and what is over is removed alone', async () => {
  const { db } = platform
  expect(await countInWindow(db, 'several', 1000, 5000, 3)).toEqual({ count: 3, endsAt: 6000 })
  expect(await countInWindow(db, 'several', 1000, 5999, 2)).toEqual({ count: 5, endsAt: 6000 })
  expect(await countInWindow(db, 'several', 1000, 6000, 4)).toEqual({ count: 4, endsAt: 7000 })
  await removeOldRates(db, 6999)
  expect(await countOfWindow(db, 'several', 1000, 6999)).toBe(4)
  await removeOldRates(db, 7000)
  expect(await countOfWindow(db, 'several', 1000, 6999)).toBe(0)
})

it('a window that was opened while the clock was a day ahead is over when the clock is right again', async () => {
  const { db } = platform
  const day = 86_400_000
  expect(await countInWindow(db, 'ahead', 1000, day, 9)).toEqual({ count: 9, endsAt: day + 1000 })
  expect(await countOfWindow(db, 'ahead', 1000, 5000)).toBe(0)
  expect(await countInWindow(db, 'ahead', 1000, 5000)).toEqual({ count: 1, endsAt: 6000 })
  // Another process, whose clock is half a second behind, counts on.
  expect(await countInWindow(db, 'ahead', 1000, 4500)).toEqual({ count: 2, endsAt: 6000 })
})

it('tokens that were taken while the clock was a day ahead are back when the clock is right again', async () => {
  const { db } = platform
  const day = 86_400_000
  const rate = { perSecond: 1, burst: 2 }
  const take = (key: string, now: number) => takeToken(db, key, rate, now)
  expect([await take('early', day), await take('early', day), await take('early', day)]).toEqual([true, true, false])
  expect([await take('early', 5000), await take('early', 5000), await take('early', 5000)]).toEqual([true, true, false])
  expect([await take('early', 5999), await take('early', 6000)]).toEqual([false, true])
  // Another process, whose clock is ten seconds behind, gives none beyond the rate.
  expect([await take('beside', 20_000), await take('beside', 20_000)]).toEqual([true, true])
  expect([await take('beside', 10_000), await take('beside', 9999)]).toEqual([false, true])
})
