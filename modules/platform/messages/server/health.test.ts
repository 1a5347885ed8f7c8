import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { healthCheck } from '#modules/platform/operations/server.ts'
import { testPlatform } from '#test/harness.ts'
import { modulesWithExamples, sendExample } from './messages.fixture.ts'

const platform = testPlatform({
  modules: modulesWithExamples,
  environment: { WECOM_CORP_ID: 'ww1', WECOM_SECRET: 's', WECOM_AGENT_ID: '1' },
})
let companyId: string

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
})

const check = (name: string) =>
  healthCheck
    .all()
    .find((one) => one.name === name)
    ?.check(platform.outside, platform.db)

describe('the status page', () => {
  it('names channels that are not set up, and what to do', async () => {
    expect(await check('dingtalk')).toMatchObject({
      state: 'off',
      advice: { cn: expect.stringContaining('DINGTALK_APP_KEY') },
    })
    expect(await check('webhooks')).toMatchObject({
      state: 'off',
      advice: { cn: expect.stringContaining('消息机器人') },
    })
    expect(await check('wecom')).toMatchObject({ state: 'ok', facts: { sent: 0, failed: 0 } })
  })

  it('reports failed messages of the last day with the reason', async () => {
    const lin = await buildMember(platform.db, { companyId })
    const messageId = await sendExample(platform.db, { companyId, recipients: [lin.id], now: platform.now })
    await sql`insert into messages.delivery (id, company_id, message_id, type, channel, member_id, state, error, created_at, due_at)
      values (gen_random_uuid(), ${companyId}, ${messageId}, 'example.notice', 'wecom', ${lin.id}, 'failed', '60020 not allowed',
        ${platform.now}, ${platform.now})`.execute(platform.root)
    expect(await check('wecom')).toMatchObject({ state: 'down', facts: { failed: 1, error: '60020 not allowed' } })
  })
})
