/** Connects a player of the page to a recorder: the browser's events become stretches of real playing. */
import type { IntervalRecorder } from './interval-recorder.ts'

/** The part of `<video>` and `<audio>` that is observed. */
export interface ObservedMedia extends EventTarget {
  readonly currentTime: number
  readonly playbackRate: number
  readonly paused: boolean
  readonly seeking: boolean
  readonly ended: boolean
}

export interface MediaListener {
  /** Something was played, or the position moved. */
  onProgress(): void
  /** A good moment to report: playing stopped, or the user jumped. */
  onStop(): void
}

/** Answers the function that ends the observation; what was played up to then is in the recorder. */
export function observeMedia(media: ObservedMedia, recorder: IntervalRecorder, listener: MediaListener): () => void {
  let running = false
  /** The speed in force since the last report: `ratechange` comes after the speed has changed. */
  let rate = media.playbackRate
  const position = () => media.currentTime * 1000

  const begin = () => {
    running = true
    rate = media.playbackRate
    recorder.start(position())
  }
  const stop = () => {
    if (!running) return
    running = false
    recorder.stop(position(), rate)
    listener.onStop()
  }
  const handlers: Record<string, () => void> = {
    playing: () => {
      if (!media.seeking) begin()
    },
    timeupdate: () => {
      if (media.seeking || media.paused) return
      if (running) recorder.advance(position(), rate)
      else begin()
      listener.onProgress()
    },
    // By now `currentTime` is where the user wants to go: what was played ended at the last report.
    seeking: () => {
      running = false
      recorder.jump()
    },
    seeked: () => {
      if (!media.paused) begin()
      listener.onStop()
    },
    ratechange: () => {
      if (running) recorder.advance(position(), rate)
      rate = media.playbackRate
    },
    pause: () => {
      if (!media.ended) stop()
    },
    waiting: () => {
      if (!media.seeking) stop()
    },
    ended: () => {
      recorder.advance(position(), rate)
      recorder.end(rate)
      running = false
      listener.onStop()
    },
  }
  for (const [event, handler] of Object.entries(handlers)) media.addEventListener(event, handler)
  return () => {
    for (const [event, handler] of Object.entries(handlers)) media.removeEventListener(event, handler)
    if (running) recorder.stop(position(), rate)
  }
}
