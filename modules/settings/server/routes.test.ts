import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/identity/server/build.ts'
import { settings } from '#modules/settings/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'

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
  it('[SYSTEM-045] answers the default of each rule that the specification names', async () => {
    const keys = ['LIVE_ENTRANCE_SWITCH', 'SHARE_CONFIG', 'KNOWLEDGE_OPERATION_CONFIG']
    const calls = platform.client(settings, learner)
    const answers = await Promise.all(keys.map((key) => calls.ruleValue({ query: { key } })))
    expect(answers.map((answer) => answer.value)).toMatchObject([
      { switchOpen: '1' },
      { switchOpen: '1', weChat: '1' },
      { knowledgeCircleShowSwitch: '1' },
    ])
  })

  it('[SYSTEM-053] answers an empty value for a key that does not exist', async () => {
    const answer = await platform.client(settings, learner).ruleValue({ query: { key: 'NO_SUCH_RULE' } })
    expect(answer).toEqual({ key: 'NO_SUCH_RULE', value: {} })
  })

  it('[SYSTEM-054] answers the value of ADMIN_LOGO', async () => {
    const answer = await platform.client(settings, learner).securedRuleValue({ query: { key: 'ADMIN_LOGO' } })
    expect(answer.value).toEqual({ logoPath: '', primaryColor: '', platformName: '' })
  })

  it('[SYSTEM-051][SYSTEM-052][SYSTEM-056] answers the company’s look for a page', async () => {
    const params = { zxyToken: 'x' }
    const answer = await platform.client(settings, learner).siteSetting({ params, query: { uri: '/#/home-v' } })
    expect(answer).toEqual({ uri: '/#/home-v', platformName: '', logoPath: '', primaryColor: '' })
    const refused = await refusal(platform.client(settings, learner).siteSetting({ params, query: { uri: '' } }))
    expect(refused.errorCode).toBe(900001)
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

  it('a change leaves the other fields as they were; the newest change comes first, and the audit log says both', async () => {
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

  it('[SYSTEM-049] allows the client to keep a value for five minutes', () => {
    const kept = [settings.ruleValue, settings.securedRuleValue, settings.recommendSwitch]
    expect(kept.map(({ cacheSeconds }) => cacheSeconds)).toEqual([300, 300, 300])
  })

  it('[SYSTEM-047] refuses everybody else, and changes nothing', async () => {
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

  it("keeps another company's rules apart", async () => {
    const calls = platform.client(settings, stranger)
    expect((await calls.ruleValue({ query: { key: 'LIVE_ENTRANCE_SWITCH' } })).value).toEqual({ switchOpen: '1' })
    expect(await calls.ruleChanges({ params: { key: 'LIVE_ENTRANCE_SWITCH' } })).toEqual({ items: [], recordCount: 0 })
  })

  it('refuses a value that the field does not take, a field and a key that do not exist', async () => {
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

  it('[SYSTEM-055] answers the recommendation switch', async () => {
    expect(await platform.client(settings, learner).recommendSwitch()).toEqual({ daGuanStatus: 0 })
  })
})
