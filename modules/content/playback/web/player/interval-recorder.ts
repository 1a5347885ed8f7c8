/**
 * Measures what of a video or audio was really played (COURSE-056). Only stretches that the player moved through by
 * itself are kept: a seek, a stall or a pause ends a stretch, and a position that the clock can't explain begins a new
 * one. Positions are milliseconds of the medium, rounded in one way so that stretches that touch leave no gap.
 */
import { type Interval, unionOf } from '#web/media/intervals.ts'

/**
 * Players report positions unevenly: this much more than the clock explains is still playing. The end of a file as
 * browsers tell it differs by as much from what was measured on the server.
 */
const SLACK_MS = 400

/** A player that takes breath may stand a little further when it tells of going on. */
const BREATH_MS = 250

export interface Played {
  readonly intervals: readonly Interval[]
  /** Time spent playing, by the clock of this device. */
  readonly activeMs: number
}

interface Stretch {
  readonly from: number
  to: number
  seenAt: number
}

export interface IntervalRecorder {
  /** Playback has started or continued here; `sinceMs` is the position of the last pause if playback led here from it. */
  start(positionMs: number, sinceMs?: number): void
  /** The player is here now, playing at this speed. */
  advance(positionMs: number, rate: number): void
  /** The user jumps: what was played up to the last report is kept. */
  jump(): void
  /** Playing stopped here: a pause, a stall. */
  stop(positionMs: number, rate: number): void
  /** The medium was played to its end. */
  end(rate: number): void
  /** What was played since the last `take`. A running stretch goes on. */
  take(): Played
}

export function createIntervalRecorder(durationMs: number, now: () => number): IntervalRecorder {
  let running: Stretch | undefined
  /** Where the last stretch ended by itself. Going on from there by playing leaves no gap. */
  let stoppedAt: number | undefined
  let done: Interval[] = []
  let activeMs = 0

  function close(): void {
    if (running && running.to > running.from) done.push({ from: running.from, to: running.to })
    stoppedAt = running?.to ?? stoppedAt
    running = undefined
  }

  function start(positionMs: number, sinceMs = positionMs): void {
    close()
    const place = (position: number) => Math.min(Math.round(position), durationMs)
    const since = place(sinceMs)
    const missed = since - (stoppedAt ?? Number.NaN)
    running = { from: missed > 0 && missed <= BREATH_MS ? since - missed : since, to: place(positionMs), seenAt: now() }
    stoppedAt = undefined
  }

  function advance(positionMs: number, rate: number): void {
    if (!running) return
    const moved = positionMs - running.to
    const passed = now() - running.seenAt
    if (moved < -1 || moved > passed * rate + SLACK_MS) {
      start(positionMs)
      return
    }
    running.to = Math.max(running.to, Math.min(Math.round(positionMs), durationMs))
    running.seenAt = now()
    // A player that crawls while it loads is not studied by the clock but by what it showed.
    activeMs += Math.min(passed, Math.max(0, moved) / rate)
  }

  return {
    start,
    advance,
    jump() {
      close()
      stoppedAt = undefined
    },
    stop(positionMs, rate) {
      advance(positionMs, rate)
      close()
    },
    end(rate) {
      if (running && running.to >= durationMs - SLACK_MS) advance(durationMs, rate)
      close()
    },
    take() {
      const open = running && running.to > running.from ? [{ from: running.from, to: running.to }] : []
      const played = { intervals: unionOf([...done, ...open]), activeMs: Math.round(activeMs) }
      done = []
      activeMs = 0
      if (running) running = { from: running.to, to: running.to, seenAt: running.seenAt }
      return played
    },
  }
}
