import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isUnavailable } from '#server/unavailable.ts'
import { testPlatform } from '#test/harness.ts'
import { type DatabaseLink, linkDatabase } from '#test/outage/database-link.ts'
import { createPool } from './pool.ts'
import { DatabaseWatch } from './watch.ts'

const platform = testPlatform()
let link: DatabaseLink
let watch: DatabaseWatch
let pool: ReturnType<typeof createPool>

beforeAll(async () => {
  link = await linkDatabase(platform.databaseUrl)
  watch = new DatabaseWatch(link.url)
  pool = createPool({ databaseUrl: link.url, size: 3, watch })
})
afterEach(async () => {
  await link.mend()
  await isBack()
})
afterAll(async () => {
  await pool.end()
  watch.stop()
  await link.stop()
})

async function isBack(): Promise<void> {
  while (watch.isAway || (await watch.state(1000)) !== 'ok') await new Promise(setImmediate)
}

const unavailable = expect.objectContaining({ name: 'DatabaseUnavailable', code: '57P03' })

describe('a database that stands still', () => {
  it('lets statements, transactions and connecting ones fail, instead of keeping them', async () => {
    const client = await pool.connect()
    await client.query('begin')
    link.freeze()
    const failures = await Promise.allSettled([
      client.query('select 1'),
      pool.query('select 1'),
      pool.query('select 2'),
    ])
    expect(failures.map((one) => one.status === 'rejected' && one.reason)).toEqual(Array(3).fill(unavailable))
    client.release()
    expect(watch.isAway).toBe(true)
    // Nobody waits any more: what comes now is refused at once, without a connection.
    await expect(pool.query('select 3')).rejects.toEqual(unavailable)
    expect(pool.totalCount).toBe(0)
    expect(await watch.state(50)).toBe('silent')
  })

  it('serves again as soon as it moves, and has kept what was committed alone', async () => {
    await pool.query('create table kept (value integer)')
    await pool.query('insert into kept values (1)')
    const client = await pool.connect()
    await client.query('begin')
    await client.query('insert into kept values (2)')
    link.freeze()
    await expect(client.query('insert into kept values (3)')).rejects.toEqual(unavailable)
    client.release()
    await link.mend()
    await isBack()
    const { rows } = await pool.query('select value from kept')
    expect(rows).toEqual([{ value: 1 }])
  })

  it('is noticed by whoever asks, within the time that the caller gives', async () => {
    await pool.query('select 1')
    link.freeze()
    expect(await watch.state(100)).toBe('silent')
  })
})

describe('a database that cannot be reached', () => {
  it('lets calls fail at once, and is found again', async () => {
    await pool.query('select 1')
    await link.cut()
    const failure = await pool.query('select 1').catch((error: unknown) => error)
    expect(isUnavailable(failure)).toBe(true)
    expect(await watch.state(1000)).toBe('absent')
    await link.mend()
    await isBack()
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})

describe('a process that starts', () => {
  it('knows at once that the database is away', async () => {
    link.freeze()
    const fresh = new DatabaseWatch(link.url)
    const away = new Promise((resolve) => fresh.onAway(resolve))
    fresh.begin()
    await expect(away).resolves.toEqual(unavailable)
    expect(fresh.isAway).toBe(true)
    fresh.stop()
  })
})

describe('a slow statement', () => {
  it('is left alone while the database answers others', async () => {
    const asked: string[] = []
    watch.onAway(() => asked.push('away'))
    // Longer than the silence after which the database is asked.
    const { rows } = await pool.query('select pg_sleep(3), 1 as one')
    expect([rows[0]?.one, watch.isAway, asked]).toEqual([1, false, []])
  })

  it.each(['stands still', 'breaks'])(
    'is left alone while the connection by which the database is asked %s',
    async (how) => {
      const direct = createPool({ databaseUrl: platform.databaseUrl, size: 2, watch })
      const asked: string[] = []
      watch.onAway(() => asked.push('away'))
      expect(await watch.state(1000)).toBe('ok')
      const breakOpen = link.freezeOpen()
      if (how === 'breaks') void direct.query('select pg_sleep(2.3)').then(breakOpen)
      const { rows } = await direct.query('select pg_sleep(4.5), 1 as one')
      expect([rows[0]?.one, watch.isAway, asked]).toEqual([1, false, []])
      await direct.end()
    },
  )

  it('is left alone while others are answered, though nobody answers the question', async () => {
    const direct = createPool({ databaseUrl: platform.databaseUrl, size: 2, watch })
    link.freeze()
    const slow = direct.query('select pg_sleep(5), 1 as one')
    await direct.query('select pg_sleep(2.8)')
    expect((await slow).rows[0]?.one).toBe(1)
    expect(watch.isAway).toBe(false)
    await direct.end()
  })

  it('is given up where its connection alone says nothing', async () => {
    const strict = createPool({ databaseUrl: link.url, size: 1, watch, silenceMsMax: 500 })
    await expect(strict.query('select pg_sleep(30)')).rejects.toEqual(unavailable)
    expect((await strict.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await strict.end()
  })
})
