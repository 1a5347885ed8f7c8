import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { defaultTimeZone } from '#kit/time-zone.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { messages } from '../contract.ts'
import { exampleType, mandatoryType, modulesWithExamples } from './messages.fixture.ts'

const platform = testPlatform({ modules: modulesWithExamples })
let lin: BuiltMember

beforeEach(async () => {
  lin = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
  await sql`update identity.member set phone = null where phone = '+8613900000001'`.execute(platform.root)
  await sql`update identity.member set email = ${`${lin.name}@yunfan.example`}, phone = '+8613900000001'
    where id = ${lin.id}`.execute(platform.root)
})

const calls = (who: BuiltMember) => platform.client(messages, who)

describe('preferences', () => {
  it('[SYSTEM-208] state for each type and channel whether it is on, and whether the member can change it', async () => {
    const before = await calls(lin).preferences()
    expect(before.channels.map((one) => [one.channel, one.available, one.reachable, one.enabled])).toEqual([
      ['site', true, true, true],
      ['mail', true, true, true],
      ['sms', true, true, true],
      ['wecom', false, true, true],
      ['dingtalk', false, true, true],
    ])
    expect(before).toMatchObject({
      quietHours: { enabled: false, from: '22:00', to: '08:00' },
      digest: { frequency: 'off' },
      timeZone: defaultTimeZone,
      language: null,
    })
    const own = (types: typeof before.types, code: string) => types.find((type) => type.type === code)
    expect(own(before.types, exampleType.code)?.choices.slice(0, 3)).toEqual([
      { channel: 'site', byDefault: true, locked: true, enabled: true },
      { channel: 'mail', byDefault: true, locked: false, enabled: true },
      { channel: 'sms', byDefault: false, locked: false, enabled: false },
    ])
    const changed = await calls(lin).changePreferences({
      body: {
        choices: [
          { type: exampleType.code, channel: 'mail', enabled: false },
          { type: exampleType.code, channel: 'sms', enabled: true },
        ],
        channels: [{ channel: 'dingtalk', enabled: false }],
        quietHours: { enabled: true, from: '21:30', to: '07:15' },
        digest: { frequency: 'weekly', hour: 9, weekday: 5 },
      },
    })
    expect(own(changed.types, exampleType.code)?.choices.map((choice) => choice.enabled)).toEqual([
      true,
      false,
      true,
      false,
      false,
    ])
    expect(changed.channels[4]).toMatchObject({ channel: 'dingtalk', enabled: false })
    expect(changed).toMatchObject({
      quietHours: { enabled: true, from: '21:30', to: '07:15' },
      digest: { frequency: 'weekly', hour: 9, weekday: 5 },
    })
    expect(await calls(lin).preferences()).toEqual(changed)
  })

  it('show an address partly hidden', async () => {
    const { channels } = await calls(lin).preferences()
    expect(channels.map((one) => one.address).slice(0, 3)).toEqual([
      null,
      `${lin.name.slice(0, 2)}***@yunfan.example`,
      '+86139****0001',
    ])
  })

  it('cannot switch off mandatory types, nor the notification center', async () => {
    const change = (body: object) => refusal(calls(lin).changePreferences({ body }))
    const off = (type: string, channel: string) => ({ choices: [{ type, channel, enabled: false }] })
    expect(await change(off(mandatoryType.code, 'mail'))).toMatchObject({ errorCode: 900203 })
    expect(await change(off(exampleType.code, 'site'))).toMatchObject({ errorCode: 900203 })
    expect(await change({ channels: [{ channel: 'site', enabled: false }] })).toMatchObject({ errorCode: 900203 })
    expect(await change(off('no.such', 'mail'))).toMatchObject({ errorCode: 900005 })
  })
})
