import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { DatabaseWatch } from '#server/db/watch.ts'
import { testPlatform } from '#test/harness.ts'
import { freePort } from '#test/server-process.ts'
import { buildContentApp } from './app.ts'

const platform = testPlatform()
let watch: DatabaseWatch
let pool: ReturnType<typeof createPool>

beforeAll(async () => {
  const databaseUrl = `postgresql://nobody@127.0.0.1:${await freePort()}/nothing`
  watch = new DatabaseWatch(databaseUrl)
  pool = createPool({ databaseUrl, size: 1, watch })
})
afterAll(async () => {
  await pool.end()
  watch.stop()
})

it('without a database a package is answered that it may ask again', async () => {
  const app = buildContentApp(platform.outside, createDatabase(pool))
  const url = `/p/${'x'.repeat(43)}/~/launch`
  const answer = await app.inject({ url })
  expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([503, '2', { errorCode: 999001 }])
  await app.close()
})

it.each(['40001', '40P01'])(
  'a conflict of transactions (%s) is answered to a package that it may ask again',
  async (code) => {
    const app = buildContentApp(platform.outside, platform.db)
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation((): void => {
      throw Object.assign(new pg.DatabaseError('conflict', 0, 'error'), { code })
    })
    const answer = await app.inject({ url: `/p/${'x'.repeat(43)}/~/launch` })
    vi.restoreAllMocks()
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([503, '2', { errorCode: 999001 }])
    await app.close()
  },
)
