import { createSocket } from 'node:dgram'
import { describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { findNode } from '#modules/live/engines/server/embedded/nodes.ts'
import { EngineRefused, EngineUnavailable, StageFull } from '#modules/live/engines/server/engine.ts'
import { PublisherBot } from './bot.ts'
import { portOf } from './relay.ts'
import { type MediaTest, until } from './room.ts'

export function roomTests({ media, engine }: MediaTest): void {
  describe('the embedded engine', () => {
    it('hands what one sends to all who receive, camera and screen apart', async () => {
      const room = media.room(engine())
      await room.open()
      await room.publish('host')
      await room.publish('host', 'screen')
      const both = await room.subscribe('ann', ['host:camera', 'host:screen'])
      const one = await room.subscribe('ben', ['host:camera'])
      await until(
        () => [both.feeds[0], both.feeds[1], one.feeds[0]].map((feed) => feed?.video.pictures ?? 0),
        (pictures) => pictures.every((count) => count > 20),
      )
      expect(one.feeds[0]?.audio.packets).toBeGreaterThan(20)
      const status = await room.engine.status(room.id)
      expect(status).toMatchObject({ receivers: 2, recording: false })
      expect(status.feeds.map(({ id }) => id).sort()).toEqual(['host:camera', 'host:screen'])
      expect(room.events.filter(({ name }) => name === 'published')).toHaveLength(2)
    })

    it('lets seven people publish and refuses the eighth, until one leaves', async () => {
      const room = media.room(engine())
      await room.open({ publishersMax: 7, mode: 'audio' })
      const people = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7']
      const attempts = await Promise.allSettled(
        [...people, 'p8'].map((participantId) => room.engine.publish(room.id, { participantId, source: 'camera' })),
      )
      expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
      expect(attempts.find(({ status }) => status === 'rejected')).toMatchObject({ reason: expect.any(StageFull) })
      // A second source, and a second attempt, of who is there already.
      await room.engine.publish(room.id, { participantId: 'p1', source: 'screen' })
      await room.engine.publish(room.id, { participantId: 'p1', source: 'camera' })
      await room.engine.drop(room.id, 'p1')
      await room.engine.publish(room.id, { participantId: 'p8', source: 'camera' })
    })

    it('sends nothing of a muted medium, and goes on afterwards', async () => {
      const room = media.room(engine())
      await room.open()
      await room.publish('host')
      const viewer = await room.subscribe('ann', ['host:camera'])
      const counts = () => ({ ...viewer.feeds[0]?.video })
      await until(counts, ({ pictures = 0 }) => pictures > 10)
      await room.engine.mute(room.id, 'host:camera', 'video', true)
      const { feeds } = await room.engine.status(room.id)
      expect(feeds).toMatchObject([{ videoMuted: true, audioMuted: false }])
      const sound = () => viewer.feeds[0]?.audio.packets ?? 0
      const heard = sound()
      await until(sound, (now) => now > heard + 5)
      const silent = counts().packets
      const heardSilent = sound()
      await until(sound, (now) => now > heardSilent + 25)
      expect(counts().packets).toBe(silent)
      await room.engine.mute(room.id, 'host:camera', 'video', false)
      const before = counts()
      await until(counts, ({ pictures = 0 }) => pictures > (before.pictures ?? 0) + 10)
      // Buffered packets were never missing: it begins again with a key frame.
      expect(counts().keys).toBeGreaterThan(before.keys ?? 0)
    })

    it('puts a person’s new peer in the place of the old one, and receivers notice nothing', async () => {
      const room = media.room(engine())
      await room.open()
      const first = await room.publish('host')
      const viewer = await room.subscribe('ann', ['host:camera'])
      const pictures = () => viewer.feeds[0]?.video.pictures ?? 0
      await until(pictures, (count) => count > 10)
      await room.publish('host')
      const sent = first.counts.resent + first.counts.keyRequests
      const before = pictures()
      await until(pictures, (count) => count > before + 25)
      // Nobody asks the old one for anything any more.
      expect(first.counts.resent + first.counts.keyRequests).toBe(sent)
      expect(await room.feedIds()).toEqual(['host:camera'])
      await room.engine.drop(room.id, 'host')
      await until(
        () => room.events.map(({ name }) => name),
        (names) => names.includes('unpublished'),
      )
      expect(await room.feedIds()).toEqual([])
    })

    it('has no picture in an audio room, and no sound of who sends none', async () => {
      const engineOfTest = engine()
      const room = media.room(engineOfTest)
      await room.open({ mode: 'audio' })
      await room.publish('host')
      const listener = await room.subscribe('ann', ['host:camera'])
      await until(
        () => listener.feeds[0]?.audio.packets ?? 0,
        (count) => count > 10,
      )
      expect((await engineOfTest.status(room.id)).feeds).toMatchObject([{ audio: true, video: false }])
      const other = media.room(engineOfTest)
      await other.open()
      const silent = await other.publish('host')
      silent.isSoundOn = false
      const viewer = await other.subscribe('ann', ['host:camera'])
      await until(
        () => viewer.feeds[0]?.video.pictures ?? 0,
        (count) => count > 10,
      )
    })

    it('closes everybody’s peers at the end, and a room that has ended takes nobody', async () => {
      const room = media.room(engine())
      await room.open()
      const publisher = await room.publish('host')
      await room.subscribe('ann', ['host:camera'])
      const local = await engine().health()
      expect(local.peers).toBeGreaterThanOrEqual(2)
      await room.engine.end(room.id)
      await room.engine.end(room.id)
      expect((await engine().health()).peers).toBe(local.peers - 2)
      const asked = publisher.counts.keyRequests
      await expect(room.engine.subscribe(room.id, { participantId: 'ben', feeds: ['host:camera'] })).rejects.toThrow(
        EngineUnavailable,
      )
      expect(publisher.counts.keyRequests).toBe(asked)
    })
  })
}

export function refusalTests({ media, engine, host, platform }: MediaTest): void {
  describe('what the embedded engine refuses', () => {
    const reasonOf = async (work: Promise<unknown>) => {
      const error = await work.then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      expect(error).toBeInstanceOf(EngineRefused)
      return (error as EngineRefused).reason
    }

    it('descriptions that are none, or do not fit', async () => {
      const room = media.room(engine())
      await room.open()
      const good = await (async () => {
        const step = await room.engine.publish(room.id, { participantId: 'good', source: 'camera' })
        if (!('offer' in step)) throw new Error('no offer')
        const bot = new PublisherBot()
        room.people.push(bot)
        return { peerId: step.peerId, sdp: await bot.answer(step.offer) }
      })()
      const broken = [
        '',
        'hello',
        'v=0',
        'v=0\r\nnot a line\r\n',
        good.sdp.replace(/^a=fingerprint.*\r\n/gm, ''),
        good.sdp.replace(/^a=ice-ufrag.*\r\n/gm, ''),
        good.sdp.replace(/m=video[\s\S]*/, ''),
        good.sdp.replace(/^m=audio/m, 'm=application'),
        good.sdp.replace(/^a=fingerprint.*$/gm, 'a=fingerprint:sha-256 00:11'),
        good.sdp.replace(/^a=setup.*$/gm, 'a=setup:nonsense'),
        good.sdp.replace(/^m=audio.*$/m, 'm=audio x y z'),
        `${good.sdp}${'a=x\r\n'.repeat(5000)}`,
        good.sdp.replaceAll('\r\n', '\u0000\r\n'),
      ]
      for (const sdp of broken) {
        const step = await room.engine.publish(room.id, { participantId: 'bad', source: 'camera' })
        if (!('offer' in step)) throw new Error('no offer')
        const outcome = await room.engine.answer(room.id, step.peerId, sdp).catch((error: unknown) => error)
        if (outcome !== undefined) expect(outcome, sdp.slice(0, 60)).toMatchObject({ reason: 'bad-description' })
      }
      // The engine lives, and takes the good one; a second answer finds nothing to answer.
      await room.engine.answer(room.id, good.peerId, good.sdp)
      expect(await reasonOf(room.engine.answer(room.id, good.peerId, good.sdp))).toBe('no-peer')
    })

    it('feeds and peers that are not there, ids that are none, more peers than anybody needs', async () => {
      const room = media.room(engine())
      await room.open({ mode: 'audio' })
      const subscribe = (participantId: string, feed: string) =>
        room.engine.subscribe(room.id, { participantId, feeds: [feed] })
      expect(await reasonOf(subscribe('ann', 'host:camera'))).toBe('no-feed')
      expect(await reasonOf(room.engine.mute(room.id, 'host:camera', 'audio', true))).toBe('no-feed')
      expect(await reasonOf(room.engine.answer(room.id, 'nobody', 'v=0'))).toBe('no-peer')
      const named = (participantId: string) => room.engine.publish(room.id, { participantId, source: 'camera' })
      for (const id of ['', '../../etc', 'a b', 'ä', 'x'.repeat(65)]) expect(await reasonOf(named(id))).toBe('bad-id')
      expect(await reasonOf(subscribe('ann', 'host:kitchen'))).toBe('bad-id')
      await room.publish('host')
      for (let count = 0; count < 24; count += 1) await subscribe('ann', 'host:camera')
      expect(await reasonOf(subscribe('ann', 'host:camera'))).toBe('too-many-peers')
      await room.engine.closePeer(room.id, 'nobody')
    })

    it('to be driven without its secret, or with what cannot be understood', async () => {
      const room = media.room(engine())
      await room.open()
      const node = await findNode(platform.db, host)
      const outcome = (headers: Record<string, string>, message: string) =>
        new Promise<string>((resolve) => {
          const socket = new WebSocket(node?.url ?? '', { headers })
          socket.on('unexpected-response', (_, response) => resolve(`refused ${response.statusCode}`))
          socket.on('error', (error) => resolve(error.message))
          socket.on('open', () => socket.send(message))
          socket.on('message', (data) => resolve(String(data)))
          socket.on('close', (code) => resolve(`closed ${code}`))
        })
      const open = JSON.stringify({ n: 1, op: 'load' })
      expect(await outcome({}, open)).toBe('refused 401')
      expect(await outcome({ authorization: 'Bearer wrong' }, open)).toBe('refused 401')
      const known = { authorization: `Bearer ${node?.secret}` }
      expect(await outcome(known, open)).toContain('"rooms"')
      expect(await outcome(known, 'nonsense')).toBe('closed 1003')
      expect(await outcome(known, JSON.stringify({ n: 2, op: 'explode', roomId: 'r' }))).toContain('refused')
      expect(await outcome(known, 'x'.repeat(200_000))).toBe('closed 1009')
    })

    it('floods of packets that belong to nobody', async () => {
      const room = media.room(engine())
      await room.open()
      const step = await room.engine.publish(room.id, { participantId: 'host', source: 'camera' })
      if (!('offer' in step)) throw new Error('no offer')
      const socket = createSocket('udp4')
      const packets = [Buffer.alloc(1200, 0x80), Buffer.from([0, 1, 0, 0]), Buffer.alloc(20, 0xff), Buffer.alloc(0)]
      for (let count = 0; count < 2000; count += 1)
        socket.send(packets[count % packets.length] ?? '', portOf(step.offer), '127.0.0.1')
      await room.publish('host')
      const viewer = await room.subscribe('ann', ['host:camera'])
      await until(
        () => viewer.feeds[0]?.video.pictures ?? 0,
        (count) => count > 10,
      )
      socket.close()
    })
  })
}
