import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Kept } from './kept.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function build(failures = 0) {
  const made: { closed: boolean; lose: () => void; close: () => void }[] = []
  let left = failures
  const failed: unknown[] = []
  const kept = new Kept({
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
  return { kept, made, failed }
}

describe('what is kept connected', () => {
  it('is tried again until it is there', async () => {
    const { kept, made, failed } = build(2)
    await vi.advanceTimersByTimeAsync(499)
    expect(made).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(2000)
    expect(kept.current).toBe(made[0])
    expect(failed).toHaveLength(2)
  })

  it('is made anew when it is lost, once for each loss', async () => {
    const { kept, made } = build()
    await vi.advanceTimersByTimeAsync(0)
    made[0]?.lose()
    made[0]?.lose()
    expect(made[0]?.closed).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(made).toHaveLength(2)
    expect(kept.current).toBe(made[1])
  })

  it('leaves nothing open when it is no longer wanted, also what was under way', async () => {
    const { kept, made } = build()
    kept.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(made.map((one) => one.closed)).toEqual([true])
    expect(kept.current).toBeUndefined()
  })

  it('is tried at once where it is hurried, and left alone where it is there', async () => {
    const { kept, made } = build(1)
    await vi.advanceTimersByTimeAsync(0)
    kept.hurry()
    await vi.advanceTimersByTimeAsync(0)
    expect(made).toHaveLength(1)
    kept.hurry()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(made).toHaveLength(1)
  })

  it('is renewed at once when asked, and the old one is closed', async () => {
    const { kept, made } = build()
    await vi.advanceTimersByTimeAsync(0)
    kept.renew()
    await vi.advanceTimersByTimeAsync(0)
    expect(made.map((one) => one.closed)).toEqual([true, false])
    expect(kept.current).toBe(made[1])
  })
})
