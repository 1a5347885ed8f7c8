import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Feed, Seat } from '../../contract/shapes.ts'
import { Refused } from '../connection/channel.ts'
import type { Ask } from '../connection/requests.ts'
import { buildSnapshot } from '../state/build.ts'
import { createRoomStore } from '../state/room-store.ts'
import type { Carrier } from './carrier.ts'
import type { LocalMedia, LocalMediaState } from './local-media.ts'
import { MediaSession } from './session.ts'
import { Signs } from './signs.ts'
import type { Streams } from './streams.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const feed = (participantId: string): Feed => ({
  ...{ id: `${participantId}:camera`, participantId, source: 'camera', audio: true, video: true },
  ...{ audioMuted: false, videoMuted: false },
})
const seat = (participantId: string, more: Partial<Seat> = {}): Seat => ({
  ...{ number: 1, participantId, name: participantId, role: 'lecturer', avatarPath: '', online: true },
  ...{ audioMuted: false, videoMuted: false, microphone: false, camera: false, screen: false },
  ...more,
})

/** A room with a pretended engine: what is open, and what was asked. */
function build({ packets = 100, refuses }: { packets?: number; refuses?: number } = {}) {
  const store = createRoomStore(() => 0)
  const open = new Set<string>()
  const losses = new Map<string, () => void>()
  const asked: string[] = []
  const carry = (name: string, onLost: () => void) => {
    if (refuses !== undefined) return Promise.reject(new Refused(refuses, ''))
    open.add(name)
    losses.set(name, onLost)
    const stats = { roundTripMs: 20, bytes: 1, packets, packetsLost: 0, frames: 0, framesPerSecond: 0 }
    return Promise.resolve({
      stats: () => Promise.resolve({ ...stats, width: 0, height: 0, audioLevel: 0.2 }),
      replace: () => Promise.resolve(),
      close: () => void open.delete(name),
    })
  }
  const carrier: Carrier = {
    send: (source, _, onLost) => carry(`send ${source}`, onLost),
    receive: (feedId, _, onLost) => carry(feedId, onLost),
    close: () => undefined,
  }
  const own = { camera: 'on', microphone: 'on' } as LocalMediaState
  const local = {
    get: () => ({ ...own, microphone: 'off' }),
    subscribe: () => () => undefined,
  } as unknown as LocalMedia
  const streams = { add: () => undefined, remove: () => undefined } as unknown as Streams
  const ask = ((op: string, input: object) => {
    asked.push(`${op} ${JSON.stringify(input)}`)
    return Promise.resolve({})
  }) as unknown as Ask
  const signs = new Signs()
  const session = new MediaSession({
    ...{ store, local, streams, signs, carrier, ask, canPlayStream: () => true, now: () => Date.now() },
  })
  const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
  return { store, open, losses, asked, signs, session, settle }
}

describe('media in the room', () => {
  it('receives everybody else, sends from a seat, and leaves nothing open behind', async () => {
    const { store, open, session, settle } = build()
    store.hear([{ e: 'snapshot', room: buildSnapshot({ feeds: [feed('host'), feed('me')] }) }])
    await settle()
    expect([...open]).toEqual(['host:camera'])
    store.hear([{ e: 'stage', seats: [seat('me')] }])
    await settle()
    expect([...open].sort()).toEqual(['host:camera', 'send camera'])
    store.hear([{ e: 'stage', seats: [] }])
    expect([...open]).toEqual(['host:camera'])
    session.close()
    expect([...open]).toEqual([])
  })

  it('makes anew what is lost, and everything when the engine is back', async () => {
    const { store, open, losses, settle } = build()
    store.hear([{ e: 'snapshot', room: buildSnapshot({ feeds: [feed('host')] }) }])
    await settle()
    losses.get('host:camera')?.()
    expect([...open]).toEqual([])
    await settle(1000)
    expect([...open]).toEqual(['host:camera'])
    store.hear([{ e: 'engine', state: 'down' }])
    expect([...open]).toEqual([])
    store.hear([
      { e: 'engine', state: 'back' },
      { e: 'feeds', feeds: [feed('host')] },
    ])
    await settle()
    expect([...open]).toEqual(['host:camera'])
  })

  it('tells what is switched on, once, and again where the room forgot it', async () => {
    const { store, asked, settle } = build()
    const told = 'media.state {"microphone":false,"camera":true,"screen":false}'
    store.hear([{ e: 'snapshot', room: buildSnapshot({ seats: [seat('me')] }) }])
    store.hear([{ e: 'presence', online: 5, onlinePeak: 5 }])
    await settle()
    expect(asked).toEqual([told])
    store.hear([{ e: 'stage', seats: [seat('me', { camera: true })] }])
    expect(asked).toEqual([told])
    store.hear([{ e: 'stage', seats: [seat('me', { number: 0 })] }])
    expect(asked).toEqual([told, told])
  })

  it('turns to the stream where peers bring nothing although somebody speaks, and back where that fails too', async () => {
    const { store, open, signs, session, settle } = build({ packets: 0 })
    store.hear([{ e: 'snapshot', room: buildSnapshot({ feeds: [feed('host')] }) }])
    await settle(20_000)
    expect(signs.get().stream).toBe(false)
    store.hear([{ e: 'stage', seats: [seat('host', { microphone: true })] }])
    await settle(1000)
    expect(signs.get().stream).toBe(true)
    expect([...open]).toEqual([])
    session.streamFailed()
    expect(signs.get().stream).toBe(false)
  })

  it('turns to the stream at once where the room says that it is large', async () => {
    const { store, signs, settle } = build({ refuses: 370115 })
    store.hear([{ e: 'snapshot', room: buildSnapshot({ feeds: [feed('host')] }) }])
    await settle()
    expect(signs.get().stream).toBe(true)
  })
})
