/**
 * LiveKit by contract: a strict stand-in for its HTTP interface checks every signature, right and body against
 * LiveKit's protocol. These tests use no LiveKit server.
 */
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { testPlatform } from '#test/harness.ts'
import { type EngineEvent, EngineUnavailable, StageFull } from './engine.ts'
import { createLiveKit, type LiveKitEngine, liveKitToken, receiveLiveKitWebhook } from './livekit.ts'
import { liveKitWebhook } from './livekit-webhook.ts'

const key = 'APIkey'
const secret = 'a-secret-of-at-least-thirty-two-bytes'

interface Claims {
  readonly iss: string
  readonly sub?: string
  readonly name?: string
  readonly exp: number
  readonly nbf: number
  readonly video?: Readonly<Record<string, unknown>>
  readonly sha256?: string
}

/** Verifies a token by hand: HS256 under our secret, not expired. */
function claimsOf(token: string): Claims {
  const [header = '', body = '', signature] = token.split('.')
  if (createHmac('sha256', secret).update(`${header}.${body}`).digest('base64url') !== signature)
    throw new Error('a forged token')
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg: 'HS256' })
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims
  expect(claims.iss).toBe(key)
  const now = Date.now() / 1000
  if (claims.exp < now || claims.nbf > now + 5) throw new Error('a token out of its time')
  return claims
}

function sign(claims: Readonly<Record<string, unknown>>, by = secret): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', by).update(signed).digest('base64url')}`
}

interface Track {
  sid: string
  type: 'AUDIO' | 'VIDEO'
  source: string
  muted: boolean
}
interface Person {
  identity: string
  tracks: Track[]
  permission?: unknown
}

/** The right that each call requires of a token, and the fields that its body may have. */
const calls: Readonly<Record<string, { right: string; fields: readonly string[] }>> = {
  CreateRoom: { right: 'roomCreate', fields: ['name', 'emptyTimeout', 'departureTimeout', 'metadata'] },
  ListRooms: { right: 'roomList', fields: ['names'] },
  DeleteRoom: { right: 'roomCreate', fields: ['room'] },
  ListParticipants: { right: 'roomAdmin', fields: ['room'] },
  RemoveParticipant: { right: 'roomAdmin', fields: ['room', 'identity'] },
  UpdateParticipant: { right: 'roomAdmin', fields: ['room', 'identity', 'permission'] },
  MutePublishedTrack: { right: 'roomAdmin', fields: ['room', 'identity', 'trackSid', 'muted'] },
}

class FakeLiveKit {
  readonly rooms = new Map<string, { metadata: string; people: Person[] }>()
  /** Gives this answer to every request. */
  nonsense: { status: number; body: string } | undefined
  private readonly server: Server

