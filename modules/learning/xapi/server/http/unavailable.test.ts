import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { testPlatform } from '#test/harness.ts'

const platform = testPlatform()

it.each([
  ['a conflict of transactions', '40001'],
  ['a database that is shutting down', '57P01'],
])('%s is answered to a client of the record store with the code by which it may ask again', async (_, code) => {
  const headers = { authorization: 'Basic bm9ib2R5Om5v', 'x-experience-api-version': '1.0.3' }
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation((): void => {
    throw Object.assign(new pg.DatabaseError('away', 0, 'error'), { code })
  })
  const answer = await platform.app.inject({ url: '/xapi/statements', headers })
  vi.restoreAllMocks()
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
  expect(answer.json()).toEqual({ message: 'the record store is busy: ask again', errorCode: 999001 })
})

it('a client over the limit of its address is refused with the code', async () => {
  const ask = () => platform.app.inject({ url: '/xapi/about', remoteAddress: '198.51.100.7' })
  expect((await ask()).statusCode).toBe(200)
  await sql`update server.rate set count = 6000 where key like ${'%198.51.100.7%'}`.execute(platform.root)
  const refused = await ask()
  expect([refused.statusCode, refused.json()]).toEqual([
    429,
    { message: 'too many requests: ask again in a minute', errorCode: 900008 },
  ])
})
