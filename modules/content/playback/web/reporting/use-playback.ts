/** Starts a playback, and reports what its player collects. */
import { useEffect, useReducer, useRef, useState } from 'react'
import { CallError } from '#web/api/call-error.ts'
import { useSession } from '#web/session.ts'
import type { Acknowledgement, ReporterState } from './reporter.ts'
import type { PlaybackReporting, Reporting } from './reporting.ts'

const tryAgainMs = 3000

/**
 * - `away`: the server can't be reached; it is tried again automatically
 * - `refused`: the server refused the start
 * - `taken-over`: the member watches somewhere else now
 */
export type PlaybackPhase<Started> =
  | { readonly phase: 'starting' }
  | { readonly phase: 'away' }
  | { readonly phase: 'refused'; readonly error: CallError }
  | { readonly phase: 'taken-over' }
  | { readonly phase: 'open'; readonly playback: Started; readonly reporting: Reporting }

interface StartedPlayback {
  readonly playbackId: string
  readonly beatEveryMs: number
}

interface Options<Started extends StartedPlayback, Answer extends Acknowledgement> {
  /** Other content is another playback. */
  readonly contentKey: string
  readonly reporting: PlaybackReporting<Answer>
  readonly start: () => Promise<Started>
  /** `isOpen`: the playback is still the one on the screen; the last answers of an earlier one arrive later. */
  readonly onAnswer: (answer: Answer, isOpen: boolean) => void
  readonly onRefused?: (error: CallError) => void
  readonly onTakenDown?: () => void
  readonly onNotBought?: () => void
}

/** Plays the content as long as the component lives. `link` says whether the server answers. */
export function usePlayback<Started extends StartedPlayback, Answer extends Acknowledgement>(
  options: Options<Started, Answer>,
) {
  const memberId = useSession().user?.id ?? ''
  const [state, setState] = useState<PlaybackPhase<Started>>({ phase: 'starting' })
  const [link, setLink] = useState<ReporterState>('reporting')
  const [attempt, restart] = useReducer((count: number) => count + 1, 0)
  const latest = useRef(options)
  latest.current = options
  const { contentKey } = options

  // biome-ignore lint/correctness/useExhaustiveDependencies: other content and another attempt are another playback.
  useEffect(() => {
    const started = latest.current
    const { settleReporting, deliverLeftovers, startReporting } = started.reporting
    let left = false
    let reporting: Reporting | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const onState = (next: ReporterState) => {
      if (left) return
      setLink(next)
      if (next === 'taken-over') setState({ phase: 'taken-over' })
      if (next === 'taken-down') latest.current.onTakenDown?.()
      if (next === 'not-bought') latest.current.onNotBought?.()
    }
    const begin = async () => {
      // What was played before counts first: a new playback takes over from the old one, and nothing of that one would be
      // accepted afterwards. While it can't be brought to the server, none is started.
      const isSettled = (await settleReporting()) && (await deliverLeftovers(memberId)) !== 'waiting'
      if (left) return
      if (!isSettled) return stayAway()
      const playback = await started.start()
      if (left) return
      const { playbackId, beatEveryMs } = playback
      const onAnswer = (answer: Answer) => started.onAnswer(answer, !left)
      reporting = startReporting({ playbackId, memberId, beatEveryMs, onAnswer, onState })
      setLink('reporting')
      setState({ phase: 'open', playback, reporting })
    }
    const stayAway = () => {
      setState({ phase: 'away' })
      timer = setTimeout(restart, tryAgainMs)
    }
    const fail = (error: unknown) => {
      if (left) return
      if (!(error instanceof CallError) || error.kind !== 'refused') return stayAway()
      setState({ phase: 'refused', error })
      latest.current.onRefused?.(error)
    }
    setState((before) => (before.phase === 'away' ? before : { phase: 'starting' }))
    begin().catch(fail)
    return () => {
      left = true
      clearTimeout(timer)
      // The cleanup of the player, which collects the last of it, has run before.
      reporting?.close()
    }
  }, [contentKey, memberId, attempt])

  return { state, link, restart }
}
