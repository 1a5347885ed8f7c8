import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { proves } from '#test/proves.ts'
import { isReady, type PolledLive, pollUntilReady } from './polling.ts'

const ready: PolledLive = { status: 1, requestStatus: 3, genseeStatus: null, organizerToken: 'token' }
const waiting: PolledLive = { status: 0, requestStatus: 1, genseeStatus: null, organizerToken: null }
const mayPass = () => true

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

async function polled(ask: (signal: AbortSignal) => Promise<PolledLive>, signal = new AbortController().signal) {
  const waitingFor = pollUntilReady({ ask, signal, mayPass })
  await vi.runAllTimersAsync()
  return waitingFor
}

describe('polling a live session until it is ready', () => {
  it('[LIVE-123] needs the status, one of the two answers, and the token', () => {
    expect(isReady(ready)).toBe(true)
    expect(isReady({ ...ready, requestStatus: null, genseeStatus: 3 })).toBe(true)
    expect(isReady({ ...ready, status: 0 })).toBe(false)
    expect(isReady({ ...ready, requestStatus: 2 })).toBe(false)
    expect(isReady({ ...ready, organizerToken: null })).toBe(false)
    expect(isReady({ ...ready, organizerToken: '' })).toBe(false)
  })

  it('polls every 5 s', async () => {
    const times: number[] = []
    const ask = vi.fn(async () => {
      times.push(Date.now())
      return waiting
    })
    await polled(ask)
    const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    await proves('LIVE-122', () => expect(steps).toEqual(Array.from({ length: 23 }, () => 5000)))
  })

  it('gives up after the 24th attempt', async () => {
    const ask = vi.fn(async () => waiting)
    const outcome = await polled(ask)
    await proves('LIVE-122', () => expect(ask).toHaveBeenCalledTimes(24))
    await proves('LIVE-124', () => expect(outcome).toBeUndefined())
  })

  it('[LIVE-123] stops after success, also at the last attempt', async () => {
    const soon = vi.fn(async () => (soon.mock.calls.length === 3 ? ready : waiting))
    expect(await polled(soon)).toEqual(ready)
    expect(soon).toHaveBeenCalledTimes(3)
    const late = vi.fn(async () => (late.mock.calls.length === 24 ? ready : waiting))
    expect(await polled(late)).toEqual(ready)
  })

  it('[LIVE-125] sends no further request after it is aborted', async () => {
    const closing = new AbortController()
    const ask = vi.fn(async () => waiting)
    const waitingFor = pollUntilReady({ ask, signal: closing.signal, mayPass })
    await vi.advanceTimersByTimeAsync(12_000)
    expect(ask).toHaveBeenCalledTimes(3)
    closing.abort()
    expect(await waitingFor).toBeUndefined()
    await vi.runAllTimersAsync()
    expect(ask).toHaveBeenCalledTimes(3)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('[LIVE-125] aborts the request in flight too', async () => {
    const closing = new AbortController()
    const ask = (signal: AbortSignal) =>
      new Promise<PolledLive>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
    const waitingFor = pollUntilReady({ ask, signal: closing.signal, mayPass: () => false })
    closing.abort()
    expect(await waitingFor).toBeUndefined()
  })

  it('treats a lost connection as a failed attempt; a refusal ends the polling', async () => {
    const broken = vi.fn(async () => {
      if (broken.mock.calls.length < 4) throw new Error('offline')
      return ready
    })
    expect(await polled(broken)).toEqual(ready)
    const refused = pollUntilReady({
      ask: () => Promise.reject(new Error('refused')),
      signal: new AbortController().signal,
      mayPass: () => false,
    })
    await expect(refused).rejects.toThrow('refused')
  })
})
