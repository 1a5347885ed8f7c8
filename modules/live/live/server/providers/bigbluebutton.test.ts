import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { HealthCheck } from '#modules/platform/operations/server.ts'
import type { Config } from '#server/config.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { bigBlueButton, meetingName } from './bigbluebutton.ts'
import { signedAddress } from './bigbluebutton-api.ts'
import { readRecordingReady } from './bigbluebutton-callbacks.ts'
import { FakeBigBlueButton, type FakeFailure } from './bigbluebutton-fake.ts'
import { bigBlueButtonHealth } from './bigbluebutton-health.ts'
import { ProviderError, type ProviderLive, ProviderMissing, ProviderUnreachable, type Tools } from './provider.ts'

let fake: FakeBigBlueButton
beforeAll(async () => {
  fake = new FakeBigBlueButton()
  await fake.start()
})
afterAll(() => fake.stop())
beforeEach(() => {
  fake.mood = 'well'
  fake.algorithms = ['sha1', 'sha256', 'sha384', 'sha512']
  fake.meetings.clear()
  fake.recordings.length = 0
  fake.asked.length = 0
})

function configOf(more: Partial<NonNullable<Config['live']['bigBlueButton']>> = {}) {
  return { url: fake.url, secret: fake.secret, checksum: 'sha256' as const, ...more }
}

function tools(more: Parameters<typeof configOf>[0] | null = {}): Tools {
  const live = { bigBlueButton: more === null ? null : configOf(more) }
  // Only the settings are used: the adapter needs no database and stores nothing.
  const outside = { config: { live } } as unknown as Outside
  return { db: undefined as unknown as Connection, outside, now: fake.now }
}

const live: ProviderLive = {
  id: '0190a1b2-0000-7000-8000-000000000001',
  companyId: '0190a1b2-0000-7000-8000-0000000000aa',
  supplier: 0,
  subject: '新人 & <培训> "第一课"',
  liveMode: 3,
  executionMode: 0,
  startsAt: Date.now(),
  plannedEndAt: Date.now() + 5_400_000,
  hostId: '0190a1b2-0000-7000-8000-0000000000bb',
  lecturerIds: [],
  copiedFrom: null,
  planNumber: null,
  externalId: null,
  pageUrl: 'https://learn.example.com/#/activity/gensee/detail/1',
  callbackUrl: 'https://learn.example.com/api/v1/live/callback/1',
}
const host = { role: 'organizer', name: '张三 & co', memberId: live.hostId } as const
const panelist = { role: 'panelist', name: '李四', memberId: null } as const
const viewer = { role: 'attendee', name: '王五', memberId: null } as const

async function reasonOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'no error',
    (error: unknown) => error,
  )
}

