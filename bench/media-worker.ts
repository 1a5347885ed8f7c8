/**
 * The other processes of `bench/media.ts`, each of its own so that its processor time is its own: bots that receive, a
 * bare forwarder of the same packets, and a server of WebSockets that hands a feed's bytes to players.
 */
import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import WebSocket, { WebSocketServer } from 'ws'
import { Link } from '#modules/live/engines/server/embedded/link.ts'
import { ViewerBot } from '#test/media/bot.ts'

export interface Viewed {
  readonly packets: number
  readonly gaps: number
}

export type ToWorker =
  | {
      readonly do: 'join'
      readonly url: string
      readonly secret: string
      readonly roomId: string
      readonly count: number
    }
  | {
      readonly do: 'forward'
      readonly count: number
      readonly bytes: number
      readonly perSecond: number
      readonly encrypted: boolean
      readonly seconds: number
    }
  | {
      readonly do: 'stream'
      readonly url: string
      readonly secret: string
      readonly roomId: string
      readonly count: number
      readonly seconds: number
    }
  | { readonly do: 'count' }

const viewers: ViewerBot[] = []

/** Joins one after the other; how long each took from the request to the first packet. */
async function join({ url, secret, roomId, count }: Extract<ToWorker, { do: 'join' }>): Promise<number[]> {
  const link = await Link.connect({ id: 'bench', host: 'bench', url, secret }, { event: () => {}, closed: () => {} })
  const times: number[] = []
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now()
    const viewer = new ViewerBot()
    viewers.push(viewer)
    const { peerId, offer } = await link.request('subscribe', {
      roomId,
      participantId: `viewer${index}`,
      feeds: ['host:camera'],
    })
    await link.request('answer', { roomId, peerId, sdp: await viewer.answer(offer) })
    const deadline = performance.now() + 10_000
    while (viewer.firstAt === undefined && performance.now() < deadline) await wait(2)
    times.push((viewer.firstAt ?? performance.now()) - startedAt)
  }
  return times
}

function count(): number {
  return viewers.reduce(
    (total, { feeds }) => total + (feeds[0]?.audio.packets ?? 0) + (feeds[0]?.video.packets ?? 0),
    0,
  )
}

function microseconds(since: NodeJS.CpuUsage): number {
  const used = process.cpuUsage(since)
  return used.user + used.system
}

/**
 * The floor: each packet that comes in goes out to everybody, as it is or encrypted and signed for each of them as SRTP
 * is (AES-128 in counter mode, HMAC-SHA1), by the runtime's own means.
 */
async function forward(task: Extract<ToWorker, { do: 'forward' }>): Promise<{ usPerPacket: number; packets: number }> {
  const [front, back, source] = [createSocket('udp4'), createSocket('udp4'), createSocket('udp4')]
  for (const socket of [front, back]) {
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
  }
  const keys = Array.from({ length: task.count }, () => ({ key: randomBytes(16), sign: randomBytes(20) }))
  let packets = 0
  front.on('message', (packet) => {
    for (const { key, sign } of keys) {
      let bytes = packet
      if (task.encrypted) {
        const cipher = createCipheriv('aes-128-ctr', key, Buffer.alloc(16, packets))
        const body = Buffer.concat([packet.subarray(0, 12), cipher.update(packet.subarray(12)), cipher.final()])
        bytes = Buffer.concat([body, createHmac('sha1', sign).update(body).digest().subarray(0, 10)])
      }
      packets += 1
      front.send(bytes, back.address().port, '127.0.0.1')
    }
  })
  const startedAt = process.cpuUsage()
  const packet = randomBytes(task.bytes)
  const deadline = performance.now() + task.seconds * 1000
  let sent = 0
  const from = performance.now()
  while (performance.now() < deadline) {
    for (const due = ((performance.now() - from) / 1000) * task.perSecond; sent < due; sent += 1)
      source.send(packet, front.address().port, '127.0.0.1')
    await wait(10)
  }
  const used = microseconds(startedAt)
  for (const socket of [front, back, source]) socket.close()
  return { usPerPacket: used / packets, packets }
}

/** Hands a feed's bytes to players by WebSocket, as the server process does. */
async function stream(task: Extract<ToWorker, { do: 'stream' }>) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  await once(server, 'listening')
  const link = await Link.connect(
    { id: 'bench', host: 'bench', url: task.url, secret: task.secret },
    { event: () => {}, closed: () => {} },
  )
  const players: WebSocket[] = []
  let received = 0
  for (let index = 0; index < task.count; index += 1) {
    const player = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, {
      perMessageDeflate: false,
    })
    player.on('message', (data: Buffer) => {
      received += data.length
    })
    await once(player, 'open')
    players.push(player)
  }
  const number = link.expectStream((bytes) => {
    for (const client of server.clients) client.send(bytes)
  })
  await link.request('stream', { roomId: task.roomId, feedId: 'host:camera', stream: number })
  await wait(1000)
  const startedAt = process.cpuUsage()
  const from = received
  await wait(task.seconds * 1000)
  const used = microseconds(startedAt)
  const bytes = received - from
  await link.request('streamEnd', { roomId: task.roomId, stream: number })
  for (const player of players) player.terminate()
  server.close()
  return { permillePerPlayer: used / task.seconds / 1000 / task.count, bytesPerPlayer: bytes / task.count }
}

process.on('message', (task: ToWorker) => {
  const work = { join, forward, stream, count: async () => count() }[task.do] as (task: ToWorker) => Promise<unknown>
  void work(task).then((answer) => process.send?.(answer))
})
process.on('disconnect', () => process.exit(0))
