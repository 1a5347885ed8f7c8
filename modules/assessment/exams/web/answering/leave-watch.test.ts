import { describe, expect, it } from 'vitest'
import { ServerClock } from '#web/ui/server-clock.ts'
import { LeaveWatch, type SeenLeave } from './leave-watch.ts'

const here = { isHidden: false, isFocused: true, isOnline: true }
const hidden = { ...here, isHidden: true, isFocused: false }
const blurred = { ...here, isFocused: false }

function watched() {
  let now = 1000
  const seen: SeenLeave[] = []
  const watch = new LeaveWatch(
    () => now,
    (leave) => seen.push(leave),
  )
  return {
    seen,
    watch,
    at: (ms: number, signs: Parameters<LeaveWatch['see']>[0]) => {
      now = ms
      watch.see(signs)
    },
  }
}

describe('leaving the exam', () => {
  it('is seen with its kind, its start and its length, when the examinee is back', () => {
    const { seen, at } = watched()
    at(2000, hidden)
    expect(seen).toEqual([])
    at(9500, here)
    expect(seen).toEqual([{ kind: 'hidden', startedAt: 2000, ms: 7500, isOffline: false }])
    at(9600, here)
    expect(seen).toHaveLength(1)
  })

  it('is one leave, of the graver kind, where another window comes first and hides this one then', () => {
    const { seen, at } = watched()
    at(2000, blurred)
    at(3000, hidden)
    at(4000, blurred)
    at(5000, here)
    expect(seen).toEqual([{ kind: 'hidden', startedAt: 2000, ms: 3000, isOffline: false }])
  })

  it('says whether the network was away at some moment of it', () => {
    const { seen, at } = watched()
    at(2000, hidden)
    at(3000, { ...hidden, isOnline: false })
    at(4000, hidden)
    at(5000, here)
    at(6000, { ...here, isOnline: false })
    at(7000, here)
    expect(seen).toEqual([{ kind: 'hidden', startedAt: 2000, ms: 3000, isOffline: true }])
  })

  it('is none where the exam itself has opened a choice of files, once', () => {
    const { seen, at, watch } = watched()
    watch.pause()
    at(8000, blurred)
    at(9000, here)
    expect(seen).toEqual([])
    at(10_000, blurred)
    at(11_000, here)
    expect(seen).toEqual([{ kind: 'blur', startedAt: 10_000, ms: 1000, isOffline: false }])
  })
})

describe("the server's clock", () => {
  it('goes on by what has passed, and follows the answer that took the shortest way', () => {
    let passed = 500
    const clock = new ServerClock(1_000_000, () => passed)
    expect(clock.now()).toBe(1_000_000)
    passed = 1500
    expect(clock.now()).toBe(1_001_000)
    // An answer that took 400 ms says what time it was then.
    clock.hear(1_000_600)
    expect(clock.now()).toBe(1_001_000)
    clock.hear(1_001_250)
    expect(clock.now()).toBe(1_001_250)
  })
})