describe('a live session on BigBlueButton', () => {
  it('signs its calls as the documentation requires', () => {
    // The documentation's own example, with its secret and its checksum.
    const config = { url: 'https://bbb.example.com', secret: '639259d4-9dd8-4b25-bf01-95f9567eaf4b', checksum: 'sha1' }
    const parameters = { name: 'Test Meeting', meetingID: 'abc123', attendeePW: '111222', moderatorPW: '333444' }
    expect(signedAddress(config as never, 'create', parameters)).toBe(
      'https://bbb.example.com/api/create?name=Test+Meeting&meetingID=abc123&attendeePW=111222&moderatorPW=333444&checksum=1fcbb0c4fc1f039f73aa6d697d2db9ba7f803f17',
    )
  })

  it.each(['', '/', '/api', '/api/'])('accepts the address in any usual form, ending in “%s”', async (end) => {
    const url = fake.url.replace(/\/$/, end)
    expect(await bigBlueButton.status(live, tools({ url }))).toEqual({ state: 'missing' })
  })

  it('is created, entered in three roles, runs, is watched, and ends', async () => {
    expect(await bigBlueButton.create(live, tools())).toEqual({ externalId: live.id })
    expect(await bigBlueButton.create(live, tools())).toEqual({ externalId: live.id })
    expect(fake.meetings.get(live.id)?.parameters).toMatchObject({ name: live.subject, record: 'true' })
    expect(await bigBlueButton.status(live, tools())).toEqual({ state: 'waiting' })
    for (const entrant of [host, panelist, viewer]) {
      const { webUrl, clientUrl } = await bigBlueButton.entry(live, entrant, tools())
      expect(clientUrl).toBe(webUrl)
      expect(await fake.follow(webUrl)).toBe('joined')
    }
    expect(fake.meetings.get(live.id)?.people.map(({ fullName, role }) => [fullName, role])).toEqual([
      ['张三 & co', 'MODERATOR'],
      ['李四', 'MODERATOR'],
      ['王五', 'VIEWER'],
    ])
    expect(await bigBlueButton.status(live, tools())).toMatchObject({ state: 'running', viewers: 3 })
    fake.leave(live.id, '王五')
    expect(await bigBlueButton.status(live, tools())).toMatchObject({ viewers: 2 })
    await bigBlueButton.end(live, live.hostId, tools())
    expect(await bigBlueButton.status(live, tools())).toMatchObject({ state: 'ended', endedAt: fake.now })
    await bigBlueButton.end(live, live.hostId, tools())
  })

  it('[LIVE-240] is missing if the server has forgotten it; only its host creates it again', async () => {
    await bigBlueButton.create(live, tools())
    fake.forget(live.id)
    expect(await bigBlueButton.status(live, tools())).toEqual({ state: 'missing' })
    expect(await reasonOf(bigBlueButton.entry(live, viewer, tools()))).toBeInstanceOf(ProviderMissing)
    await bigBlueButton.end(live, null, tools())
    const { webUrl } = await bigBlueButton.entry(live, host, tools())
    expect(await fake.follow(webUrl)).toBe('joined')
    expect(await bigBlueButton.status(live, tools())).toMatchObject({ state: 'running' })
  })

  it('admits nobody after its end, not even with an earlier address', async () => {
    const { webUrl: early } = await bigBlueButton.entry(live, host, tools())
    await fake.follow(early)
    await bigBlueButton.end(live, null, tools())
    expect(await reasonOf(bigBlueButton.entry(live, host, tools()))).toBeInstanceOf(ProviderMissing)
    expect(await fake.follow(early)).toContain('meetingForciblyEnded')
    // Another meeting of the same name, later: the old address does not open it.
    fake.forget(live.id)
    fake.now += 1000
    await bigBlueButton.create(live, tools())
    expect(await fake.follow(early)).toContain('mismatchCreateTimeParam')
  })

  it('takes its new name as long as nobody is in it', async () => {
    await bigBlueButton.create(live, tools())
    const renamed = { ...live, subject: '第二课' }
    await bigBlueButton.change(renamed, tools())
    expect(fake.meetings.get(live.id)?.parameters.name).toBe('第二课')
    await fake.follow((await bigBlueButton.entry(renamed, host, tools())).webUrl)
    await bigBlueButton.change(live, tools())
    expect(fake.meetings.get(live.id)).toMatchObject({ parameters: { name: '第二课' }, forciblyEnded: false })
    await bigBlueButton.cancel(live, tools())
    expect(await bigBlueButton.status(live, tools())).toMatchObject({ state: 'ended' })
  })

  it('lets viewers speak only in an interactive session', async () => {
    await bigBlueButton.create(live, tools())
    expect(fake.meetings.get(live.id)?.parameters).toMatchObject({ lockSettingsDisableMic: 'false' })
    fake.forget(live.id)
    await bigBlueButton.create({ ...live, liveMode: 2 }, tools())
    expect(fake.meetings.get(live.id)?.parameters).toMatchObject({
      lockSettingsDisableMic: 'true',
      lockSettingsDisableCam: 'true',
    })
  })

  it.each([
    ['课', '课 live'],
    ['', 'live'],
    ['a\u0000b\nc', 'a b c'],
    ['😀'.repeat(40), '😀'.repeat(32)],
    ['x'.repeat(100), 'x'.repeat(64)],
  ])('is called as the server takes it: %j', (given, taken) => expect(meetingName(given)).toBe(taken))

  it('lists recordings, the newest first, and ignores invalid addresses', async () => {
    expect(await bigBlueButton.recordings(live, tools())).toEqual([])
    fake.addRecording(live.id, { startTime: 1000, endTime: 61_000, url: 'https://bbb.example.com/1?a=1&b=2' })
    fake.addRecording(live.id, { startTime: 5000, endTime: 35_000, url: 'https://bbb.example.com/2' })
    fake.addRecording(live.id, { startTime: 9000, endTime: 35_000, url: 'javascript:alert(1)' })
    fake.addRecording('another', { startTime: 9000, endTime: 35_000, url: 'https://bbb.example.com/3' })
    expect(await bigBlueButton.recordings(live, tools())).toEqual([
      { url: 'https://bbb.example.com/2', seconds: 30 },
      { url: 'https://bbb.example.com/1?a=1&b=2', seconds: 60 },
    ])
  })
})

