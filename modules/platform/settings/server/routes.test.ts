import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'

const platform = testPlatform()
let chief: BuiltMember
let learner: BuiltMember
let stranger: BuiltMember

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  learner = await buildMember(platform.db, { companyId })
  stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['super-admin'] })
})

describe('rules', () => {
  it('[SYSTEM-045] answers the value of each rule that the specification names: first the default, then the company’s value', async () => {
    const changes = {
      LIVE_ENTRANCE_SWITCH: [{ switchOpen: '1' }, { switchOpen: '0' }],
      SHARE_CONFIG: [{ switchOpen: '1', weChat: '1' }, { weChat: '0' }],
      KNOWLEDGE_OPERATION_CONFIG: [{ knowledgeCircleShowSwitch: '1' }, { knowledgeCircleShowSwitch: '0' }],
      CURRENCY_REWARD_RULE_CONFIG: [{ switchOpen: '0' }, { switchOpen: '1' }],
      CURRENCY_RULE_CONFIG: [{ currencyName: '' }, { currencyName: '岚币' }],
    } as const
    const own = await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['super-admin'] })
    const calls = platform.client(settings, own)
    for (const [key, [before, after]] of Object.entries(changes)) {
      expect(await calls.ruleValue({ query: { key } })).toMatchObject({ key, value: before })
      await calls.changeRule({ params: { key }, body: { value: after } })
      expect(await calls.ruleValue({ query: { key } })).toMatchObject({ key, value: { ...before, ...after } })
    }
  })

  it('[SYSTEM-046] the name of the currency is in CURRENCY_RULE_CONFIG', async () => {
    const own = await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['super-admin'] })
    const calls = platform.client(settings, own)
    const key = 'CURRENCY_RULE_CONFIG'
    await calls.changeRule({ params: { key }, body: { value: { currencyName: '云贝' } } })
    expect((await calls.ruleValue({ query: { key } })).value.currencyName).toBe('云贝')
  })

  it('[SYSTEM-048] whether circles are shown is in KNOWLEDGE_OPERATION_CONFIG', async () => {
    const own = await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['super-admin'] })
    const calls = platform.client(settings, own)
    const key = 'KNOWLEDGE_OPERATION_CONFIG'
    for (const knowledgeCircleShowSwitch of ['0', '1']) {
      await calls.changeRule({ params: { key }, body: { value: { knowledgeCircleShowSwitch } } })
      expect((await calls.ruleValue({ query: { key } })).value).toEqual({ knowledgeCircleShowSwitch })
    }
  })

  it('[SYSTEM-053] answers an empty value for a key that does not exist', async () => {
    const answer = await platform.client(settings, learner).ruleValue({ query: { key: 'NO_SUCH_RULE' } })
    expect(answer).toEqual({ key: 'NO_SUCH_RULE', value: {} })
  })

  it('answers the company’s brand from the rule and for a page', async () => {
    const own = await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['super-admin'] })
    const calls = platform.client(settings, own)
    const params = { zxyToken: 'x' }
    const none = { logoPath: '', primaryColor: '', platformName: '' }
    const look = { logoPath: 'files/1', primaryColor: '#3366ff', platformName: '云帆书院' }
    const change = () => calls.changeRule({ params: { key: 'ADMIN_LOGO' }, body: { value: look } })
    const secured = async () => (await calls.securedRuleValue({ query: { key: 'ADMIN_LOGO' } })).value
    const brandOnPage = (uri: string) => calls.siteSetting({ params, query: { uri } })
    await proves('SYSTEM-054', async () => {
      expect(await secured()).toEqual(none)
      await change()
      expect(await secured()).toEqual(look)
    })
    await proves(['SYSTEM-051', 'SYSTEM-052', 'SYSTEM-056'], async () => {
      expect(await brandOnPage('/#/home-v')).toEqual({ uri: '/#/home-v', ...look })
      expect(await platform.client(settings, stranger).siteSetting({ params, query: { uri: '/#/study-v' } })).toEqual({
        uri: '/#/study-v',
        ...none,
      })
      expect((await refusal(brandOnPage(''))).errorCode).toBe(900001)
    })
  })

  it('[SYSTEM-047] an administrator changes a switch; the next read answers the new value, with who and when', async () => {
    const calls = platform.client(settings, chief)
    await calls.changeRule({ params: { key: 'LIVE_ENTRANCE_SWITCH' }, body: { value: { switchOpen: '0' } } })
    const seen = await platform.client(settings, learner).ruleValue({ query: { key: 'LIVE_ENTRANCE_SWITCH' } })
    expect(seen.value).toEqual({ switchOpen: '0' })
    const rules = await calls.listRules()
    expect(rules.items.find((rule) => rule.key === 'LIVE_ENTRANCE_SWITCH')).toMatchObject({
      value: { switchOpen: '0' },
      defaultValue: { switchOpen: '1' },
      updatedBy: chief.id,
      updatedAt: platform.now,
    })
    const changes = await calls.ruleChanges({ params: { key: 'LIVE_ENTRANCE_SWITCH' } })
    expect(changes).toMatchObject({
      recordCount: 1,
      items: [{ valueBefore: { switchOpen: '1' }, valueAfter: { switchOpen: '0' }, changedBy: chief.id }],
    })
  })

  it('a change leaves the other fields as they were; the newest change comes first, and the audit log has both values', async () => {
    const calls = platform.client(settings, chief)
    const params = { key: 'SIGN_IN_CONFIG' }
    const change = async (value: Record<string, unknown>) => {
      platform.now += 1000
      return (await calls.changeRule({ params, body: { value } })).value
    }
    expect(await change({ sessionsMax: 3 })).toMatchObject({ sessionsMax: 3, codesPerDay: 20 })
    expect(await change({ codesPerDay: 7 })).toMatchObject({ sessionsMax: 3, codesPerDay: 7 })
    const changes = await calls.ruleChanges({ params })
    expect(changes.items.map(({ valueAfter }) => valueAfter.codesPerDay)).toEqual([7, 20])
    const url = `/api/v1/system/audit?subjectId=${params.key}`
    const log = await platform.app.inject({ url, headers: { authorization: `Bearer ${chief.token}` } })
    expect(log.json().items[0]).toMatchObject({ before: { codesPerDay: 20 }, after: { codesPerDay: 7 } })
  })

  it('[SYSTEM-049] allows the client to cache a value for five minutes', () => {
    const kept = [settings.ruleValue, settings.securedRuleValue, settings.recommendSwitch]
    expect(kept.map(({ cacheSeconds }) => cacheSeconds)).toEqual([300, 300, 300])
  })

  it('[SYSTEM-047] refuses every other caller and changes nothing', async () => {
    const change = { params: { key: 'SHARE_CONFIG' }, body: { value: { switchOpen: '0' } } }
    const refused = await refusal(platform.client(settings, learner).changeRule(change))
    expect(refused).toMatchObject({ status: 403, errorCode: 10138 })
    expect(await refusal(platform.client(settings).changeRule(change))).toMatchObject({
      status: 401,
      errorCode: undefined,
    })
    const value = await platform.client(settings, learner).ruleValue({ query: { key: 'SHARE_CONFIG' } })
    expect(value.value).toMatchObject({ switchOpen: '1' })
  })

  it('changes no rule of another company', async () => {
    const change = { params: { key: 'LIVE_ENTRANCE_SWITCH' }, body: { value: { switchOpen: '0' } } }
    await platform.client(settings, chief).changeRule(change)
    const calls = platform.client(settings, stranger)
    expect((await calls.ruleValue({ query: { key: 'LIVE_ENTRANCE_SWITCH' } })).value).toEqual({ switchOpen: '1' })
    expect(await calls.ruleChanges({ params: { key: 'LIVE_ENTRANCE_SWITCH' } })).toEqual({ items: [], recordCount: 0 })
  })

  it('refuses an invalid value, an unknown field and an unknown key', async () => {
    const calls = platform.client(settings, chief)
    const tooMany = calls.changeRule({ params: { key: 'SIGN_IN_CONFIG' }, body: { value: { sessionsMax: 101 } } })
    expect(await refusal(tooMany)).toMatchObject({
      errorCode: 900001,
      data: { fields: [{ path: 'value.sessionsMax' }] },
    })
    const unknownField = calls.changeRule({ params: { key: 'SIGN_IN_CONFIG' }, body: { value: { nonsense: 1 } } })
    expect(await refusal(unknownField)).toMatchObject({ errorCode: 900001 })
    const unknownKey = calls.changeRule({ params: { key: 'NOTHING' }, body: { value: {} } })
    expect(await refusal(unknownKey)).toMatchObject({ errorCode: 900005 })
  })

  it('[SYSTEM-055] answers the recommendation switch, off and on', async () => {
    const own = await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['super-admin'] })
    const calls = platform.client(settings, own)
    expect(await calls.recommendSwitch()).toEqual({ daGuanStatus: 0 })
    await calls.changeRule({ params: { key: 'RECOMMEND_SWITCH' }, body: { value: { daGuanStatus: '1' } } })
    expect(await calls.recommendSwitch()).toEqual({ daGuanStatus: 1 })
  })
})
