import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createEmbedded } from '#modules/live/engines/server/embedded/engine.ts'
import { findNode } from '#modules/live/engines/server/embedded/nodes.ts'
import type { EngineSettings } from '#modules/live/engines/server/embedded/protocol.ts'
import { portOf, startRelay } from './relay.ts'
import { type MediaTest, type TestRoom, until, untilDone } from './room.ts'

const program = join(import.meta.dirname, '../../modules/live/engines/server/engine/main.ts')

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Puts a network that loses packets before the room's engine. */
async function loseOn(room: TestRoom, loss: { lossUp: number; lossDown: number }) {
  const probe = await room.engine.publish(room.id, { participantId: 'probe', source: 'camera' })
  if (!('offer' in probe)) throw new Error('no offer')
  await room.engine.closePeer(room.id, probe.peerId)
  room.relay = await startRelay({ target: portOf(probe.offer), delayMs: 10, ...loss })
  return room.relay
}

export function faultTests({ media, engine, platform, host }: MediaTest): void {
  describe('the network loses packets', () => {
    for (const percent of [5, 10])
      it(`${percent} % in both directions: the picture goes on`, async () => {
        const room = media.room(engine())
        await room.open()
        const relay = await loseOn(room, { lossUp: percent / 100, lossDown: percent / 100 })
        const publisher = await room.publish('host')
        const viewer = await room.subscribe('ann', ['host:camera'])
        const pictures = () => viewer.feeds[0]?.video.pictures ?? 0
        await until(pictures, (count) => count > 0)
        const [sent, seen] = [publisher.counts.pictures, pictures()]
        await until(
          () => publisher.counts.pictures - sent,
          (count) => count >= 100,
        )
        expect(relay.counts.lost).toBeGreaterThan(10)
        expect(publisher.counts.resent).toBeGreaterThan(0)
        // Nine of ten arrive whole, with those that are still on their way: without repair it would be a few.
        await until(pictures, (count) => count - seen >= 90)
      })

    it('nothing gets through for a while: the picture comes back by itself', async () => {
      const room = media.room(engine())
      await room.open()
      const relay = await loseOn(room, { lossUp: 0, lossDown: 0 })
      await room.publish('host')
      const viewer = await room.subscribe('ann', ['host:camera'])
      const pictures = () => viewer.feeds[0]?.video.pictures ?? 0
      await until(pictures, (count) => count > 10)
      relay.cut(true)
      await wait(2000)
      relay.cut(false)
      const before = pictures()
      await until(pictures, (count) => count > before + 25)
    })
  })

  describe('several server processes', () => {
    it('drive one room: each sees what the other does', async () => {
      const [first, second] = [media.engine(host), media.engine(host)]
      const room = media.room(first)
      const same = media.room(second, room.id)
      await room.open()
      await same.open()
      await room.publish('host')
      await until(
        () => same.events.map(({ name }) => name),
        (names) => names.includes('published'),
      )
      const viewer = await same.subscribe('ann', ['host:camera'])
      await until(
        () => viewer.feeds[0]?.video.pictures ?? 0,
        (count) => count > 10,
      )
      await same.publish('guest')
      expect((await room.feedIds()).sort()).toEqual(['guest:camera', 'host:camera'])
      expect([first.processId, second.processId].filter((id) => id !== undefined).length).toBeLessThanOrEqual(1)
      await second.drop(room.id, 'host')
      expect(await room.feedIds()).toEqual(['guest:camera'])
    })

    it('take over the rooms of a machine that is gone', async () => {
      const gone = media.engine('machine-that-goes')
      const stays = media.engine('machine-that-stays')
      const room = media.room(gone)
      const same = media.room(stays, room.id)
      await room.open()
      // A machine whose engine can only be driven from itself is left alone as long as it lives.
      await expect(stays.status(room.id)).rejects.toThrow('LIVE_CONTROL_ADDRESS')
      room.stop()
      await gone.stop()
      await untilDone(() => stays.status(room.id))
      await same.publish('host')
      expect(await same.feedIds()).toEqual(['host:camera'])
    })
  })

  describe('the engine process', () => {
    const settings: Omit<EngineSettings, 'recordings'> = {
      secret: 'secret',
      control: '127.0.0.1',
      bind: '127.0.0.1',
      port: 0,
      announced: null,
      loopback: false,
    }
    const start = () => {
      const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'pipe'] })
      child.stdin.write(`${JSON.stringify({ ...settings, recordings: platform.outside.config.live.recordings })}\n`)
      return child
    }

    it('ends with its parent, also where that is killed', async () => {
      const text = `
        const { spawn } = await import('node:child_process')
        const child = spawn(process.execPath, [${JSON.stringify(program)}], { stdio: ['pipe', 'pipe', 'inherit'] })
        child.stdin.write(${JSON.stringify(`${JSON.stringify({ ...settings, recordings: '/tmp' })}\n`)})
        child.stdout.once('data', () => console.log(child.pid))
        setInterval(() => {}, 1000)`
      const parent = spawn(process.execPath, ['--input-type=module', '-e', text], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string]
      const pid = Number(line)
      expect(isAlive(pid)).toBe(true)
      parent.kill('SIGKILL')
      await until(
        () => isAlive(pid),
        (alive) => !alive,
      )
    })

    it('says in one line why it cannot begin', async () => {
      const first = start()
      const [line] = (await once(createInterface({ input: first.stdout }), 'line')) as [string]
      const second = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'pipe'] })
      const said: string[] = []
      second.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
      const taken = { ...settings, port: (JSON.parse(line) as { udpPort: number }).udpPort, recordings: '/tmp' }
      second.stdin.write(`${JSON.stringify(taken)}\n`)
      const [code] = await once(second, 'exit')
      expect(code).toBe(1)
      expect(said.join('').trim()).toMatch(/^bind EADDRINUSE [^\n]+$/)
      first.stdin.end()
      expect(await once(first, 'exit')).toEqual([0, null])
    })

    it('cannot begin: rooms are refused with the reason, and the health says it', async () => {
      const socket = createSocket('udp4')
      socket.bind(0, '127.0.0.1')
      await once(socket, 'listening')
      const { config } = platform.outside
      const embedded = { ...config.live.embedded, port: socket.address().port }
      const outside = { ...platform.outside, config: { ...config, live: { ...config.live, embedded } } }
      const broken = createEmbedded(outside, platform.db, 'machine-without-a-port')
      const room = media.room(broken)
      await expect(room.open()).rejects.toThrow(/EADDRINUSE/)
      expect(await broken.health()).toMatchObject({ state: 'down', detail: expect.stringContaining('EADDRINUSE') })
      socket.close()
      // The port is free again, and the engine comes by itself.
      await untilDone(async () => {
        await room.open()
        return true
      })
      await broken.stop()
    })

    it('is what the health of the platform tells of', async () => {
      const local = media.engine()
      expect(await local.health()).toMatchObject({
        state: 'ok',
        rooms: 0,
        detail: expect.stringContaining('first use'),
      })
      const room = media.room(local)
      await room.open()
      expect(await local.health()).toMatchObject({ state: 'ok', rooms: 1, peers: 0 })
      const row = await findNode(platform.db, host)
      expect(row).toMatchObject({ isStale: false })
    })
  })
}
