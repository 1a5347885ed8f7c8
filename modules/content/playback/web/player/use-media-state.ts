import { type RefObject, useEffect, useState } from 'react'

export interface MediaState {
  readonly paused: boolean
  readonly waiting: boolean
  readonly ended: boolean
  readonly currentMs: number
  readonly durationMs: number
  /** How far the browser has loaded from here. */
  readonly bufferedMs: number
  readonly rate: number
  readonly volume: number
  readonly muted: boolean
}

const events = [
  'play',
  'playing',
  'pause',
  'waiting',
  'ended',
  'timeupdate',
  'seeking',
  'seeked',
  'progress',
  'durationchange',
  'ratechange',
  'volumechange',
] as const

function bufferedFrom(media: HTMLMediaElement): number {
  const { buffered, currentTime } = media
  for (let index = 0; index < buffered.length; index++) {
    if (buffered.start(index) <= currentTime + 0.1 && currentTime <= buffered.end(index)) return buffered.end(index)
  }
  return currentTime
}

function read(media: HTMLMediaElement, durationMs: number): MediaState {
  return {
    paused: media.paused,
    waiting: !media.paused && (media.seeking || media.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) && !media.ended,
    ended: media.ended,
    currentMs: media.currentTime * 1000,
    durationMs: Number.isFinite(media.duration) ? media.duration * 1000 : durationMs,
    bufferedMs: bufferedFrom(media) * 1000,
    rate: media.playbackRate,
    volume: media.volume,
    muted: media.muted,
  }
}

/** What the controls show of a player. */
export function useMediaState(media: RefObject<HTMLMediaElement | null>, durationMs: number): MediaState {
  const [state, setState] = useState<MediaState>({
    paused: true,
    waiting: false,
    ended: false,
    currentMs: 0,
    durationMs,
    bufferedMs: 0,
    rate: 1,
    volume: 1,
    muted: false,
  })
  useEffect(() => {
    const element = media.current
    if (!element) return
    const update = () => setState(read(element, durationMs))
    for (const event of events) element.addEventListener(event, update)
    return () => {
      for (const event of events) element.removeEventListener(event, update)
    }
  }, [media, durationMs])
  return state
}
