import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { waitBefore } from './backoff.ts'
import { Channel, type ChannelOptions, Lost, type Message, Refused, type SocketLike } from './channel.ts'

class FakeSocket implements SocketLike {
  readonly sent: Message[] = []
  closed = false
  onopen: SocketLike['onopen'] = null
  onmessage: SocketLike['onmessage'] = null
  onclose: SocketLike['onclose'] = null
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {
    this.closed = true
  }
  receive(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

function build(more: Partial<ChannelOptions> = {}) {
  const sockets: FakeSocket[] = []
  const events: Message[] = []
  const states: string[] = []
  const ends: unknown[] = []
  let tickets = 0
  const channel = new Channel({
    address: () => Promise.resolve(`/socket?ticket=${++tickets}`),
    isFinal: () => false,
    connect: () => {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket
    },
    onEvents: (parsedMessage) => events.push(...parsedMessage),
    onState: (state, again) => states.push(again ? `${state} again` : state),
    onEnd: (reason) => ends.push(reason),
    finalCodes: new Set([4001]),
    random: () => 0.5,
    ...more,
  })
  return { channel, sockets, events, states, ends }
}

async function opened(more: Partial<ChannelOptions> = {}) {
  const built = build(more)
  built.channel.start()
  await vi.advanceTimersByTimeAsync(0)
  built.sockets[0]?.onopen?.()
  return { ...built, socket: built.sockets[0] as FakeSocket }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('the channel', () => {
  it('matches answers to requests by number, in any order', async () => {
    const { channel, socket } = await opened()
    const first = channel.request('chat.send', { text: 'a' })
    const second = channel.request('like')
    expect(socket.sent).toEqual([
      { n: 1, op: 'chat.send', text: 'a' },
      { n: 2, op: 'like' },
    ])
    socket.receive({ n: 2, ok: true })
    socket.receive({ n: 1, ok: true, id: 'm' })
    socket.receive({ n: 1, ok: true, id: 'again' })
    expect(await second).toMatchObject({ n: 2 })
    expect(await first).toMatchObject({ id: 'm' })
  })

  it('rejects a refused request with its code, its message and its data', async () => {
    const { channel, socket } = await opened()
    const refused = channel.request('chat.send').catch((error: unknown) => error)
    socket.receive({ n: 1, error: { code: 370105, message: '发言太快', data: { seconds: 3 } } })
    expect(await refused).toMatchObject({ name: 'Refused', code: 370105, message: '发言太快', data: { seconds: 3 } })
    expect(await refused).toBeInstanceOf(Refused)
  })

  it('delivers events, single or in batches, and ignores nonsense', async () => {
    const { socket, events } = await opened()
    socket.receive([{ e: 'chat', id: 1 }, { e: 'like' }])
    socket.receive({ e: 'ended' })
    socket.onmessage?.({ data: '{broken' })
    socket.onmessage?.({ data: new ArrayBuffer(2) })
    socket.receive(7)
    expect(events.map((event) => event.e)).toEqual(['chat', 'like', 'ended'])
  })

  it('reconnects with a fresh ticket after a loss, and rejects the pending requests', async () => {
    const { channel, sockets, socket, states } = await opened()
    const lost = channel.request('like').catch((error: unknown) => error)
    socket.onclose?.({ code: 1006 })
    expect(await lost).toBeInstanceOf(Lost)
    await expect(channel.request('like')).rejects.toBeInstanceOf(Lost)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sockets).toHaveLength(2)
    sockets[1]?.onopen?.()
    expect(states).toEqual(['open', 'away', 'open again'])
    socket.receive([{ e: 'late' }])
    expect(channel.state).toBe('open')
  })

  it('gives up a socket that does not answer, or does not open', async () => {
    const { channel, sockets, states } = await opened({ requestTimeoutMs: 5000 })
    const silent = channel.request('like').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await silent).toBeInstanceOf(Lost)
    expect(sockets[0]?.closed).toBe(true)
    await vi.advanceTimersByTimeAsync(1000)
    expect(sockets).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(11_000)
    expect(sockets.length).toBeGreaterThan(2)
    expect(states).toEqual(['open', 'away'])
  })

  it('reconnects at once when the network is back', async () => {
    let works = false
    const { channel, sockets } = await opened({
      address: () => (works || sockets0() === 0 ? Promise.resolve('/') : Promise.reject(new Error('offline'))),
    })
    function sockets0() {
      return sockets?.length ?? 0
    }
    sockets[0]?.onclose?.({ code: 1006 })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(sockets).toHaveLength(1)
    works = true
    channel.hurry()
    await vi.advanceTimersByTimeAsync(0)
    expect(sockets).toHaveLength(2)
  })

  it('ends for good after a final close code, after a refusal, and after close', async () => {
    const removed = await opened()
    removed.socket.onclose?.({ code: 4001 })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(removed.sockets).toHaveLength(1)
    expect(removed.ends).toEqual([4001])
    expect(removed.states).toEqual(['open', 'closed'])

    const reason = new Error('no access')
    const refused = build({ address: () => Promise.reject(reason), isFinal: () => true })
    refused.channel.start()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(refused.ends).toEqual([reason])

    const left = await opened()
    left.channel.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(left.sockets).toHaveLength(1)
    expect(left.socket.closed).toBe(true)
    expect(left.ends).toEqual([])
  })
})

describe('the wait before the next attempt', () => {
  it('grows to ten seconds and no further, and is never the same for all', () => {
    expect([0, 1, 2, 3, 4, 5, 50].map((attempt) => waitBefore(attempt, () => 1))).toEqual([
      500, 1000, 2000, 4000, 8000, 10_000, 10_000,
    ])
    expect(waitBefore(5, () => 0)).toBe(5000)
  })
})
