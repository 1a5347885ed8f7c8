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

export interface Observation {
  /** Brings the recorder up to this moment, between two reports of the player. */
  sample(): void
  /** Ends the observation; what was played up to then is in the recorder. */
  end(): void
}

/** The browser reports playback a moment after it has started. */
const BEGIN_MS = 500

export function observeMedia(media: ObservedMedia, recorder: IntervalRecorder, listener: MediaListener): Observation {
  let running = false
  /** Where it stood still last. */
  let still = media.currentTime * 1000
  /** The speed in force since the last report: `ratechange` comes after the speed has changed. */
  let rate = media.playbackRate
  const position = () => media.currentTime * 1000

  const begin = () => {
    running = true
    rate = media.playbackRate
    const moved = position() - still
    recorder.start(position(), moved >= 0 && moved <= BEGIN_MS ? still : position())
    still = Number.NaN
  }
  const stop = () => {
    if (!running) return
    running = false
    still = position()
    recorder.stop(position(), rate)
    listener.onStop()
  }
  const handlers: Record<string, () => void> = {
    playing: () => {
      if (media.seeking) return
      if (running) recorder.advance(position(), rate)
      else begin()
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
      still = position()
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
  const sample = () => {
    if (running && !media.seeking) recorder.advance(position(), rate)
  }
  return {
    sample,
    end() {
      for (const [event, handler] of Object.entries(handlers)) media.removeEventListener(event, handler)
      sample()
      recorder.jump()
      running = false
    },
  }
}
