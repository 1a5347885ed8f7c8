/** The queue of scans: nothing is lost or sent under another clock, whatever the network does. */
import '#test/web/browser.ts'
import { expect, it } from 'vitest'
import type { Scan } from '../../contract/scanning.ts'
import {
  type LoadedClock,
  type QueuedScan,
  type QueueState,
  type ScanAnswer,
  ScanQueue,
  type ScanStore,
  type SendResult,
} from './scan-queue.ts'

function memoryStore() {
  const kept = new Map<string, QueuedScan>()
  const store: ScanStore = {
    readAll: async () => [...kept.values()].toSorted((a, b) => a.sequence - b.sequence),
    add: async (one) => void kept.set(one.scan.id, one),
    remove: async (ids) => {
      for (const id of ids) kept.delete(id)
    },
  }
  return { kept, store }
}

const morning: LoadedClock = { serverTime: 1000, deviceTime: 5000 }
const noon: LoadedClock = { serverTime: 9000, deviceTime: 13_000 }

const queued = (id: string, sequence: number, clock = morning): QueuedScan => ({
  ...{ checkInId: 'list', staffId: 'staff', sequence, clock },
  scan: { id, memberId: id, code: 'code', way: 'scan', direction: 'in', at: sequence } satisfies Scan,
})

const taken = (scans: readonly Scan[]): SendResult => ({
  kind: 'answered',
  answers: scans.map(({ id, at }) => ({ id, result: 'taken', at, flags: [] })),
})

function queueOn(store: ScanStore, send: (clock: LoadedClock, scans: readonly Scan[]) => SendResult, batchMax = 500) {
  const states: QueueState[] = []
  const answers: ScanAnswer[] = []
  const queue = new ScanQueue({
    ...{ store, batchMax, now: () => 77, onState: (state) => states.push(state) },
    onAnswers: (more) => answers.push(...more),
    send: async (clock, scans) => send(clock, scans),
  })
  return { queue, answers, state: () => states.at(-1) }
}

it('keeps what is scanned without network, and sends it in its order when the network is back', async () => {
  const { kept, store } = memoryStore()
  let isAway = true
  const sent: string[] = []
  const { queue, answers, state } = queueOn(store, (_, scans) => {
    if (isAway) return { kind: 'unreachable' }
    sent.push(...scans.map(({ id }) => id))
    return taken(scans)
  })
  for (const [at, id] of ['one', 'two', 'three'].entries()) await queue.add(queued(id, at + 1))
  await queue.send()
  expect(state()).toMatchObject({ waiting: 3, isAway: true, sentAt: undefined })
  expect([...kept.keys()]).toEqual(['one', 'two', 'three'])
  isAway = false
  await queue.send()
  expect(sent).toEqual(['one', 'two', 'three'])
  expect(state()).toMatchObject({ waiting: 0, isAway: false, isSending: false, sentAt: 77 })
  expect(kept.size).toBe(0)
  expect(answers.map(({ id }) => id)).toEqual(sent)
})

it('takes up what an earlier page has left', async () => {
  const { kept, store } = memoryStore()
  const before = queueOn(store, () => ({ kind: 'unreachable' }))
  await before.queue.add(queued('one', 1))
  const after = queueOn(store, (_, scans) => taken(scans))
  expect((await after.queue.open()).map(({ scan }) => scan.id)).toEqual(['one'])
  await after.queue.send()
  expect(kept.size).toBe(0)
  expect(after.state()).toMatchObject({ waiting: 0 })
})

it('sends each scan under the clock with which it was made, and no more at once than are taken', async () => {
  const { store } = memoryStore()
  let isAway = true
  const batches: (readonly [number, readonly string[]])[] = []
  const { queue } = queueOn(
    store,
    ({ serverTime }, scans) => {
      if (isAway) return { kind: 'unreachable' }
      batches.push([serverTime, scans.map(({ id }) => id)])
      return taken(scans)
    },
    2,
  )
  for (const [at, id] of ['a', 'b', 'c'].entries()) await queue.add(queued(id, at + 1))
  await queue.add(queued('d', 4, noon))
  isAway = false
  await queue.send()
  await queue.send()
  expect(batches).toEqual([
    [1000, ['a', 'b']],
    [1000, ['c']],
    [9000, ['d']],
  ])
})

it('loses nothing when the server takes none of it, and says why', async () => {
  const { kept, store } = memoryStore()
  const error = new Error('closed')
  const { queue, state } = queueOn(store, () => ({ kind: 'refused', error }))
  await queue.add(queued('one', 1))
  await queue.send()
  expect(state()).toMatchObject({ waiting: 1, isAway: false, isSending: false, refusal: error })
  expect(kept.size).toBe(1)
})

it('keeps what an answer leaves out, and does not ask for ever', async () => {
  const { kept, store } = memoryStore()
  let calls = 0
  const { queue, state } = queueOn(store, (_, scans) => {
    calls += 1
    return calls === 1 ? taken(scans.slice(0, 1)) : { kind: 'answered', answers: [] }
  })
  await store.add(queued('one', 1))
  await store.add(queued('two', 2))
  await queue.open()
  await queue.send()
  expect(calls).toBe(2)
  expect([...kept.keys()]).toEqual(['two'])
  expect(state()).toMatchObject({ waiting: 1 })
})
