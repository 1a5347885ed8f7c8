/** An attempt in progress as its screen needs it: the answers, how far they are saved, the time, and the leaves. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { v7 as uuid } from 'uuid'
import type { QuestionAnswer } from '#modules/assessment/questions/contract.ts'
import { CallError } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { react } from '#web/api/reactions.ts'
import { ServerClock } from '#web/ui/server-clock.ts'
import type { AnsweringEvent, Attempt } from '../../contract/answering.ts'
import { ATTEMPT_OVER, ATTEMPT_RESET, EVENTS_MISSING, SECTION_CLOSED } from '../../contract/codes.ts'
import { canSeal, sealAnswers } from '../../contract/sealing.ts'
import { exams } from '../../contract.ts'
import { AnswerJournal, type Batch, type BatchResult, type SaveState } from './answer-journal.ts'
import { answerStore } from './answer-store.ts'
import { LeaveWatch } from './leave-watch.ts'
import { type Answers, restored } from './restored.ts'

/** What is typed is taken after a moment of rest, and at the latest after so long. */
const restMs = 600
const typingMsMax = 2000
/** Without changes the server is asked for the time, extensions and an end that others decided. */
const askEveryMs = 15_000

export interface Standing {
  readonly endsAt: number
  readonly leaveCount: number
  readonly leavesMax: number | null
  /** Another tab or device goes on with the attempt. */
  readonly isElsewhere: boolean
  readonly announcements: Attempt['announcements']
  readonly sectionNumber: number | null
  readonly sectionOpenedAt: number | null
  readonly sectionEndsAt: number | null
}

export function useAnswering(attempt: Attempt, onEnded: () => void) {
  const { id } = attempt
  const clock = useMemo(() => new ServerClock(attempt.serverNow), [attempt])
  const store = useMemo(() => answerStore<AnsweringEvent>(id, Date.now), [id])
  const [answers, setAnswers] = useState<Answers>(() => restored(attempt.answers, []))
  const [refused, setRefused] = useState(0)
  const [save, setSave] = useState<SaveState>({ kind: 'saved', waiting: 0 })
  const [standing, setStanding] = useState<Standing>({ ...attempt, isElsewhere: false })
  const journal = useRef<AnswerJournal<AnsweringEvent>>(undefined)
  const ended = useRef(onEnded)
  ended.current = onEnded

  const send = useCallback(
    async ({ writer, first, changes }: Batch<AnsweringEvent>): Promise<BatchResult> => {
      try {
        const body = { writer, first, events: [...changes], sentAt: Math.round(clock.now()) }
        const taken = await call(
          exams.recordEvents,
          { params: { id }, body },
          { quiet: true, handles: [EVENTS_MISSING, ATTEMPT_OVER, ATTEMPT_RESET, SECTION_CLOSED] },
        )
        clock.hear(taken.serverNow)
        setStanding(taken)
        if (taken.state !== 'in-progress') ended.current()
        return { kind: 'stored', acknowledged: taken.acknowledged }
      } catch (error) {
        return resultOf(error, () => ended.current())
      }
    },
    [id, clock],
  )

  /** What happens before the journal is open, which takes a slow device a moment. */
  const early = useRef<AnsweringEvent[]>([])
  const record = (event: AnsweringEvent) => {
    if (journal.current) void journal.current.add(event)
    else early.current.push(event)
  }
  const typing = useTyping((place, answer) => record({ place, answer, at: Math.round(clock.now()) }))

  useEffect(() => {
    let isLeft = false
    const options = {
      newWriter: () => uuid(),
      store,
      send,
      onState: setSave,
      onRefused: (count: number) => setRefused((before) => before + count),
    }
    const opening = (async () => {
      const kept = await store.readAll()
      const before = restored(
        attempt.answers,
        kept.map(({ change }) => change),
      )
      const opened = await AnswerJournal.open(options)
      const added = early.current.splice(0).map((event) => opened.add(event))
      if (isLeft) {
        await Promise.all(added)
        return opened.close()
      }
      journal.current = opened
      setAnswers((now) => new Map([...before, ...changedSince(now, attempt)]))
    })()
    const asking = setInterval(() => {
      if (document.visibilityState === 'visible') void journal.current?.ask()
    }, askEveryMs)
    const online = () => void journal.current?.flush()
    // Whoever leaves the screen may close it next.
    const hidden = () => document.visibilityState === 'hidden' && typing.flush()
    window.addEventListener('online', online)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      isLeft = true
      clearInterval(asking)
      window.removeEventListener('online', online)
      document.removeEventListener('visibilitychange', hidden)
      typing.flush()
      void opening.then(() => {
        void journal.current?.flush()
        journal.current?.close()
      })
    }
  }, [attempt, store, send, typing])

  const change = useCallback(
    (place: number, answer: QuestionAnswer) => {
      setAnswers((before) => new Map(before).set(place, answer))
      typing.note(place, answer)
    },
    [typing],
  )

  const leaves = useLeaves(clock, (leave) => {
    typing.flush()
    const { kind, startedAt, ms, isOffline } = leave
    record({ leave: kind, at: Math.round(startedAt), ms, isOffline })
    void journal.current?.flush()
  })

  /** Sends everything; answers whether the server has all of it. */
  const sendAll = useCallback(async () => {
    typing.flush()
    await journal.current?.flush()
    // What came while the last batch was on its way.
    await journal.current?.flush()
    return journal.current?.state.waiting === 0
  }, [typing])

  /** Goes on to the next section, once the server has everything of this one. */
  const closeSection = useCallback(
    async (number: number) => {
      const isComplete = await sendAll()
      const stored = journal.current?.last
      if (!isComplete || !stored) return
      const body = { writer: stored.writer, lastNumber: stored.number }
      const opened = await call(exams.closeSection, { params: { id, number }, body })
      clock.hear(opened.serverNow)
      setStanding((before) => ({ ...before, ...opened }))
    },
    [id, clock, sendAll],
  )

  const last = useCallback(() => journal.current?.last, [])
  /** What the server does not have, as the text of a file; undefined where this page cannot seal it. */
  const { answerFileKey } = attempt
  const seal = useMemo(() => {
    if (answerFileKey === null || !canSeal()) return undefined
    return () => {
      typing.flush()
      const batches = (journal.current?.batches() ?? []).map(({ writer, first, changes }) => ({
        ...{ writer, first, events: [...changes] },
      }))
      return sealAnswers(answerFileKey, { attemptId: id, batches })
    }
  }, [answerFileKey, id, typing])
  const pauseLeaves = useCallback(() => leaves.pause(), [leaves])
  return {
    answers,
    change,
    save,
    refused,
    standing,
    clock,
    pauseLeaves,
    sendAll,
    closeSection,
    last,
    seal,
    isKept: store.isKept,
  }
}

