import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { v7 as newId } from 'uuid'
import { CallError } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { type Scan, type Scannable, scansMax } from '../../contract/scanning.ts'
import type { Direction } from '../../contract/states.ts'
import { attendance } from '../../contract.ts'
import {
  type LoadedClock,
  type QueuedScan,
  type QueueState,
  type ScanAnswer,
  ScanQueue,
  type SendResult,
} from './scan-queue.ts'
import { hashOf, type LocalResult, localResult, type ScanData, whereabouts, whoIs } from './scan-session.ts'
import { type KeptList, scannerStore } from './scan-store.ts'

const SEND_EVERY_MS = 8000
const RECENT_MAX = 30

/** A scan as the list of the latest shows it. */
export interface ShownScan {
  readonly id: string
  /** Empty: nobody has the code. */
  readonly memberId: string
  readonly direction: Direction
  readonly at: number
  readonly local: LocalResult
  /** What the server said of it; undefined: it waits, or was not sent at all. */
  readonly answer?: ScanAnswer
}

export interface ScannerPlace {
  readonly classId: string
  readonly checkInId: string
  readonly staffId: string
}

const idle: QueueState = { waiting: 0, isSending: false, isAway: false, sentAt: undefined, refusal: undefined }

async function sendTo(place: ScannerPlace, clock: LoadedClock, scans: readonly Scan[]): Promise<SendResult> {
  const params = { id: place.classId, checkInId: place.checkInId }
  const body = { scans: [...scans], clock: { ...clock, sentAt: Date.now() } }
  try {
    const { results } = await call(
      attendance.sendScans,
      { params, body },
      { handles: 'all', quiet: true, outdates: 'nothing' },
    )
    return { kind: 'answered', answers: results }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const isFinal = error.kind === 'refused' && (error.status === 422 || error.status === 403)
    return isFinal ? { kind: 'refused', error } : { kind: 'unreachable' }
  }
}

async function load(place: ScannerPlace): Promise<KeptList> {
  const params = { id: place.classId, checkInId: place.checkInId }
  const data = await call(attendance.scanData, { params }, { handles: 'all', quiet: true, cache: 0 })
  return { data, clock: { serverTime: data.serverTime, deviceTime: Date.now() } }
}

/** The participants: from the server, else as this device kept them. `error`: neither. */
function useList(place: ScannerPlace, store: ReturnType<typeof scannerStore>) {
  const [list, setList] = useState<KeptList>()
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once, and again when asked to.
  useEffect(() => {
    let isLeft = false
    const bring = async () => {
      try {
        const loaded = await load(place)
        if (!isLeft) setList(loaded)
        await store.writeList(loaded)
      } catch (failure) {
        if (!(failure instanceof CallError)) throw failure
        const kept = failure.kind === 'refused' ? undefined : await store.readList()
        if (isLeft) return
        if (kept) setList(kept)
        else setError(failure)
      }
    }
    setError(undefined)
    void bring()
    return () => {
      isLeft = true
    }
  }, [store, attempt])
  return { list, error, reload: () => setAttempt(attempt + 1) }
}

/** What a scanner does with codes, and what has come of them. */
export function useScanner(place: ScannerPlace) {
  const { classId, checkInId, staffId } = place
  const store = useMemo(() => scannerStore(staffId, checkInId), [staffId, checkInId])
  const { list, error, reload } = useList(place, store)
  const [queueState, setQueueState] = useState(idle)
  const [shown, setShown] = useState<readonly ShownScan[]>([])
  /** Made on this device and not refused: they count for where everybody is. */
  const [counted, setCounted] = useState<readonly Scan[]>([])
  const sequence = useRef(0)
  const takeAnswers = useEffectEvent((answers: readonly ScanAnswer[]) => {
    const byId = new Map(answers.map((answer) => [answer.id, answer]))
    setShown((before) => before.map((one) => ({ ...one, answer: byId.get(one.id) ?? one.answer }) as ShownScan))
    const lost = new Set(
      answers.filter(({ result }) => !['taken', 'known', 'already'].includes(result)).map(({ id }) => id),
    )
    setCounted((before) => before.filter(({ id }) => !lost.has(id)))
  })
  const queue = useMemo(
    () =>
      new ScanQueue({
        ...{ store, now: Date.now, batchMax: scansMax, onState: setQueueState },
        onAnswers: (answers) => takeAnswers(answers),
        send: (clock, scans) => sendTo({ classId, checkInId, staffId }, clock, scans),
      }),
    [store, classId, checkInId, staffId],
  )
  useEffect(() => {
    void queue.open().then((kept) => {
      sequence.current = Math.max(sequence.current, ...kept.map((one) => one.sequence))
      setCounted((before) => [...kept.map(({ scan }) => scan), ...before])
      setShown((before) => [...before, ...kept.map(keptAsShown).reverse()].slice(0, RECENT_MAX))
    })
    const again = () => void queue.send()
    const timer = setInterval(again, SEND_EVERY_MS)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [queue])
  const where = useMemo(() => list && whereabouts(list.data, counted), [list, counted])

  const take = async (member: Scannable | undefined, way: Scan['way'], code: string, direction: Direction) => {
    if (!list || !where) return undefined
    const local = localResult(list.data.kind, direction, member && where.get(member.memberId))
    const memberId = member?.memberId ?? ''
    const scan: Scan = { id: newId(), memberId, code, way, direction, at: Date.now() }
    const result: ShownScan = { id: scan.id, memberId, direction, at: scan.at, local }
    if (local === 'ok') {
      sequence.current += 1
      setCounted((before) => [...before, scan])
      await queue.add({ checkInId, staffId, sequence: sequence.current, clock: list.clock, scan })
    }
    setShown((before) => [result, ...before].slice(0, RECENT_MAX))
    return result
  }
  return {
    ...{ list, error, reload, queueState, shown, where },
    isKept: store.isKept(),
    sendNow: () => void queue.send(),
    scanned: async (text: string, direction: Direction) =>
      take(list && whoIs(list.data, { hash: await hashOf(text) }), 'scan', text, direction),
    typed: (short: string, direction: Direction) =>
      take(list && whoIs(list.data, { short }), 'typed', short, direction),
    picked: (member: Scannable, direction: Direction) => take(member, 'picked', '', direction),
  }
}

/** What was scanned before the page was loaded again. */
const keptAsShown = ({ scan: { id, memberId, direction, at } }: QueuedScan): ShownScan => ({
  ...{ id, memberId, direction, at, local: 'ok' },
})

/** The participants by a part of their name, department or short code. */
export function matching(data: ScanData, search: string): readonly Scannable[] {
  const text = search.trim().toLowerCase()
  if (text === '') return data.members
  return data.members.filter(
    ({ fullName, organizationName, short }) =>
      fullName.toLowerCase().includes(text) ||
      organizationName.toLowerCase().includes(text) ||
      short.toLowerCase().includes(text),
  )
}
