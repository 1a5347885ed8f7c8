import { expect, test } from 'vitest'
import { unionOf } from '#web/media/intervals.ts'
import { createOutbox, type Heartbeat, type OutboxStorage, type Unsent } from './outbox.ts'
import { type Acknowledgement, createReporter, type Outcome as OutcomeOf } from './reporter.ts'

function memory(): OutboxStorage {
  const map = new Map<string, string>()
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    key: (index) => [...map.keys()][index] ?? null,
    get length() {
      return map.size
    },
  }
}

type Outcome = OutcomeOf<Acknowledgement>

const codes = { tooFast: 1, takenOver: 2, takenDown: 3, notBought: 4 }

const answerOf = (sequence: number) => ({ acknowledgedSequence: sequence })

/** A server that answers when the test lets it, and counts as the real one does: a number that is not above is a repeat. */
function server() {
  const asked: { heartbeat: Heartbeat; answer: (outcome?: Outcome) => Promise<void> }[] = []
  let stored: { from: number; to: number }[] = []
  let sequence = 0
  const send = (_: string, heartbeat: Heartbeat) =>
    new Promise<Outcome>((resolve) => {
      asked.push({
        heartbeat,
        answer: async (outcome) => {
          if (!outcome && heartbeat.sequence > sequence) {
            stored = unionOf([...stored, ...heartbeat.intervals])
            sequence = heartbeat.sequence
          }
          resolve(outcome ?? { kind: 'acknowledged', answer: answerOf(sequence) })
          await settle()
        },
      })
    })
  return { send, asked, stored: () => stored, last: () => asked.at(-1) }
}

/** Lets everything that was promised happen. */
const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

function study(storage = memory(), from?: Unsent) {
  const wire = server()
  const timers: { work: () => void; ms: number; cancelled: boolean }[] = []
  const states: string[] = []
  const outbox = createOutbox(storage, 'shuyuan.test.', () => 1_700_000_000_000)
  const options = {
    playbackId: 'p1',
    memberId: 'm1',
    codes,
    send: wire.send,
    outbox,
    onState: (state: string) => void states.push(state),
    later: (work: () => void, ms: number) => {
      const timer = { work, ms, cancelled: false }
      timers.push(timer)
      return () => {
        timer.cancelled = true
      }
    },
  }
  const reporter = createReporter(options, from)
  const ring = () => {
    const due = timers.splice(0).filter((timer) => !timer.cancelled)
    for (const timer of due) timer.work()
    return due.map(({ ms }) => ms)
  }
  const play = (fromMs: number, toMs: number) =>
    reporter.add({ intervals: [{ from: fromMs, to: toMs }], position: toMs, activeMs: toMs - fromMs })
  return { ...wire, reporter, play, ring, states, outbox, storage, options }
}

test('[COURSE-056] heartbeats are numbered from 1, and one is under way at a time', async () => {
  const { reporter, play, asked, stored } = study()
  play(0, 5000)
  reporter.flush()
  play(5000, 10_000)
  reporter.flush()
  play(10_000, 11_000)
  reporter.flush()
  expect(asked).toHaveLength(1)
  await asked[0]?.answer()
  expect(asked.map(({ heartbeat }) => heartbeat.sequence)).toEqual([1, 2])
  expect(asked[1]?.heartbeat).toMatchObject({
    intervals: [{ from: 5000, to: 11_000 }],
    position: 11_000,
    activeMs: 6000,
  })
  await asked[1]?.answer()
  expect(stored()).toEqual([{ from: 0, to: 11_000 }])
  await reporter.settled()
})

