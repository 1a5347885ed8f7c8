import { describe, expect, it } from 'vitest'
import { createWatchReporter, type HeartbeatOutcome, type WatchHeartbeat } from './watch-reporter.ts'

function stage() {
  const sent: WatchHeartbeat[] = []
  const answers: ((outcome: HeartbeatOutcome) => void)[] = []
  const timers: { work: () => void; ms: number }[] = []
  const reported = { covered: 0, takenOver: 0 }
  const reporter = createWatchReporter({
    send(heartbeat) {
      sent.push(heartbeat)
      return new Promise((resolve) => answers.push(resolve))
    },
    onCovered: (coveredMs) => {
      reported.covered = coveredMs
    },
    onTakenOver: () => {
      reported.takenOver += 1
    },
    later: (work, ms) => timers.push({ work, ms }),
  })
  const answer = async (outcome: HeartbeatOutcome) => {
    answers.shift()?.(outcome)
    await Promise.resolve()
    await Promise.resolve()
  }
  return { reporter, sent, answer, timers, reported }
}

const played = (from: number, to: number) => ({ intervals: [{ from, to }], activeMs: to - from, positionMs: to })

describe('the reporter of a replay', () => {
  it('sends one heartbeat at a time, and the rest with the next number', async () => {
    const { reporter, sent, answer, reported } = stage()
    reporter.flush()
    expect(sent).toEqual([])
    reporter.add(played(0, 1000))
    reporter.flush()
    reporter.add(played(1000, 2000))
    reporter.flush()
    expect(sent).toEqual([{ sequence: 1, ...played(0, 1000) }])
    await answer({ kind: 'acknowledged', coveredMs: 1000 })
    expect(sent[1]).toEqual({ sequence: 2, ...played(1000, 2000) })
    await answer({ kind: 'acknowledged', coveredMs: 2000 })
    expect(reported).toEqual({ covered: 2000, takenOver: 0 })
  })

  it('repeats a heartbeat unchanged while the server is away, and later if the clock is slower', async () => {
    const { reporter, sent, answer, timers } = stage()
    reporter.add(played(0, 1000))
    reporter.flush()
    await answer({ kind: 'away' })
    reporter.add(played(1000, 2000))
    reporter.flush()
    expect(sent).toHaveLength(1)
    timers[0]?.work()
    expect(sent[1]).toEqual(sent[0])
    await answer({ kind: 'refused', errorCode: 370151, retryAfterMs: 1700 })
    expect(timers[1]?.ms).toBe(1700)
    timers[1]?.work()
    expect(sent[2]).toEqual(sent[0])
  })

  it('ends if another page watches, and drops heartbeats that are never accepted', async () => {
    const { reporter, sent, answer, reported } = stage()
    reporter.add(played(0, 1000))
    reporter.flush()
    await answer({ kind: 'refused', errorCode: 370153 })
    reporter.add(played(1000, 2000))
    reporter.flush()
    expect(sent[1]).toEqual({ sequence: 2, ...played(1000, 2000) })
    await answer({ kind: 'refused', errorCode: 370152 })
    reporter.add(played(2000, 3000))
    reporter.flush()
    reporter.leave()
    expect(sent).toHaveLength(2)
    expect(reported.takenOver).toBe(1)
  })

  it('sends everything at once when the page closes', () => {
    const { reporter, sent } = stage()
    reporter.add(played(0, 1000))
    reporter.flush()
    reporter.add(played(1000, 2000))
    reporter.leave()
    expect(sent[1]).toEqual({ sequence: 2, intervals: [{ from: 0, to: 2000 }], activeMs: 1000, positionMs: 2000 })
    reporter.leave()
    expect(sent).toHaveLength(3)
  })

  it('puts no more intervals into a heartbeat than the server accepts', async () => {
    const { reporter, sent, answer } = stage()
    const intervals = Array.from({ length: 150 }, (_, index) => ({ from: index * 10, to: index * 10 + 1 }))
    reporter.add({ intervals, activeMs: 150 })
    reporter.flush()
    expect(sent[0]?.intervals).toHaveLength(100)
    await answer({ kind: 'acknowledged', coveredMs: 100 })
    expect(sent[1]?.intervals).toHaveLength(50)
  })
})
