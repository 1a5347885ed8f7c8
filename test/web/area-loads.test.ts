import { settings } from '#modules/platform/settings/contract.ts'
import './browser.ts'
import { beforeEach, expect, test } from 'vitest'
import { settingsWeb } from '#modules/platform/settings/web.tsx'
import { proves } from '#test/proves.ts'
import { queryClient } from '#web/api/query.ts'
import { appState } from '#web/app-state.ts'
import { enterGuards } from '#web/guards.ts'
import { sent, serve } from './fake-server.ts'

const guards = settingsWeb.guards ?? []
const values: Record<string, Record<string, unknown>> = {
  CURRENCY_RULE_CONFIG: { currencyName: '岚币' },
  CURRENCY_REWARD_RULE_CONFIG: { switchOpen: '1' },
  SHARE_CONFIG: { switchOpen: '1', weChat: '0' },
  KNOWLEDGE_OPERATION_CONFIG: { knowledgeCircleShowSwitch: '1' },
}

beforeEach(() => {
  queryClient.clear()
  serve(({ url }) => {
    if (url.pathname.endsWith('/recommend-switch')) return { json: { daGuanStatus: 1 } }
    const key = url.searchParams.get('key') ?? ''
    return { json: { key, value: values[key] ?? {} } }
  })
})

test('[SHELL-031] the other areas load none of the five', async () => {
  for (const path of ['/home-v', '/study-v', '/live/index', '/aigc/coach']) await enterGuards(guards, { path })
  expect(sent).toEqual([])
})

test('[SHELL-033] while a load fails the state keeps its defaults, and the next entry loads again', async () => {
  serve(() => ({ status: 503, text: '' }))
  expect(await enterGuards(guards, { path: '/center' })).toBeUndefined()
  expect(appState.get()).toMatchObject({ currencyName: '', daGuanStatus: 0, communityIsOpen: false })
  const before = sent.length
  expect(before).toBeGreaterThan(0)
  await enterGuards(guards, { path: '/center' })
  expect(sent.length).toBeGreaterThan(before)
  sent.length = 0
})

test('[SYSTEM-049] a value of a rule is kept for five minutes', () => {
  const kept = [settings.ruleValue, settings.securedRuleValue, settings.recommendSwitch]
  expect(kept.map(({ cacheSeconds }) => cacheSeconds)).toEqual([300, 300, 300])
})

test('an area of the member’s own things loads the five, once', async () => {
  await enterGuards(guards, { path: '/share-study/share-index' })
  await proves(['SHELL-028', 'SHELL-032'], () => {
    expect(sent.map(({ url }) => url.searchParams.get('key') ?? url.pathname.split('/').at(-1)).sort()).toEqual([
      'CURRENCY_REWARD_RULE_CONFIG',
      'CURRENCY_RULE_CONFIG',
      'KNOWLEDGE_OPERATION_CONFIG',
      'SHARE_CONFIG',
      'recommend-switch',
    ])
  })
  await proves('SHELL-042', () => {
    expect(appState.get()).toMatchObject({
      currencyName: '岚币',
      rewardConfig: { switchOpen: '1' },
      daGuanStatus: 1,
      shareConfig: { weChat: '0' },
    })
  })
  await proves('SYSTEM-048', () => expect(appState.get().communityIsOpen).toBe(true))
  await proves('SHELL-030', async () => {
    for (const path of ['/center', '/publish-manage', '/column-manage', '/learncoin-manage', '/member-manage'])
      await enterGuards(guards, { path })
    expect(sent).toHaveLength(5)
  })
})

const started = ['center', 'share-x', 'publish', 'column-x', 'learncoin', 'member', 'output', 'knowledge-list']
test.each(started)('[SHELL-028] the area /%s is one of those that load the five', (area) => {
  for (const guard of guards) expect(guard.appliesTo({ path: `/${area}` }), guard.name).toBe(true)
})