  constructor() {
    this.server = createServer((request, response) => {
      let body = ''
      request.on('data', (piece) => {
        body += String(piece)
      })
      request.on('end', () => {
        const { status, body: answer } = this.nonsense ?? this.answer(request, body)
        response.writeHead(status, { 'content-type': 'application/json' }).end(answer)
      })
    })
  }

  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1')
    await once(this.server, 'listening')
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }
  close(): void {
    this.server.close()
    this.server.closeAllConnections()
  }

  private answer(
    request: { method?: string | undefined; url?: string | undefined; headers: Record<string, unknown> },
    text: string,
  ): { status: number; body: string } {
    const say = (status: number, value: unknown) => ({ status, body: JSON.stringify(value) })
    const method = /^\/twirp\/livekit\.RoomService\/(\w+)$/.exec(request.url ?? '')?.[1] ?? ''
    const call = calls[method]
    if (request.method !== 'POST' || !call) return say(404, { code: 'bad_route', msg: `no ${request.url}` })
    if (!String(request.headers['content-type']).startsWith('application/json'))
      return say(400, { code: 'malformed', msg: 'not JSON' })
    let claims: Claims
    try {
      claims = claimsOf(String(request.headers.authorization).replace(/^Bearer /, ''))
    } catch (error) {
      return say(401, { code: 'unauthenticated', msg: String(error) })
    }
    const body = JSON.parse(text) as Record<string, unknown>
    const unknown = Object.keys(body).filter((field) => !call.fields.includes(field))
    if (unknown.length > 0) return say(400, { code: 'malformed', msg: `unknown ${unknown.join()}` })
    const isAllowed =
      claims.video?.[call.right] === true && (call.right !== 'roomAdmin' || claims.video.room === body.room)
    if (!isAllowed) return say(403, { code: 'permission_denied', msg: `${method} needs ${call.right}` })
    return this.perform(method, body, say)
  }

  private perform(
    method: string,
    body: Record<string, unknown>,
    say: (status: number, value: unknown) => { status: number; body: string },
  ) {
    const name = String(body.name ?? body.room)
    if (method === 'CreateRoom') {
      const room = this.rooms.get(name) ?? { metadata: String(body.metadata), people: [] }
      this.rooms.set(name, room)
      return say(200, { sid: 'RM_1', name, metadata: room.metadata })
    }
    if (method === 'ListRooms') {
      const names = (body.names as string[] | undefined) ?? []
      const rooms = [...this.rooms].filter(([one]) => names.length === 0 || names.includes(one))
      return say(200, {
        rooms: rooms.map(([one, { metadata, people }]) => ({ name: one, metadata, numParticipants: people.length })),
      })
    }
    const room = this.rooms.get(name)
    if (!room) return say(404, { code: 'not_found', msg: 'requested room does not exist' })
    if (method === 'ListParticipants') return say(200, { participants: room.people })
    if (method === 'DeleteRoom') {
      this.rooms.delete(name)
      return say(200, {})
    }
    const person = room.people.find(({ identity }) => identity === body.identity)
    if (!person) return say(404, { code: 'not_found', msg: 'participant does not exist' })
    if (method === 'RemoveParticipant') {
      room.people = room.people.filter((one) => one !== person)
      return say(200, {})
    }
    if (method === 'UpdateParticipant') {
      person.permission = body.permission
      return say(200, person)
    }
    const track = person.tracks.find(({ sid }) => sid === body.trackSid)
    if (!track) return say(404, { code: 'not_found', msg: 'no such track' })
    track.muted = body.muted === true
    return say(200, { track })
  }
}

const camera = (identity: string): Person => ({
  identity,
  tracks: [
    { sid: `TR_a_${identity}`, type: 'AUDIO', source: 'MICROPHONE', muted: false },
    { sid: `TR_v_${identity}`, type: 'VIDEO', source: 'CAMERA', muted: false },
  ],
})

