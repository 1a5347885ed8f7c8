/** How long the answers of the real contracts are used again without a request. */
import './browser.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Endpoint } from '#kit/contract.ts'
import { live } from '#modules/live/live/contract.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { proves } from '#test/proves.ts'
import { call, queryClient } from '#web/api/query.ts'
import { sent, serve } from './fake-server.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const memberId = '01900000-0000-7000-8000-000000000001'
const otherId = '01900000-0000-7000-8000-000000000002'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  queryClient.clear()
  serve(() => ({ json: { fine: true } }))
})
afterEach(() => vi.useRealTimers())

/** How many requests the call has sent: at once, a moment before the time is over, and a moment after. */
async function requestsAround(ms: number, ask: () => Promise<unknown>): Promise<number[]> {
  await ask()
  const first = sent.length
  vi.advanceTimersByTime(ms - SECOND)
  await ask()
  const before = sent.length
  vi.advanceTimersByTime(SECOND)
  await ask()
  return [first, before, sent.length]
}

test('[SHELL-062] the number of past live sessions is asked for once in 120 minutes', async () => {
  expect(await requestsAround(120 * MINUTE, () => call(live.historyCount))).toEqual([1, 1, 2])
  expect(sent[0]?.url.pathname).toBe('/api/v1/live/new/history-count')
})

test('[SHELL-063] the identity of a member is asked for once in 120 minutes, that of another member by itself', async () => {
  const ask = (id: string) => call(identity.memberIdentity, { query: { memberId: id } })
  expect(await requestsAround(120 * MINUTE, () => ask(memberId))).toEqual([1, 1, 2])
  expect(sent[0]?.url.pathname).toBe('/api/v1/human/identity')
  await ask(otherId)
  expect(sent).toHaveLength(3)
  expect(sent[2]?.url.searchParams.get('memberId')).toBe(otherId)
})

test('the 120 of the identity and the 5 of the rule configuration are minutes', async () => {
  const askIdentity = () => call(identity.memberIdentity, { query: { memberId } })
  const askRule = (key: string) => call(settings.ruleValue, { query: { key } })
  await proves('SHELL-067', async () => {
    expect(await requestsAround(120 * SECOND, askIdentity)).toEqual([1, 1, 1])
  })
  serve(({ url }) => ({ json: { key: url.searchParams.get('key'), value: {} } }))
  await proves(['SHELL-064', 'SHELL-067', 'SYSTEM-049'], async () => {
    expect(await requestsAround(5 * MINUTE, () => askRule('SHARE_CONFIG'))).toEqual([1, 1, 2])
    expect(sent[0]?.url.pathname).toBe('/api/v1/system/rule-config/key')
    await askRule('LIVE_ENTRANCE_SWITCH')
    expect(sent).toHaveLength(3)
  })
})

test('[SHELL-060] a GET is kept for 10 s unless it says otherwise; what writes is sent each time', async () => {
  const withoutTime = live.schedule as Endpoint
  expect(withoutTime.cacheSeconds).toBeUndefined()
  expect(await requestsAround(10 * SECOND, () => call(live.schedule))).toEqual([1, 1, 2])
  sent.length = 0
  await call(live.schedule, {}, { cache: 0 })
  await call(live.schedule, {}, { cache: 0 })
  expect(sent).toHaveLength(2)
  sent.length = 0
  for (const _ of [1, 2]) await call(identity.chooseTopics, { body: { topicIds: [memberId] } })
  expect(sent.map(({ method }) => method)).toEqual(['POST', 'POST'])
})
