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
