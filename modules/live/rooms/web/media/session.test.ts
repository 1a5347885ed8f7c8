import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Feed, Seat } from '../../contract/shapes.ts'
import { Refused } from '../connection/channel.ts'
import type { SendRequest } from '../connection/requests.ts'
import { buildSnapshot } from '../state/room-state.fixture.ts'
import { createRoomStore } from '../state/room-store.ts'
import { Indicators } from './indicators.ts'
import type { LocalMedia, LocalMediaState } from './local-media.ts'
import { MediaSession } from './session.ts'
import type { Streams } from './streams.ts'
import type { MediaTransport } from './transport.ts'

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

/** A room with a fake engine: its open connections, and its requests. */
function build({ packets = 100, refuses }: { packets?: number; refuses?: number } = {}) {
  const store = createRoomStore(() => 0)
  const open = new Set<string>()
  const losses = new Map<string, () => void>()
  const requests: string[] = []
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
  const transport: MediaTransport = {
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
  const request = ((op: string, input: object) => {
    requests.push(`${op} ${JSON.stringify(input)}`)
    return Promise.resolve({})
  }) as unknown as SendRequest
  const indicators = new Indicators()
  const session = new MediaSession({
    ...{ store, local, streams, indicators, transport, request, canPlayStream: () => true, now: () => Date.now() },
  })
  const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
  return { store, open, losses, requests, indicators, session, settle }
}

describe('media in the room', () => {
  it('receives everybody else, sends from the stage, and leaves nothing open behind', async () => {
    const { store, open, session, settle } = build()
    store.handleEvents([{ e: 'snapshot', room: buildSnapshot({ feeds: [feed('host'), feed('me')] }) }])
    await settle()
    expect([...open]).toEqual(['host:camera'])
    store.handleEvents([{ e: 'stage', seats: [seat('me')] }])
    await settle()
    expect([...open].sort()).toEqual(['host:camera', 'send camera'])
    store.handleEvents([{ e: 'stage', seats: [] }])
    expect([...open]).toEqual(['host:camera'])
    session.close()
    expect([...open]).toEqual([])
  })

  it('replaces lost connections, and all of them when the engine is back', async () => {
    const { store, open, losses, settle } = build()
    store.handleEvents([{ e: 'snapshot', room: buildSnapshot({ feeds: [feed('host')] }) }])
    await settle()
    losses.get('host:camera')?.()
    expect([...open]).toEqual([])
    await settle(1000)
    expect([...open]).toEqual(['host:camera'])
    store.handleEvents([{ e: 'engine', state: 'down' }])
    expect([...open]).toEqual([])
    store.handleEvents([
      { e: 'engine', state: 'back' },
      { e: 'feeds', feeds: [feed('host')] },
    ])
    await settle()
    expect([...open]).toEqual(['host:camera'])
  })

  it('reports the devices that are on, once, and again if the room has lost them', async () => {
    const { store, requests, settle } = build()
    const reported = 'media.state {"microphone":false,"camera":true,"screen":false}'
    store.handleEvents([{ e: 'snapshot', room: buildSnapshot({ seats: [seat('me')] }) }])
    store.handleEvents([{ e: 'presence', online: 5, onlinePeak: 5 }])
    await settle()
    expect(requests).toEqual([reported])
    store.handleEvents([{ e: 'stage', seats: [seat('me', { camera: true })] }])
    expect(requests).toEqual([reported])
    store.handleEvents([{ e: 'stage', seats: [seat('me', { number: 0 })] }])
    expect(requests).toEqual([reported, reported])
  })

  it('switches to the stream if peers receive nothing although a person sends, and back if the stream fails too', async () => {
    const { store, open, indicators, session, settle } = build({ packets: 0 })
    store.handleEvents([{ e: 'snapshot', room: buildSnapshot({ feeds: [feed('host')] }) }])
    await settle(20_000)
    expect(indicators.get().stream).toBe(false)
    store.handleEvents([{ e: 'stage', seats: [seat('host', { microphone: true })] }])
    await settle(1000)
    expect(indicators.get().stream).toBe(true)
    expect([...open]).toEqual([])
    session.streamFailed()
    expect(indicators.get().stream).toBe(false)
  })

  it('switches to the stream at once in a large room', async () => {
    const { store, indicators, settle } = build({ refuses: 370115 })
    store.handleEvents([{ e: 'snapshot', room: buildSnapshot({ feeds: [feed('host')] }) }])
    await settle()
    expect(indicators.get().stream).toBe(true)
  })
})
