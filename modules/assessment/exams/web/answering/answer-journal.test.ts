import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  AnswerJournal,
  type Batch,
  type BatchResult,
  type EntryStore,
  type JournalEntry,
  type SaveState,
} from './answer-journal.ts'

interface Change {
  readonly place: number
  readonly answer: string
}

/** The browser's database: what it holds outlives the screen. */
function browserStore() {
  let kept: JournalEntry<Change>[] = []
  const store: EntryStore<Change> = {
    readAll: async () => [...kept],
    add: async (entry) => void kept.push(entry),
    removeUpTo: async (writer, number) => {
      kept = kept.filter((entry) => entry.writer !== writer || entry.number > number)
    },
  }
  return { store, lose: (writer: string, number: number) => store.removeUpTo(writer, number), all: () => kept }
}

/** A server as the contract has it: it takes each number once, in order, and nothing after the end. */
function examServer() {
  const stored: { writer: string; number: number; change: Change }[] = []
  const lastOf = (writer: string) => stored.filter((entry) => entry.writer === writer).length
  let ended = false
  return {
    stored,
    end: () => {
      ended = true
    },
    answers: () => Object.fromEntries(stored.map(({ change }) => [change.place, change.answer])),
    take({ writer, first, changes }: Batch<Change>): BatchResult {
      if (ended) return { kind: 'ended' }
      const last = lastOf(writer)
      if (first > last + 1) return { kind: 'gap', wanted: last + 1 }
      for (const [index, change] of changes.entries())
        if (first + index > lastOf(writer)) stored.push({ writer, number: first + index, change })
      return { kind: 'stored', acknowledged: lastOf(writer) }
    },
  }
}

let writers = 0
const newWriter = () => {
  writers += 1
  return `w${writers}`
}

type Network = 'sound' | 'lost-on-the-way' | 'answer-lost' | 'signed-out'

