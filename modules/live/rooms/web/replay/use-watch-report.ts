/** Measures the played parts of a replay and reports them to the server. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { fillPath, type Output } from '#kit/contract.ts'
import { CallError } from '#web/api/call-error.ts'
import { withToken } from '#web/api/query.ts'
import { API_BASE, failureOf, headersOf } from '#web/api/send.ts'
import { createIntervalRecorder } from '#web/media/interval-recorder.ts'
import { type Interval, unionOf } from '#web/media/intervals.ts'
import { observeMedia } from '#web/media/media-observer.ts'
import { type ReplayPlayback, replayCalls } from '../../contract/replay.ts'
import { createWatchReporter, type HeartbeatOutcome, type WatchHeartbeat } from './watch-reporter.ts'

const giveUpMs = 15_000

/** A heartbeat may outlive the page, and its failure never disturbs the viewer. */
async function sendHeartbeat(playbackId: string, heartbeat: WatchHeartbeat): Promise<HeartbeatOutcome> {
  const path = fillPath(replayCalls.replayHeartbeat.path, { playbackId })
  try {
    const answer = await withToken(async (token) => {
      const response = await fetch(API_BASE + path, {
        method: 'POST',
        keepalive: true,
        headers: { ...headersOf(token), 'Content-Type': 'application/json' },
        body: JSON.stringify(heartbeat),
        signal: AbortSignal.timeout(giveUpMs),
      })
      if (!response.ok) throw await failureOf(path, response)
      return (await response.json()) as Output<typeof replayCalls.replayHeartbeat>
    })
    return { kind: 'acknowledged', coveredMs: answer.coveredMs }
  } catch (error) {
    if (!(error instanceof CallError) || error.kind !== 'refused' || error.status === 401) return { kind: 'away' }
    const { retryAfterMs } = error.data as { retryAfterMs?: number }
    return { kind: 'refused', errorCode: error.errorCode, retryAfterMs }
  }
}

interface Watching {
  readonly watched: readonly Interval[]
  readonly coveredMs: number
  readonly takenOver: boolean
}

export function useWatchReport(
  media: RefObject<HTMLVideoElement | null>,
  playback: ReplayPlayback,
  coveredBefore: number,
): Watching {
  const [watched, setWatched] = useState<readonly Interval[]>(playback.watched)
  const [coveredMs, setCovered] = useState(coveredBefore)
  const [takenOver, setTakenOver] = useState(false)
  const { playbackId, durationMs, beatEveryMs } = playback
  const known = useRef(playback.watched)
  known.current = playback.watched
  useEffect(() => {
    const element = media.current
    if (!element) return
    setWatched(known.current)
    setTakenOver(false)
    const reporter = createWatchReporter({
      send: (heartbeat) => sendHeartbeat(playbackId, heartbeat),
      onCovered: setCovered,
      onTakenOver: () => {
        element.pause()
        setTakenOver(true)
      },
      later: (work, ms) => setTimeout(work, ms),
    })
    const recorder = createIntervalRecorder(durationMs, () => performance.now())
    let placed = false
    const collect = () => {
      observation.sample()
      const { intervals, activeMs } = recorder.take()
      if (intervals.length > 0) setWatched((before) => unionOf([...before, ...intervals]))
      const positionMs = placed ? Math.min(durationMs, Math.round(element.currentTime * 1000)) : undefined
      if (intervals.length > 0 || activeMs > 0) reporter.add({ intervals, activeMs, positionMs })
    }
    const report = () => {
      collect()
      reporter.flush()
    }
    const observation = observeMedia(element, recorder, { onProgress: () => undefined, onStop: report })
    const place = () => {
      placed = true
    }
    const leave = () => {
      collect()
      reporter.leave()
    }
    const hide = () => document.visibilityState === 'hidden' && report()
    element.addEventListener('playing', place)
    element.addEventListener('seeked', place)
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hide)
    const timer = setInterval(report, beatEveryMs)
    return () => {
      clearInterval(timer)
      element.removeEventListener('playing', place)
      element.removeEventListener('seeked', place)
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
      leave()
      observation.end()
    }
  }, [media, playbackId, durationMs, beatEveryMs])
  return { watched, coveredMs, takenOver }
}