describe('a failing BigBlueButton server', () => {
  const calls = {
    create: () => bigBlueButton.create(live, tools()),
    status: () => bigBlueButton.status(live, tools()),
    entry: () => bigBlueButton.entry(live, viewer, tools()),
    end: () => bigBlueButton.end(live, null, tools()),
    recordings: () => bigBlueButton.recordings(live, tools()),
  }

  it.each(['down', 'broken'] as const)('[LIVE-243] does not answer: %s', async (mood) => {
    fake.mood = mood
    for (const call of Object.values(calls)) expect(await reasonOf(call())).toBeInstanceOf(ProviderUnreachable)
    expect(fake.meetings.size).toBe(0)
  })

  it('[LIVE-243] gives up after a while without an answer', async () => {
    fake.mood = 'silent'
    expect(await reasonOf(bigBlueButton.create(live, tools()))).toBeInstanceOf(ProviderUnreachable)
  })

  it.each<FakeFailure>(['html', 'half', 'entities', 'endless', 'redirect'])(
    '[LIVE-244] refuses an invalid answer: %s',
    async (mood) => {
      fake.mood = mood
      for (const call of Object.values(calls)) expect(await reasonOf(call())).toBeInstanceOf(ProviderError)
      expect(fake.meetings.size).toBe(0)
    },
  )

  it('[LIVE-244] answers with an error of its own: the secret or the checksum is wrong', async () => {
    expect(await reasonOf(bigBlueButton.create(live, tools({ secret: 'wrong' })))).toMatchObject({
      name: 'ProviderError',
      message: expect.stringContaining('checksumError'),
    })
    fake.algorithms = ['sha1']
    expect(await reasonOf(bigBlueButton.create(live, tools()))).toBeInstanceOf(ProviderError)
    expect(await bigBlueButton.create(live, tools({ checksum: 'sha1' }))).toEqual({ externalId: live.id })
  })

  it('is absent without configuration', async () => {
    expect(bigBlueButton.isConfigured({ live: { bigBlueButton: null } } as Config)).toBe(false)
    expect(bigBlueButton.isConfigured({ live: { bigBlueButton: configOf() } } as Config)).toBe(true)
    expect(await reasonOf(bigBlueButton.create(live, tools(null)))).toBeInstanceOf(ProviderMissing)
  })
})

describe('the callbacks', () => {
  it('are requested from the provider of the live session', async () => {
    await bigBlueButton.create(live, tools())
    expect(fake.endCallback(live.id)).toBe(`${live.callbackUrl}?recordingmarks=true`)
  })

  it('are accepted only with the signature of the server', () => {
    const recordId = fake.addRecording(live.id, { startTime: 1, endTime: 2, url: 'https://bbb.example.com/1' })
    const token = fake.recordingToken(live.id, recordId)
    expect(readRecordingReady(fake.secret, token)).toEqual({ meetingId: live.id, recordId })
    const [head, , signature] = token.split('.')
    const body = Buffer.from(JSON.stringify({ meeting_id: 'x', record_id: 'y' })).toString('base64url')
    const forged = [
      fake.recordingToken(live.id, recordId, 'another secret'),
      fake.recordingToken(live.id, recordId, fake.secret, 'none'),
      fake.recordingToken(live.id, recordId, fake.secret, 'HS512'),
      `${head}.${body}.${signature}`,
      `${token}.x`,
      token.slice(0, -1),
      'x'.repeat(5000),
      '..',
      '',
    ]
    for (const one of forged) expect(readRecordingReady(fake.secret, one)).toBeUndefined()
    const nameless = fake.recordingToken(undefined as unknown as string, recordId)
    expect(readRecordingReady(fake.secret, nameless)).toBeUndefined()
  })
})

describe('the status page', () => {
  const check = (more: Parameters<typeof tools>[0] = {}) => {
    const { outside, db } = tools(more)
    return (bigBlueButtonHealth.value as HealthCheck).check(outside, db)
  }

  it('reports off, ok, unreachable, and a wrong secret', async () => {
    expect(await check(null)).toMatchObject({ state: 'off' })
    expect(await check()).toMatchObject({ state: 'ok', facts: { version: '2.0' } })
    expect(await check({ secret: 'wrong' })).toMatchObject({
      state: 'down',
      advice: { en: expect.stringContaining('BIGBLUEBUTTON_SECRET') },
    })
    fake.mood = 'down'
    expect(await check()).toMatchObject({ state: 'down', advice: { en: expect.stringContaining('does not answer') } })
  })
})
