import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Reconnecting } from './reconnecting.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function build(failures = 0) {
  const made: { closed: boolean; lose: () => void; close: () => void }[] = []
  let left = failures
  const failed: unknown[] = []
  const connection = new Reconnecting({
    random: () => 1,
    make: (onLost) => {
      if (left-- > 0) return Promise.reject(new Error('not now'))
      const one = {
        closed: false,
        lose: onLost,
        close: () => {
          one.closed = true
        },
      }
      made.push(one)
      return Promise.resolve(one)
    },
    onFailed: (error) => {
      failed.push(error)
      return false
    },
  })
  return { connection, made, failed }
}

describe('a reconnecting connection', () => {
  it('tries again until it succeeds', async () => {
    const { connection, made, failed } = build(2)
    await vi.advanceTimersByTimeAsync(499)
    expect(made).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(2000)
    expect(connection.current).toBe(made[0])
    expect(failed).toHaveLength(2)
  })

  it('reconnects after a loss, once for each loss', async () => {
    const { connection, made } = build()
    await vi.advanceTimersByTimeAsync(0)
    made[0]?.lose()
    made[0]?.lose()
    expect(made[0]?.closed).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(made).toHaveLength(2)
    expect(connection.current).toBe(made[1])
  })

  it('leaves nothing open after close, including an attempt in progress', async () => {
    const { connection, made } = build()
    connection.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(made.map((one) => one.closed)).toEqual([true])
    expect(connection.current).toBeUndefined()
  })

  it('tries at once after hurry, and does nothing if it is connected', async () => {
    const { connection, made } = build(1)
    await vi.advanceTimersByTimeAsync(0)
    connection.hurry()
    await vi.advanceTimersByTimeAsync(0)
    expect(made).toHaveLength(1)
    connection.hurry()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(made).toHaveLength(1)
  })

  it('renews at once on request, and closes the old connection', async () => {
    const { connection, made } = build()
    await vi.advanceTimersByTimeAsync(0)
    connection.renew()
    await vi.advanceTimersByTimeAsync(0)
    expect(made.map((one) => one.closed)).toEqual([true, false])
    expect(connection.current).toBe(made[1])
  })
})
