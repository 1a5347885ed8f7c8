/** Two transactions that get in each other's way: whichever route it meets, the call may be sent again. */
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'

// More than one connection: with one, a busy server means a query beside its transaction.
const platform = testPlatform({ poolSize: 2 })
let token: string

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  token = (await buildMember(platform.db, { companyId })).token
})

/** One for each way in which calls are answered: by a contract, by a protocol's own rules, by pages. */
const routes = [
  ['GET', '/api/v1/human/member/current'],
  ['POST', '/api/v1/system/file/uploads'],
  ['HEAD', '/api/v1/system/file/uploads/0198f7a0-0000-7000-8000-000000000000'],
  ['GET', '/xapi/statements'],
  ['GET', '/.well-known/open-badges/0198f7a0-0000-7000-8000-000000000000'],
  ['GET', '/s/abcdefgh'],
] as const

describe.each([
  ['40001', 'could not serialize access'],
  ['40P01', 'deadlock detected'],
  ['55P03', 'canceling statement due to lock timeout'],
])('a conflict with the code %s', (code, message) => {
  beforeEach(() => {
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation((): void => {
      throw Object.assign(new pg.DatabaseError(message, 0, 'error'), { code })
    })
  })
  afterEach(() => vi.restoreAllMocks())

  it.each(routes)('is no fault: %s %s is answered that it may be sent again', async (method, url) => {
    const isRecords = url.startsWith('/xapi')
    const { statusCode, headers } = await platform.app.inject({
      method,
      url,
      headers: {
        authorization: isRecords ? `Basic ${btoa('key:secret')}` : `Bearer ${token}`,
        'x-experience-api-version': '1.0.3',
        'tus-resumable': '1.0.0',
        'upload-length': '10',
      },
    })
    expect([statusCode, headers['retry-after']]).toEqual([503, '2'])
  })
})
