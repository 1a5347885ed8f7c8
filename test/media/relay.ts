/**
 * A network that loses and delays: a UDP relay before an engine. What comes to its port goes on to the engine, each
 * sender through a socket of its own, and back. Which packets are lost is the same at each run.
 */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'

export interface RelayOptions {
  /** The engine's UDP port on this machine. */
  readonly target: number
  /** Parts of one: 0.05 loses every twentieth packet. `up`: towards the engine. */
  readonly lossUp: number
  readonly lossDown: number
  /** One way. */
  readonly delayMs?: number
  /** Spares the first packets of each sender and direction, so that a connection comes to stand quickly. */
  readonly spared?: number
}

export interface Relay {
  readonly port: number
  readonly counts: { up: number; down: number; lost: number }
  /** Nothing gets through any more, or again. */
  cut(isCut: boolean): void
  stop(): void
}

/** Numbers from 0 to 1 that look random and are the same at each run. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

export async function startRelay({ target, lossUp, lossDown, delayMs = 0, spared = 30 }: RelayOptions): Promise<Relay> {
  const random = numbers(7)
  const front = createSocket('udp4')
  const backs = new Map<string, Socket>()
  const counts = { up: 0, down: 0, lost: 0 }
  let isCut = false
  let isStopped = false
  const pass = (count: number, loss: number, send: () => void) => {
    if (isCut || (count > spared && random.next().value < loss)) counts.lost += 1
    else if (delayMs > 0) setTimeout(send, delayMs)
    else send()
  }
  const backOf = ({ address, port }: RemoteInfo): Socket => {
    const key = `${address} ${port}`
    const known = backs.get(key)
    if (known) return known
    const back = createSocket('udp4')
    let count = 0
    back.on('message', (packet) => {
      counts.down += 1
      count += 1
      pass(count, lossDown, () => {
        if (!isStopped) front.send(packet, port, address)
      })
    })
    back.on('error', () => {})
    backs.set(key, back)
    return back
  }
  front.on('message', (packet, from) => {
    const back = backOf(from)
    counts.up += 1
    pass(counts.up, lossUp, () => {
      if (!isStopped) back.send(packet, target, '127.0.0.1')
    })
  })
  front.on('error', () => {})
  front.bind(0, '127.0.0.1')
  await once(front, 'listening')
  return {
    port: front.address().port,
    counts,
    cut: (wanted) => {
      isCut = wanted
    },
    stop() {
      isStopped = true
      for (const socket of backs.values()) socket.close()
      front.close()
    },
  }
}

/** The offer with the relay's address in place of the engine's own ones. */
export function throughRelay(sdp: string, relay: { readonly port: number }): string {
  let count = 0
  return sdp.replace(/^a=candidate:.*\r\n/gm, () => {
    count += 1
    return count === 1 ? `a=candidate:1 1 UDP 2122000000 127.0.0.1 ${relay.port} typ host\r\n` : ''
  })
}

/** The engine's UDP port, as its offers tell it. */
export function portOf(sdp: string): number {
  return Number(/^a=candidate:\S+ 1 UDP \d+ \S+ (\d+) typ host/m.exec(sdp)?.[1])
}

/** A UDP port of this machine that nobody holds now. */
export async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  await once(socket, 'close')
  return port
}
