/** What a player does besides showing itself: it starts, measures, hears keys and hides its controls. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Interval } from '#kit/playback.ts'
import type { Reporting } from '../reporting/reporting.ts'
import { createIntervalRecorder } from './interval-recorder.ts'
import { observeMedia } from './media-observer.ts'
import { readTaste } from './player-taste.ts'

const hideAfterMs = 2600
const keepEveryMs = 1000

/** The player's keys work wherever on the page the focus is, except where a key means something else. */
export function usePageKeys(onKey: (event: KeyboardEvent) => void): void {
  const latest = useRef(onKey)
  latest.current = onKey
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!document.querySelector('dialog[open], .ant-modal-wrap, .ant-drawer-open')) latest.current(event)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

interface PlayerStart {
  readonly source: { readonly url: string | null; readonly stream: { readonly url: string } | null }
  readonly resumeMs: number
  readonly rateMax: number
  readonly autoPlay: boolean
  readonly takeStart?: () => number | undefined
}

/** Starts at the last position, at the speed and volume that the member prefers. */
export function useStart(media: RefObject<HTMLVideoElement | null>, start: PlayerStart): void {
  const { url, stream } = start.source
  const playlist = stream?.url
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address starts once.
  useEffect(() => {
    const element = media.current
    if (!element) return
    const taste = readTaste()
    element.volume = taste.volume
    element.muted = taste.muted
    element.defaultPlaybackRate = Math.min(taste.rate, Math.max(1, start.rateMax))
    element.playbackRate = element.defaultPlaybackRate
    const begin = () => {
      const from = start.takeStart?.() ?? start.resumeMs
      if (from > 0) element.currentTime = from / 1000
      if (start.autoPlay) void element.play().catch(() => undefined)
    }
    if (element.readyState >= HTMLMediaElement.HAVE_METADATA) begin()
    else element.addEventListener('loadedmetadata', begin, { once: true })
    return () => element.removeEventListener('loadedmetadata', begin)
  }, [url, playlist])
}

/** Measures what is played, and gives it to the reporting. */
export function useRecording(
  media: RefObject<HTMLVideoElement | null>,
  durationMs: number,
  reporting: Reporting | undefined,
  onPlayed: (played: readonly Interval[]) => void,
): void {
  const latest = useRef(onPlayed)
  latest.current = onPlayed
  useEffect(() => {
    const element = media.current
    if (!element) return
    const recorder = createIntervalRecorder(durationMs, () => performance.now())
    const observation = observeMedia(element, recorder, {
      onProgress: () => keep(),
      onStop: () => reporting?.report(),
    })
    /** Before the player is at the last position, its position says nothing. */
    let placed = false
    const place = () => {
      placed = true
    }
    const collect = () => {
      observation.sample()
      const played = recorder.take()
      if (played.intervals.length > 0) latest.current(played.intervals)
      const position = Math.min(durationMs, Math.round(element.currentTime * 1000))
      return { ...played, position: placed ? position : undefined }
    }
    let keptAt = 0
    const keep = () => {
      if (performance.now() - keptAt < keepEveryMs) return
      keptAt = performance.now()
      if (reporting) reporting.keep()
      else collect()
    }
    // Sent although nothing is new: whether this playback still counts is known before much is played.
    const onPlaying = () => {
      place()
      reporting?.report(true)
    }
    element.addEventListener('playing', onPlaying)
    element.addEventListener('seeked', place)
    const endCollecting = reporting?.collectFrom(collect)
    return () => {
      element.removeEventListener('playing', onPlaying)
      element.removeEventListener('seeked', place)
      observation.end()
      endCollecting?.()
    }
  }, [media, durationMs, reporting])
}

/** Whether nothing has been touched for a while: then the controls give way to the picture. */
export function useIdle(frame: RefObject<HTMLElement | null>, playing: boolean): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    const element = frame.current
    if (!element || !playing) return setIdle(false)
    let timer: ReturnType<typeof setTimeout>
    const wake = () => {
      setIdle(false)
      clearTimeout(timer)
      timer = setTimeout(() => setIdle(!element.querySelector(':focus-visible')), hideAfterMs)
    }
    const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const
    for (const sign of signs) element.addEventListener(sign, wake)
    wake()
    return () => {
      clearTimeout(timer)
      for (const sign of signs) element.removeEventListener(sign, wake)
    }
  }, [frame, playing])
  return idle
}
