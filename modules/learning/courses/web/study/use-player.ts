/** What a player does besides showing itself. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Interval } from '#modules/content/playback/contract.ts'
import { createIntervalRecorder } from '#web/media/interval-recorder.ts'
import { observeMedia } from '#web/media/media-observer.ts'
import { readTaste } from '#web/media/player-taste.ts'
import type { Reporting } from './playback/reporting.ts'
import type { PlayedContent } from './played-content.ts'

const HIDE_AFTER_MS = 2600
const KEEP_EVERY_MS = 1000

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

/** Begins where studying stopped, with the speed and volume that the member likes. */
export function useStart(
  media: RefObject<HTMLVideoElement | null>,
  content: PlayedContent,
  takeStart: () => number | undefined,
): void {
  const { url, stream, resumePosition, rateMax } = content
  const playlist = stream?.url
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address begins once.
  useEffect(() => {
    const element = media.current
    if (!element) return
    const taste = readTaste()
    element.volume = taste.volume
    element.muted = taste.muted
    element.defaultPlaybackRate = Math.min(taste.rate, Math.max(1, rateMax))
    element.playbackRate = element.defaultPlaybackRate
    const begin = () => {
      const start = takeStart() ?? resumePosition
      if (start > 0) element.currentTime = start / 1000
      void element.play().catch(() => undefined)
    }
    if (element.readyState >= HTMLMediaElement.HAVE_METADATA) begin()
    else element.addEventListener('loadedmetadata', begin, { once: true })
    return () => element.removeEventListener('loadedmetadata', begin)
  }, [url, playlist])
}

/** Measures what is played, and gives it to the reporting. */
export function useRecording(
  media: RefObject<HTMLVideoElement | null>,
  content: PlayedContent,
  reporting: Reporting | undefined,
  onPlayed: (played: readonly Interval[]) => void,
): void {
  const told = useRef(onPlayed)
  told.current = onPlayed
  useEffect(() => {
    const element = media.current
    if (!element) return
    const recorder = createIntervalRecorder(content.unitCount, () => performance.now())
    const observation = observeMedia(element, recorder, {
      onProgress: () => keep(),
      onStop: () => reporting?.report(),
    })
    /** Before it stands where studying stopped, its place says nothing. */
    let placed = false
    const place = () => {
      placed = true
    }
    const collect = () => {
      observation.sample()
      const played = recorder.take()
      if (played.intervals.length > 0) told.current(played.intervals)
      const position = Math.min(content.unitCount, Math.round(element.currentTime * 1000))
      return { ...played, position: placed ? position : undefined }
    }
    let keptAt = 0
    const keep = () => {
      if (performance.now() - keptAt < KEEP_EVERY_MS) return
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
  }, [media, content.unitCount, reporting])
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
      timer = setTimeout(() => setIdle(!element.querySelector(':focus-visible')), HIDE_AFTER_MS)
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
