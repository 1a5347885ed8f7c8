import { afterAll, beforeAll, expect, it } from 'vitest'
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