function send(server: ReturnType<typeof examServer>, network: () => Network) {
  return async (batch: Batch<Change>): Promise<BatchResult> => {
    const now = network()
    if (now === 'signed-out') return { kind: 'signed-out' }
    if (now === 'lost-on-the-way') return { kind: 'unreachable' }
    const result = server.take(batch)
    return now === 'answer-lost' ? { kind: 'unreachable' } : result
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const text = (place: number, answer: string): Change => ({ place, answer })

async function opened(network: () => Network = () => 'sound') {
  const server = examServer()
  const browser = browserStore()
  const states: SaveState[] = []
  const options = {
    newWriter,
    store: browser.store,
    send: send(server, network),
    onState: (state: SaveState) => states.push(state),
  }
  return { server, browser, states, options, journal: await AnswerJournal.open<Change>(options) }
}

describe('what a candidate changes', () => {
  it('goes out within five seconds, and is called saved only when the server has it', async () => {
    const { server, browser, states, journal } = await opened()
    await journal.add(text(1, 'a'))
    await journal.add(text(1, 'ab'))
    expect(journal.state).toEqual({ kind: 'saving', waiting: 2 })
    await vi.advanceTimersByTimeAsync(2999)
    expect(server.stored).toEqual([])
    await vi.advanceTimersByTimeAsync(2001)
    expect(server.answers()).toEqual({ 1: 'ab' })
    expect(states.at(-1)).toEqual({ kind: 'saved', waiting: 0 })
    expect(browser.all()).toEqual([])
  })

  it('is tried again at most five seconds apart while the network is away, and nothing is sent twice for good', async () => {
    let network: Network = 'lost-on-the-way'
    const { server, states, journal } = await opened(() => network)
    await journal.add(text(1, 'a'))
    await vi.advanceTimersByTimeAsync(600_000)
    expect(states.at(-1)).toEqual({ kind: 'offline', waiting: 1 })
    network = 'answer-lost'
    await vi.advanceTimersByTimeAsync(5000)
    await journal.add(text(2, 'b'))
    network = 'sound'
    await vi.advanceTimersByTimeAsync(5000)
    expect(server.stored.map(({ change }) => change)).toEqual([text(1, 'a'), text(2, 'b')])
    expect(journal.state).toEqual({ kind: 'saved', waiting: 0 })
  })

  it('waits for a new sign-in, and goes out after it', async () => {
    let network: Network = 'signed-out'
    const { server, journal } = await opened(() => network)
    await journal.add(text(1, 'a'))
    await journal.flush()
    expect(journal.state).toEqual({ kind: 'signed-out', waiting: 1 })
    network = 'sound'
    await journal.flush()
    expect(server.answers()).toEqual({ 1: 'a' })
  })

  it('stays in the browser when the attempt has ended, and is asked for no more', async () => {
    const { server, browser, journal } = await opened()
    server.end()
    await journal.add(text(1, 'a'))
    await journal.flush()
    expect(journal.state).toEqual({ kind: 'ended', waiting: 1 })
    await journal.add(text(1, 'b'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.stored).toEqual([])
    expect(browser.all()).toHaveLength(2)
  })

  it('that another screen could not send is sent by the next, before its own', async () => {
    let network: Network = 'lost-on-the-way'
    const first = await opened(() => network)
    await first.journal.add(text(1, 'old'))
    await first.journal.add(text(2, 'kept'))
    first.journal.close()
    const unsent = await AnswerJournal.open<Change>(first.options)
    expect(unsent.waiting).toEqual([text(1, 'old'), text(2, 'kept')])
    unsent.close()
    network = 'sound'
    const next = await AnswerJournal.open<Change>(first.options)
    await next.add(text(1, 'new'))
    await next.flush()
    expect(first.server.answers()).toEqual({ 1: 'new', 2: 'kept' })
  })

  it('gets other numbers where the browser has lost those before', async () => {
    let network: Network = 'lost-on-the-way'
    const first = await opened(() => network)
    for (const answer of ['a', 'b', 'c']) await first.journal.add(text(1, answer))
    first.journal.close()
    await first.browser.lose(first.journal.last.writer, 1)
    network = 'sound'
    const next = await AnswerJournal.open<Change>(first.options)
    await next.flush()
    expect(first.server.stored.map(({ change }) => change.answer)).toEqual(['b', 'c'])
    expect(first.browser.all()).toEqual([])
    expect(next.state).toEqual({ kind: 'saved', waiting: 0 })
  })
})

it('whatever the network, crashes and reloads do, the server ends with each last answer, and none twice', async () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('change' as const), place: fc.nat(3) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat(8000) }) },
    { weight: 2, arbitrary: fc.constant({ do: 'reload' as const }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('network' as const),
        is: fc.constantFrom<Network>('sound', 'lost-on-the-way', 'answer-lost', 'signed-out'),
      }),
    },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      let network: Network = 'sound'
      const { server, options, journal: first, browser } = await opened(() => network)
      let journal = first
      const made: Change[] = []
      for (const one of steps) {
        if (one.do === 'network') network = one.is
        else if (one.do === 'wait') await vi.advanceTimersByTimeAsync(one.ms)
        else if (one.do === 'reload') {
          journal.close()
          journal = await AnswerJournal.open<Change>(options)
        } else {
          const change = text(one.place, `answer ${made.length}`)
          made.push(change)
          await journal.add(change)
        }
        // What is shown as saved is at the server.
        if (journal.state.kind === 'saved') expect(server.stored).toHaveLength(made.length)
      }
      network = 'sound'
      await vi.advanceTimersByTimeAsync(10_000)
      await journal.flush()
      expect(server.stored.map(({ change }) => change)).toEqual(made)
      expect(browser.all()).toEqual([])
      expect(journal.state).toEqual({ kind: 'saved', waiting: 0 })
    }),
    { numRuns: 1000 },
  )
})

it('gives up what came too late for its section, says how many, and sends the rest under new numbers', async () => {
  vi.useRealTimers()
  const { store, all } = browserStore()
  const sent: Batch<Change>[] = []
  const refused = vi.fn()
  const journal = await AnswerJournal.open<Change>({
    newWriter,
    store,
    onState: () => undefined,
    onRefused: refused,
    send: async (batch) => {
      sent.push(batch)
      const late = batch.changes.flatMap(({ place }, at) => (place === 1 ? [batch.first + at] : []))
      if (late.length > 0) return { kind: 'refused', numbers: late }
      return { kind: 'stored', acknowledged: batch.first + batch.changes.length - 1 }
    },
  })
  await journal.add({ place: 1, answer: 'late' })
  await journal.add({ place: 2, answer: 'in time' })
  await journal.add({ place: 1, answer: 'late' })
  await journal.flush()
  expect(refused).toHaveBeenCalledExactlyOnceWith(2)
  expect(sent.at(-1)).toMatchObject({ first: 1, changes: [{ place: 2, answer: 'in time' }] })
  expect(sent.at(-1)?.writer).not.toBe(sent[0]?.writer)
  expect(journal.last).toEqual({ writer: sent.at(-1)?.writer, number: 1 })
  expect([journal.state, all()]).toEqual([{ kind: 'saved', waiting: 0 }, []])
  journal.close()
})
