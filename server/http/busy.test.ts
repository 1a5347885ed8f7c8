import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { buildApp } from '#server/http/app.ts'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'

const platform = testPlatform()
let pool: ReturnType<typeof createPool>
let app: Awaited<ReturnType<typeof buildApp>>
let token: string

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  token = (await buildMember(platform.db, { companyId })).token
  pool = createPool({ databaseUrl: platform.databaseUrl, size: 1, waitMs: 1500 })
  app = await buildApp({
    db: createDatabase(pool),
    watch: platform.watch,
    modules: serverModules,
    outside: platform.outside,
  })
})
afterAll(async () => {
  await app.close()
  await pool.end()
})

it('[SHELL-131] a call without a free database connection in time answers that the server is busy', async () => {
  const ask = () =>
    app.inject({
      url: '/api/v1/human/member/current',
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'zh-CN' },
    })
  const connection = await pool.connect()
  const answer = await ask()
  connection.release()
  expect([answer.statusCode, answer.json()]).toEqual([503, { errorCode: 999001, message: '服务器繁忙' }])
  expect(answer.headers['retry-after']).toBe('2')
  expect((await ask()).statusCode).toBe(200)
})
