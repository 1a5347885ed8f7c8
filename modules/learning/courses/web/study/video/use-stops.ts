/** Stops the video at its exercises, and holds it back where nobody may seek forward. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Interval } from '#kit/playback.ts'
import { type PlacedExercise, reachOf, stopOnTheWay } from './stops.ts'

const HINT_MS = 4000
/** A jump this short is a step of the keys at the very edge, or the browser's rounding. */
const TOLERANCE_MS = 1500

type Media = RefObject<HTMLVideoElement | null>

export function useStops(media: Media, exercises: readonly PlacedExercise[]) {
  const [stop, setStop] = useState<PlacedExercise>()
  const done = useRef(new Set<string>())
  const again = useRef(new Set<string>())
  const stopped = useRef(false)
  stopped.current = stop !== undefined
  useEffect(() => {
    const element = media.current
    if (!element || exercises.length === 0) return
    let before = element.currentTime * 1000
    const look = () => {
      if (stopped.current) return element.pause()
      if (element.paused || element.seeking) return
      const now = element.currentTime * 1000
      const found = stopOnTheWay(exercises, before, now, done.current, again.current)
      before = now
      if (!found) return
      element.pause()
      if (document.fullscreenElement && !document.fullscreenElement.contains(element)) void document.exitFullscreen()
      setStop(found)
    }
    const events = ['timeupdate', 'play', 'playing'] as const
    for (const event of events) element.addEventListener(event, look)
    return () => {
      for (const event of events) element.removeEventListener(event, look)
    }
  }, [media, exercises])
  const playOn = () => {
    stopped.current = false
    setStop(undefined)
    void media.current?.play().catch(() => undefined)
  }
  const goOn = () => {
    if (stop) {
      done.current.add(stop.id)
      again.current.delete(stop.id)
    }
    playOn()
  }
  /** Studies again from a place, and meets the exercise once more where it has attempts left. */
  const goBack = (ms: number) => {
    if (stop) again.current.add(stop.id)
    if (media.current) media.current.currentTime = ms / 1000
    playOn()
  }
  return { stop, goOn, goBack }
}

/** Takes the video back to the furthest place when somebody seeks beyond it; says for a moment why. */
export function useSeekLimit(media: Media, isLimited: boolean, watched: readonly Interval[]): boolean {
  const [isHintShown, setHintShown] = useState(false)
  const furthest = useRef(reachOf(watched))
  furthest.current = Math.max(furthest.current, reachOf(watched))
  useEffect(() => {
    const element = media.current
    if (!element || !isLimited) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const onTime = () => {
      if (!element.seeking) furthest.current = Math.max(furthest.current, element.currentTime * 1000)
    }
    const onSeeking = () => {
      if (element.currentTime * 1000 <= furthest.current + TOLERANCE_MS) return
      element.currentTime = furthest.current / 1000
      setHintShown(true)
      clearTimeout(timer)
      timer = setTimeout(() => setHintShown(false), HINT_MS)
    }
    element.addEventListener('timeupdate', onTime)
    element.addEventListener('seeking', onSeeking)
    return () => {
      clearTimeout(timer)
      element.removeEventListener('timeupdate', onTime)
      element.removeEventListener('seeking', onSeeking)
    }
  }, [media, isLimited])
  return isHintShown
}