/** What was answered on this screen before the journal was open. */
function changedSince(now: Answers, attempt: Attempt): [number, QuestionAnswer | null][] {
  const first = new Map(attempt.answers.map(({ place, answer }) => [place, answer]))
  return [...now].filter(([place, answer]) => first.get(place) !== answer)
}

function resultOf(error: unknown, onEnded: () => void): BatchResult {
  if (!(error instanceof CallError)) throw error
  switch (error.errorCode) {
    case EVENTS_MISSING.code:
      return { kind: 'gap', wanted: Number(error.data.wanted) }
    case SECTION_CLOSED.code:
      return { kind: 'refused', numbers: error.data.numbers as number[] }
    case ATTEMPT_OVER.code:
      onEnded()
      return { kind: 'ended' }
    case ATTEMPT_RESET.code:
      void react(error)
      return { kind: 'ended' }
  }
  return { kind: error.status === 401 ? 'signed-out' : 'unreachable' }
}

/** Takes what is typed after a moment of rest, and what is chosen with it; nothing waits longer than `typingMsMax`. */
function useTyping(take: (place: number, answer: QuestionAnswer) => void) {
  const taken = useRef(take)
  taken.current = take
  return useMemo(() => {
    const waiting = new Map<number, QuestionAnswer>()
    let rest: ReturnType<typeof setTimeout> | undefined
    let since = 0
    const flush = () => {
      clearTimeout(rest)
      rest = undefined
      for (const [place, answer] of waiting) taken.current(place, answer)
      waiting.clear()
    }
    const note = (place: number, answer: QuestionAnswer) => {
      const now = performance.now()
      if (waiting.size === 0) since = now
      waiting.set(place, answer)
      clearTimeout(rest)
      rest = setTimeout(flush, Math.max(0, Math.min(restMs, since + typingMsMax - now)))
    }
    return { note, flush }
  }, [])
}

function useLeaves(clock: ServerClock, report: ConstructorParameters<typeof LeaveWatch>[1]) {
  const reported = useRef(report)
  reported.current = report
  const watch = useMemo(
    () =>
      new LeaveWatch(
        () => clock.now(),
        (leave) => reported.current(leave),
      ),
    [clock],
  )
  useEffect(() => {
    const look = () =>
      watch.see({
        isHidden: document.visibilityState === 'hidden',
        isFocused: document.hasFocus(),
        isOnline: navigator.onLine,
      })
    // A frame of the page takes the focus without leaving it: looked at a moment later.
    const later = () => setTimeout(look)
    document.addEventListener('visibilitychange', look)
    for (const name of ['blur', 'focus', 'online', 'offline']) window.addEventListener(name, later)
    return () => {
      document.removeEventListener('visibilitychange', look)
      for (const name of ['blur', 'focus', 'online', 'offline']) window.removeEventListener(name, later)
    }
  }, [watch])
  return watch
}