test('[COURSE-056] while the server is away studying goes on, and everything arrives when it is back', async () => {
  const { reporter, play, asked, stored, ring, states, outbox } = study()
  play(0, 5000)
  reporter.flush()
  await asked[0]?.answer({ kind: 'away' })
  expect(states).toEqual(['away'])
  for (const [index, wait] of [1000, 2000, 4000, 8000, 15_000, 15_000].entries()) {
    play(5000 + index * 1000, 6000 + index * 1000)
    reporter.flush()
    if (index > 0) await asked.at(-1)?.answer({ kind: 'away' })
    expect(ring()).toEqual([wait])
  }
  // Each try has a number of its own, with all that was studied so far: it is weighed against the whole absence.
  expect(asked.map(({ heartbeat }) => heartbeat.sequence)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(asked.at(-1)?.heartbeat).toMatchObject({ intervals: [{ from: 0, to: 11_000 }], activeMs: 11_000 })
  expect(outbox.list('m1')).toHaveLength(1)
  await asked.at(-1)?.answer()
  expect(states).toEqual(['away', 'reporting'])
  expect(stored()).toEqual([{ from: 0, to: 11_000 }])
  expect(outbox.list('m1')).toEqual([])
})

test('[COURSE-056] a heartbeat whose answer was lost is repeated and counts once', async () => {
  const { reporter, play, asked, stored, ring } = study()
  play(0, 5000)
  reporter.flush()
  const first = asked[0]
  await first?.answer({ kind: 'away' })
  ring()
  expect(asked[1]?.heartbeat).toEqual(first?.heartbeat)
  await asked[1]?.answer()
  expect(stored()).toEqual([{ from: 0, to: 5000 }])
})

test('[COURSE-056] after a reload everything that was not acknowledged is sent again', async () => {
  const storage = memory()
  const before = study(storage)
  before.play(0, 5000)
  before.reporter.flush()
  before.play(5000, 8000)
  // The page dies here; nothing was answered.
  const [left] = before.outbox.list('m1')
  const after = study(storage, left)
  after.reporter.flush()
  const whole = { intervals: [{ from: 0, to: 8000 }], position: 8000, activeMs: 8000 }
  expect(after.asked.map(({ heartbeat }) => heartbeat)).toEqual([{ sequence: 2, ...whole }])
  await after.asked[0]?.answer()
  await after.reporter.settled()
  expect(after.stored()).toEqual([{ from: 0, to: 8000 }])
  expect(after.outbox.list('m1')).toEqual([])
})

test('[COURSE-056] a page that is left says everything in one heartbeat, whichever of its heartbeats is read first', async () => {
  const { reporter, play, asked, stored } = study()
  play(0, 5000)
  reporter.flush()
  play(5000, 8000)
  reporter.leave()
  expect(asked[1]?.heartbeat).toEqual({
    sequence: 2,
    intervals: [{ from: 0, to: 8000 }],
    position: 8000,
    activeMs: 8000,
  })
  await asked[1]?.answer()
  await asked[0]?.answer()
  expect(stored()).toEqual([{ from: 0, to: 8000 }])
  await reporter.settled()
})

test('[COURSE-056] leaving with nothing new repeats nothing', async () => {
  const { reporter, play, asked } = study()
  play(0, 5000)
  reporter.flush()
  reporter.leave()
  expect(asked).toHaveLength(1)
  await asked[0]?.answer()
  reporter.leave()
  expect(asked).toHaveLength(1)
})

test('[COURSE-056] another member finds nothing of it on the same computer', () => {
  const { reporter, play, outbox } = study()
  play(0, 5000)
  reporter.flush()
  expect(outbox.list('m1')).toHaveLength(1)
  expect(outbox.list('m2')).toEqual([])
})

test('[COURSE-056] a claim that is too fast for the clock waits and is repeated as it was', async () => {
  const { reporter, play, asked, ring, states } = study()
  play(0, 5000)
  reporter.flush()
  await asked[0]?.answer({ kind: 'refused', errorCode: codes.tooFast, retryAfterMs: 700 })
  expect(ring()).toEqual([700])
  expect(asked[1]?.heartbeat).toEqual(asked[0]?.heartbeat)
  expect(states).toEqual([])
})

test.each([
  [codes.takenOver, 'taken-over'],
  [codes.takenDown, 'taken-down'],
  [codes.notBought, 'not-bought'],
])('[COURSE-056] refusal %i ends the reporting as %s', async (errorCode, state) => {
  const { reporter, play, asked, states, outbox } = study()
  play(0, 5000)
  reporter.flush()
  await asked[0]?.answer({ kind: 'refused', errorCode })
  expect(states).toEqual([state])
  play(5000, 9000)
  reporter.flush()
  reporter.leave()
  expect(asked).toHaveLength(1)
  expect(outbox.list('m1')).toEqual([])
  await reporter.settled()
})

test('[COURSE-056] a heartbeat that is refused for ever does not stop the next', async () => {
  const { reporter, play, asked } = study()
  play(0, 5000)
  reporter.flush()
  await asked[0]?.answer({ kind: 'refused', errorCode: 900001 })
  play(5000, 9000)
  reporter.flush()
  expect(asked[1]?.heartbeat).toMatchObject({ sequence: 2, intervals: [{ from: 5000, to: 9000 }] })
})

test('[COURSE-056] more pieces than a heartbeat may carry leave in several', async () => {
  const { reporter, asked, stored } = study()
  const pieces = Array.from({ length: 230 }, (_, index) => ({ from: index * 10, to: index * 10 + 5 }))
  reporter.add({ intervals: pieces, position: 9, activeMs: 1150 })
  reporter.flush()
  for (let index = 0; index < 3; index++) await asked[index]?.answer()
  expect(asked.map(({ heartbeat }) => heartbeat.intervals.length)).toEqual([100, 100, 30])
  expect(asked.map(({ heartbeat }) => heartbeat.activeMs)).toEqual([1150, 0, 0])
  expect(stored()).toEqual(pieces)
})

test('[COURSE-056] a place without anything played is reported too: studying goes on there', async () => {
  const { reporter, asked } = study()
  reporter.add({ intervals: [], position: 42_000, activeMs: 0 })
  reporter.flush()
  expect(asked[0]?.heartbeat).toEqual({ sequence: 1, intervals: [], position: 42_000, activeMs: 0 })
  await asked[0]?.answer()
  await reporter.settled()
})
