/** WeCom and DingTalk know their users by names that several companies of an installation may have. */
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import type { DirectMessage } from '#server/outside.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { messages } from '../contract.ts'
import { exampleType, modulesWithExamples, sendExample } from './messages.fixture.ts'

const sent: DirectMessage[] = []
const platform = testPlatform({
  modules: modulesWithExamples,
  environment: { WECOM_CORP_ID: 'ww1', WECOM_SECRET: 's', WECOM_AGENT_ID: '1' },
  outside: {
    async sendWecom(message) {
      sent.push(message)
      return `${sent.length}`
    },
  },
})
let first: BuiltMember
let second: BuiltMember

beforeAll(async () => {
  const build = async (createdAt: number) =>
    buildMember(platform.db, {
      companyId: await buildCompany(platform.db, '云帆科技', createdAt),
      name: 'lin.zhiyuan',
      roles: ['super-admin'],
    })
  first = await build(platform.now)
  second = await build(platform.now + 1)
})

const calls = (who: BuiltMember) => platform.client(messages, who)
const isAvailable = async (who: BuiltMember) =>
  (await calls(who).preferences()).channels.find(({ channel }) => channel === 'wecom')?.available

/** The members who were sent a message by WeCom. */
async function sendToBoth(): Promise<string[]> {
  sent.length = 0
  await sql`delete from messages.delivery`.execute(platform.root)
  for (const who of [first, second]) {
    const choices = [{ type: exampleType.code, channel: 'wecom' as const, enabled: true }]
    await calls(who).changePreferences({ body: { choices } })
    await sendExample(platform.db, { companyId: who.companyId, recipients: [who.id], now: platform.now })
  }
  await platform.runJobs()
  const { rows } = await sql<{ id: string }>`select member_id as id from messages.delivery
    where channel = 'wecom' and state = 'sent'`.execute(platform.root)
  expect(sent.map(({ to }) => to)).toEqual(rows.map(() => 'lin.zhiyuan'))
  return rows.map(({ id }) => id)
}

it('the application is the first company’s: the same name in another company gets nothing by it', async () => {
  expect(await sendToBoth()).toEqual([first.id])
  expect([await isAvailable(first), await isAvailable(second)]).toEqual([true, false])
  const test = { params: { code: exampleType.code }, body: { channel: 'wecom' as const } }
  expect(await refusal(calls(second).testTemplate(test))).toMatchObject({ status: 422 })
  const { items } = await calls(second).channelStates()
  expect(items.find(({ channel }) => channel === 'wecom')).toMatchObject({ available: false, queued: 0 })
})

it('a setting names other companies, and what was queued for a company that is none of them is not sent', async () => {
  const companyIds = platform.outside.config.wecom?.companyIds
  companyIds?.push(second.companyId)
  expect(await sendToBoth()).toEqual([second.id])
  companyIds?.push(first.companyId)
  expect((await sendToBoth()).sort()).toEqual([first.id, second.id].sort())
})
