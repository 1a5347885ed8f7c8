import { useEffect, useReducer, useRef, useState } from 'react'
import { CallError } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { goBack, react } from '#web/api/reactions.ts'
import { errorText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { showBlockingAlert } from '#web/ui/notify.ts'
import { COURSE_TAKEN_DOWN } from '../../contract/errors.ts'
import type { Beat, Playback, PresenceCheck } from '../../contract/learning.ts'
import { courses } from '../../contract.ts'
import type { ReporterState } from './playback/reporter.ts'
import { deliverLeftovers, type Reporting, settleReporting, startReporting } from './playback/reporting.ts'

const TRY_AGAIN_MS = 3000

/**
 * - `away`: the server can't be reached; it is tried again by itself
 * - `refused`: the shell has said why
 * - `taken-over`: the member studies somewhere else now
 */
export type Study =
  | { readonly phase: 'starting' }
  | { readonly phase: 'away' }
  | { readonly phase: 'refused' }
  | { readonly phase: 'taken-over' }
  | { readonly phase: 'open'; readonly playback: Playback; readonly reporting: Reporting }

interface Options {
  readonly courseId: string
  readonly sectionId: string
  readonly onAnswer: (sectionId: string, answer: Beat) => void
}

/** Studies a section as long as the component lives: starts the playback, and reports what its player collects. */
export function useStudy({ courseId, sectionId, onAnswer }: Options) {
  const memberId = useSession().user?.id ?? ''
  const [study, setStudy] = useState<Study>({ phase: 'starting' })
  const [link, setLink] = useState<ReporterState>('reporting')
  const [check, setCheck] = useState<PresenceCheck | null>(null)
  const [attempt, restart] = useReducer((count: number) => count + 1, 0)
  const told = useRef(onAnswer)
  told.current = onAnswer

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another playback.
  useEffect(() => {
    let left = false
    setCheck(null)
    let reporting: Reporting | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const onState = (state: ReporterState) => {
      if (left) return
      setLink(state)
      if (state === 'taken-over') setStudy({ phase: 'taken-over' })
      if (state === 'taken-down') void sayTakenDown()
    }
    const begin = async () => {
      // What was studied before counts first: a new playback takes over from the old one, and nothing of that one would
      // be taken afterwards. While it can't be brought to the server, none is begun.
      const isSettled = (await settleReporting()) && (await deliverLeftovers(memberId)) !== 'waiting'
      if (left) return
      if (!isSettled) return stayAway()
      const input = { params: { id: courseId, sectionId }, body: {} }
      const playback = await call(courses.startPlayback, input, { handles: 'all', quiet: true })
      if (left) return
      const { playbackId, beatEveryMs } = playback
      const onBeat = (answer: Beat) => {
        if (!left) {
          // The same question is told again with every beat: it is one and the same dialog.
          setCheck((open) => (open?.checkId === answer.presenceCheck?.checkId ? open : answer.presenceCheck))
        }
        told.current(sectionId, answer)
      }
      reporting = startReporting({ playbackId, memberId, beatEveryMs, onAnswer: onBeat, onState })
      setLink('reporting')
      setStudy({ phase: 'open', playback, reporting })
    }
    const stayAway = () => {
      setStudy({ phase: 'away' })
      timer = setTimeout(restart, TRY_AGAIN_MS)
    }
    const fail = (error: unknown) => {
      if (left) return
      if (error instanceof CallError && error.kind === 'refused') {
        setStudy({ phase: 'refused' })
        void react(error)
        return
      }
      stayAway()
    }
    setStudy((before) => (before.phase === 'away' ? before : { phase: 'starting' }))
    begin().catch(fail)
    return () => {
      left = true
      clearTimeout(timer)
      // The player's own cleanup, which collects the last of it, has run before.
      reporting?.close()
    }
  }, [courseId, sectionId, memberId, attempt])

  return { study, link, restart, check, answered: () => setCheck(null) }
}

async function sayTakenDown(): Promise<void> {
  showBlockingAlert({ text: await errorText(COURSE_TAKEN_DOWN.code), onConfirm: goBack })
}
