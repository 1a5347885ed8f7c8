import { describe, expect, it } from 'vitest'
import { type BeatOutcome, createWatchReporter, type WatchBeat } from './watch-reporter.ts'

function stage() {
  const sent: WatchBeat[] = []
  const answers: ((outcome: BeatOutcome) => void)[] = []
  const timers: { work: () => void; ms: number }[] = []
  const told = { covered: 0, takenOver: 0 }
  const reporter = createWatchReporter({
    send(beat) {
      sent.push(beat)
      return new Promise((resolve) => answers.push(resolve))
    },
    onCovered: (coveredMs) => {
      told.covered = coveredMs
    },
    onTakenOver: () => {
      told.takenOver += 1
    },
    later: (work, ms) => timers.push({ work, ms }),
  })
  const answer = async (outcome: BeatOutcome) => {
    answers.shift()?.(outcome)
    await Promise.resolve()
    await Promise.resolve()
  }
  return { reporter, sent, answer, timers, told }
}

const played = (from: number, to: number) => ({ intervals: [{ from, to }], activeMs: to - from, positionMs: to })

describe('the reporter of a replay', () => {
  it('sends one beat at a time, and the rest with the next number', async () => {
    const { reporter, sent, answer, told } = stage()
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
    expect(told).toEqual({ covered: 2000, takenOver: 0 })
  })

  it('repeats a beat as it was while the server is away, and later where the clock is slower', async () => {
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

  it('ends where another page watches, and drops what is never taken', async () => {
    const { reporter, sent, answer, told } = stage()
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
    expect(told.takenOver).toBe(1)
  })

  it('says everything at once when the page is left', () => {
    const { reporter, sent } = stage()
    reporter.add(played(0, 1000))
    reporter.flush()
    reporter.add(played(1000, 2000))
    reporter.leave()
    expect(sent[1]).toEqual({ sequence: 2, intervals: [{ from: 0, to: 2000 }], activeMs: 1000, positionMs: 2000 })
    reporter.leave()
    expect(sent).toHaveLength(3)
  })

  it('takes no more pieces into a beat than the server does', async () => {
    const { reporter, sent, answer } = stage()
    const intervals = Array.from({ length: 150 }, (_, index) => ({ from: index * 10, to: index * 10 + 1 }))
    reporter.add({ intervals, activeMs: 150 })
    reporter.flush()
    expect(sent[0]?.intervals).toHaveLength(100)
    await answer({ kind: 'acknowledged', coveredMs: 100 })
    expect(sent[1]?.intervals).toHaveLength(50)
  })
})