describe('LiveKit, by its contract', () => {
  const platform = testPlatform()
  const options = { companyId: randomUUID(), mode: 'video', publishersMax: 2, videoKbps: 800, record: false } as const
  const fake = new FakeLiveKit()
  let url = ''
  let roomId = ''

  const engineWith = (liveKit: { url: string; apiKey: string; apiSecret: string }): LiveKitEngine => {
    const { config } = platform.outside
    const outside = { ...platform.outside, config: { ...config, live: { ...config.live, liveKit } } }
    return createLiveKit(outside, platform.db)
  }
  let engine: LiveKitEngine

  beforeAll(async () => {
    url = await fake.listen()
    engine = engineWith({ url: url.replace('http', 'ws'), apiKey: key, apiSecret: secret })
  })
  beforeEach(async () => {
    fake.nonsense = undefined
    roomId = randomUUID()
    await engine.open(roomId, options)
  })
  afterAll(async () => {
    await engine.stop()
    fake.close()
  })
  const people = () => fake.rooms.get(roomId)?.people ?? []

  it('opens a room once, and closes it as often as the caller asks', async () => {
    people().push(camera('host'))
    await engine.open(roomId, options)
    expect(people()).toHaveLength(1)
    await engine.end(roomId)
    await engine.end(roomId)
    expect(fake.rooms.has(roomId)).toBe(false)
    expect(await engine.status(roomId)).toEqual({ feeds: [], receivers: 0, recording: false })
    expect(await engine.recordings(roomId)).toEqual([])
  })

  it('gives a viewer a token for this one room, without the right to publish', async () => {
    const entry = await engine.entry?.(roomId, { id: 'v1', name: '林一', mayPublish: false })
    expect(entry?.url).toBe(url.replace('http', 'ws'))
    const claims = claimsOf(entry?.token ?? '')
    expect(claims).toMatchObject({ sub: 'v1', name: '林一' })
    expect(claims.exp - Date.now() / 1000).toBeLessThanOrEqual(600)
    expect(claims.video).toEqual({
      ...{ room: roomId, roomJoin: true, canSubscribe: true },
      ...{ canPublish: false, canPublishData: false, canUpdateOwnMetadata: false },
    })
  })

  it('lets participants on the stage publish camera and screen, up to the limit of the room', async () => {
    people().push(camera('host'))
    const speaker = { id: 's1', name: 'S', mayPublish: true }
    const entry = await engine.entry?.(roomId, speaker)
    expect(claimsOf(entry?.token ?? '').video).toMatchObject({
      canPublish: true,
      canPublishSources: ['camera', 'microphone', 'screen_share', 'screen_share_audio'],
    })
    people().push(camera('c1'))
    await expect(engine.entry?.(roomId, speaker)).rejects.toBeInstanceOf(StageFull)
    await expect(engine.entry?.(roomId, { ...speaker, id: 'c1' })).resolves.toBeDefined()
    await expect(engine.entry?.(roomId, { ...speaker, mayPublish: false })).resolves.toBeDefined()
  })

  it('changes the rights of people who are in the room already', async () => {
    people().push({ identity: 'v1', tracks: [] })
    await engine.entry?.(roomId, { id: 'v1', name: 'V', mayPublish: true })
    expect(people()[0]?.permission).toMatchObject({ canPublish: true, canSubscribe: true })
    await engine.entry?.(roomId, { id: 'v1', name: 'V', mayPublish: false })
    expect(people()[0]?.permission).not.toHaveProperty('canPublish', true)
  })

  it('lists the feeds, mutes one medium, and removes a person', async () => {
    const screen: Track = { sid: 'TR_s', type: 'VIDEO', source: 'SCREEN_SHARE', muted: false }
    people().push(camera('host'), { identity: 'c1', tracks: [screen] }, { identity: 'v1', tracks: [] })
    await engine.mute(roomId, 'host:camera', 'audio', true)
    expect(await engine.status(roomId)).toEqual({
      feeds: [
        {
          ...{ id: 'host:camera', participantId: 'host', source: 'camera', audio: true, video: true },
          ...{ audioMuted: true, videoMuted: false },
        },
        {
          ...{ id: 'c1:screen', participantId: 'c1', source: 'screen', audio: false, video: true },
          ...{ audioMuted: false, videoMuted: false },
        },
      ],
      receivers: 1,
      recording: false,
    })
    await engine.mute(roomId, 'nobody:camera', 'audio', true)
    await engine.drop(roomId, 'host')
    await engine.drop(roomId, 'host')
    expect(people().map(({ identity }) => identity)).toEqual(['c1', 'v1'])
  })

  it('leaves descriptions to LiveKit’s own client', async () => {
    await expect(engine.publish(roomId, { participantId: 'p', source: 'camera' })).rejects.toThrow(EngineUnavailable)
    await expect(engine.subscribe(roomId, { participantId: 'p', feeds: [] })).rejects.toThrow(EngineUnavailable)
  })

  it('reports an unknown key, an invalid answer, and a server that does not answer', async () => {
    expect(await engine.health()).toMatchObject({ state: 'ok', rooms: fake.rooms.size })
    const forged = engineWith({ url, apiKey: key, apiSecret: 'another-secret-of-at-least-32-bytes' })
    expect(await forged.health()).toMatchObject({ state: 'down', detail: expect.stringContaining('401') })
    await expect(forged.open(roomId, options)).rejects.toThrow(EngineUnavailable)
    for (const nonsense of [
      { status: 200, body: '<html>' },
      { status: 500, body: '{"code":"internal"}' },
    ]) {
      fake.nonsense = nonsense
      await expect(engine.status(roomId)).rejects.toThrow(EngineUnavailable)
      expect(await engine.health()).toMatchObject({ state: 'down' })
    }
    const nowhere = engineWith({ url: 'http://127.0.0.1:9', apiKey: key, apiSecret: secret })
    expect(await nowhere.health()).toMatchObject({ state: 'down' })
  })

  describe('a webhook', () => {
    const body = () => JSON.stringify({ event: 'track_published', room: { name: roomId }, id: 'EV_1' })
    const digest = (text: string) => createHash('sha256').update(text).digest('base64')
    const token = (of: string, by = secret) => {
      const now = Math.floor(Date.now() / 1000)
      return sign({ iss: key, nbf: now - 1, exp: now + 60, sha256: digest(of) }, by)
    }
    const receive = (text: string, authorization?: string) => {
      const { config } = platform.outside
      const live = { ...config.live, liveKit: { url, apiKey: key, apiSecret: secret } }
      return receiveLiveKitWebhook(
        { ...platform.outside, config: { ...config, live } },
        platform.db,
        text,
        authorization,
      )
    }

    it('is accepted with our signature over these bytes, and not otherwise', async () => {
      expect(await receive(body(), token(body()))).toBe(true)
      expect(await receive(body(), token(body(), 'another-secret-of-at-least-32-bytes'))).toBe(false)
      expect(await receive(`${body()} `, token(body()))).toBe(false)
      expect(await receive(body())).toBe(false)
      expect(await receive('nonsense', token('nonsense'))).toBe(false)
      const late = sign({ iss: key, nbf: 1, exp: 2, sha256: digest(body()) })
      expect(await receive(body(), late)).toBe(false)
    })

    it('arrives over HTTP with the bytes that were signed', async () => {
      const { config } = platform.outside
      const live = { ...config.live, liveKit: { url, apiKey: key, apiSecret: secret } }
      const app = fastify()
      liveKitWebhook(app, { ...platform.outside, config: { ...config, live } }, platform.db)
      const post = (authorization: string) =>
        app.inject({
          ...{ method: 'POST', url: '/engines/livekit/webhook', payload: body() },
          headers: { authorization, 'content-type': 'application/webhook+json' },
        })
      expect((await post(token(body()))).statusCode).toBe(204)
      expect((await post(token('another body'))).statusCode).toBe(401)
      await app.close()
      // Without LiveKit's settings there is no such address.
      const none = fastify()
      liveKitWebhook(none, platform.outside, platform.db)
      expect((await none.inject({ method: 'POST', url: '/engines/livekit/webhook' })).statusCode).toBe(404)
    })

    it('notifies the listeners of the room at once', async () => {
      const events: EngineEvent[] = []
      const off = engine.on(roomId, (event) => events.push(event))
      people().push(camera('host'))
      await receive(body(), token(body()))
      await vi.waitFor(() => expect(events).toMatchObject([{ name: 'published', feed: { id: 'host:camera' } }]), {
        timeout: 60_000,
      })
      people().pop()
      await receive(body(), token(body()))
      await vi.waitFor(() => expect(events.at(-1)).toMatchObject({ name: 'unpublished' }), { timeout: 60_000 })
      fake.nonsense = { status: 500, body: '{}' }
      await receive(body(), token(body()))
      await vi.waitFor(() => expect(events.at(-1)).toMatchObject({ name: 'down' }), { timeout: 60_000 })
      fake.nonsense = undefined
      await receive(body(), token(body()))
      await vi.waitFor(() => expect(events.at(-1)).toMatchObject({ name: 'back' }), { timeout: 60_000 })
      off()
    })
  })

  it('makes tokens that fail under another key', async () => {
    const token = await liveKitToken({ url, apiKey: key, apiSecret: `${secret}!` }, roomId, {
      ...{ id: 'v1', name: 'V', mayPublish: true },
    })
    expect(() => claimsOf(token)).toThrow('forged')
  })
})
