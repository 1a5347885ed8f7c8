/** Sockets that send messages no browser sends, and a room that two processes serve. */

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { buildApp } from '#server/http/app.ts'
import { startRealtime } from '#server/realtime/hub.ts'
import { rooms } from '../contract.ts'
import { useEngine } from './engine.ts'
import { RoomClient, roomModules, roomStage } from './room.fixture.ts'

const stage = roomStage()
const { platform } = stage
let host: BuiltMember
let roomId: string

beforeAll(async () => {
  host = await stage.member('host', '周敏')
  roomId = await stage.room(host)
})

describe('a socket', () => {
  it.each([
    ['no JSON', 'hello', 4010],
    ['no request', '[1,2]', 4010],
    ['a number that is none', '{"n":"x","op":"sign"}', 4010],
    ['bytes', Buffer.from([1, 2, 3]), 4010],
    ['more than a request', 'x'.repeat(70_000), 1009],
  ])('that sends %s is closed', async (_, message, code) => {
    const client = await stage.enter(roomId, await stage.member())
    client.socket.send(message)
    expect(await client.closed()).toBe(code)
  })

  it('receives the error of its request, and stays open', async () => {
    const client = await stage.enter(roomId, await stage.member())
    const wrong = async (op: string, input: object) => (await client.refusal(op as never, input as never)).code
    expect(await wrong('room.explode', {})).toBe(900001)
    expect(await wrong('__proto__', {})).toBe(900001)
    expect(await wrong('constructor', {})).toBe(900001)
    expect(await wrong('chat.send', { text: 5 })).toBe(900001)
    expect(await wrong('chat.send', { text: 'a', admin: true })).toBe(900001)
    expect(await wrong('chat.send', { text: 'a\u0000b' })).toBe(900001)
    expect(await wrong('question.vote', { id: "'; drop table rooms.room; --", on: true })).toBe(900001)
    expect((await client.request('people.list', { page: 1, name: "%_\\'" })).items).toEqual([])
    expect((await client.request('chat.send', { text: '还在' })).message.text).toBe('还在')
    await client.leave()
  })

  it('keeps private events private', async () => {
    const [one, other] = [
      await stage.enter(roomId, await stage.member()),
      await stage.enter(roomId, await stage.member()),
    ]
    const leader = await stage.enter(roomId, host)
    await leader.request('stage.invite', { participantId: one.participantId })
    await one.until('invited')
    const { message } = await leader.request('chat.send', { text: '之后' })
    await other.until('chat', (event) => event.message.id === message.id)
    expect(other.events.filter(({ e }) => e === 'invited')).toEqual([])
    await Promise.all([one, other, leader].map((client) => client.leave()))
  })
})

describe('a person who reconnects', () => {
  it('receives the missed events, and none twice', async () => {
    const member = await stage.member()
    const client = await stage.enter(roomId, member)
    const leader = await stage.enter(roomId, host)
    await client.request('stage.raiseHand', {})
    const { sequence } = client.snapshot
    client.socket.terminate()
    const texts = ['一', '二', '三']
    for (const text of texts) await leader.request('chat.send', { text })
    const back = await stage.enter(roomId, member, { after: sequence })
    await back.until('chat', (event) => event.message.text === '三')
    const received = back.events.flatMap((event) => (event.e === 'chat' ? [event.message.text] : []))
    expect(received).toEqual(texts)
    const { me } = await back.until('resumed')
    expect(me.handAt).not.toBeNull()
    expect(back.participantId).toBe(client.participantId)
    await Promise.all([back.leave(), leader.leave()])
  })

  it('receives no event twice if it happens during the reconnect', async () => {
    const [member, leader] = [await stage.member(), await stage.enter(roomId, await stage.member())]
    let client = await stage.enter(roomId, member)
    for (let round = 0; round < 2; round += 1) {
      const { sequence } = await client
        .until(round === 0 ? 'snapshot' : 'resumed')
        .then((first) => ('room' in first ? first.room : first))
      client.socket.terminate()
      const [{ message }, back] = await Promise.all([
        leader.request('chat.send', { text: `第${round}句` }),
        stage.enter(roomId, member, { after: sequence }),
      ])
      const last = await leader.request('chat.send', { text: `第${round}句之后` })
      await back.until('chat', (event) => event.message.id === last.message.id)
      const received = back.events.flatMap((event) => (event.e === 'chat' ? [event.message.id] : []))
      expect(received.filter((id) => id === message.id)).toEqual([message.id])
      expect(new Set(received).size).toBe(received.length)
      client = back
    }
    await Promise.all([client.leave(), leader.leave()])
  })
})

describe('two processes', () => {
  let stop: () => Promise<void>
  let origin: string

  beforeAll(async () => {
    const pool = createPool({ databaseUrl: platform.databaseUrl, size: 3 })
    const db = createDatabase(pool)
    const realtime = startRealtime(platform.databaseUrl, () => {})
    const outside = { ...platform.outside, realtime }
    useEngine(outside, stage.engine)
    const app = await buildApp({ db, watch: platform.watch, modules: roomModules(), outside })
    await app.listen({ port: 0, host: '127.0.0.1' })
    origin = `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    stop = async () => {
      await app.close()
      await realtime.stop()
      await db.destroy()
    }
  })
  afterAll(() => stop())

  async function enterThere(member: BuiltMember): Promise<RoomClient> {
    const { ticket, socketPath, participantId } = await platform
      .client(rooms, member)
      .join({ params: { id: roomId }, body: { device: 'there' } })
    const socket = new WebSocket(`${origin}${socketPath}?ticket=${ticket}`)
    const client = new RoomClient(socket)
    await once(socket, 'open')
    client.participantId = participantId
    await client.until('snapshot')
    return client
  }

  it.each([
    ['chat.send', 5, (index: number) => ({ text: `刷屏 ${index}` })],
    ['like', 6, () => ({ count: 1 })],
  ] as const)('hold the rate of a person over twenty connections: %s', async (op, burst, input) => {
    const member = await stage.member()
    const clients = []
    for (let count = 0; count < 10; count += 1)
      clients.push(await stage.enter(roomId, member), await enterThere(member))
    const send = async (client: RoomClient, index: number) =>
      client.request(op, input(index) as never).then(
        () => true,
        () => false,
      )
    // All at one moment, however long the machine takes: nothing comes back meanwhile.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    const sent = clients.flatMap((client, at) => [0, 1, 2, 3].map((turn) => send(client, at * 4 + turn)))
    const accepted = (await Promise.all(sent)).filter(Boolean).length
    vi.restoreAllMocks()
    expect(accepted).toBe(burst)
    await Promise.all(clients.map((client) => client.leave()))
  })

  it('serve one room: messages, people, likes and the end reach everybody', async () => {
    const here = await stage.enter(roomId, host)
    const there = await enterThere(await stage.member('viewer', '远处的人'))
    await here.until('person', ({ person }) => person.name === '远处的人' && person.online)
    const { message } = await there.request('chat.send', { text: '听得见吗' })
    await here.until('chat', (event) => event.message.id === message.id)
    await there.request('like', { count: 5 })
    await here.until('likes', ({ total }) => total >= 5)
    await here.request('stage.invite', { participantId: there.participantId })
    await there.until('invited')
    await there.request('stage.accept', {})
    await here.until('stage', ({ seats }) => seats.length === 2)
    await here.request('room.remove', { participantId: there.participantId })
    expect(await there.closed()).toBe(4002)
    await here.leave()
  })
})
