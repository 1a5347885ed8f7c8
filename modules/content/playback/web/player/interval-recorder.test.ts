import fc from 'fast-check'
import { expect, test } from 'vitest'
import { covers, lengthOf, unionOf } from '#web/media/intervals.ts'
import { createIntervalRecorder } from './interval-recorder.ts'
import { type ObservedMedia, observeMedia } from './media-observer.ts'

/** A player as a browser has it: time passes by `play`, and it reports each change like a browser. */
function player(durationSeconds: number) {
  let clock = 1_000_000
  const media = Object.assign(new EventTarget(), {
    currentTime: 0,
    playbackRate: 1,
    paused: true,
    seeking: false,
    ended: false,
  }) satisfies ObservedMedia
  const recorder = createIntervalRecorder(durationSeconds * 1000, () => clock)
  let stops = 0
  const tell = (name: string) => media.dispatchEvent(new Event(name))
  const observation = observeMedia(media, recorder, { onProgress: () => undefined, onStop: () => (stops += 1) })
  const listen = { play, pause, seek, stall, setRate, observation, tell, recorder, media, wait, stops: () => stops }

  function wait(seconds: number) {
    clock += seconds * 1000
  }
  function begin() {
    media.paused = false
    tell('playing')
  }
  /** Plays for a time and reports the position four times a second, or as rarely as a hidden tab. */
  function play(seconds: number, everySeconds = 0.25) {
    if (media.paused) begin()
    for (let left = seconds; left > 0.0001; left -= everySeconds) {
      const step = Math.min(left, everySeconds)
      wait(step)
      media.currentTime = Math.min(durationSeconds, media.currentTime + step * media.playbackRate)
      tell('timeupdate')
      if (media.currentTime === durationSeconds) return end()
    }
  }
  function end() {
    media.paused = true
    media.ended = true
    tell('pause')
    tell('ended')
  }
  function pause() {
    media.paused = true
    tell('timeupdate')
    tell('pause')
  }
  function seek(to: number) {
    media.currentTime = to
    media.ended = false
    media.seeking = true
    tell('seeking')
    tell('timeupdate')
    media.seeking = false
    tell('seeked')
    if (!media.paused) tell('playing')
  }
  function stall(seconds: number) {
    tell('waiting')
    wait(seconds)
    tell('playing')
  }
  function setRate(rate: number) {
    media.playbackRate = rate
    tell('ratechange')
  }
  return listen
}

test('[COURSE-056] what was played is reported once, and playing goes on without a gap', () => {
  const { play, recorder } = player(60)
  play(5)
  expect(recorder.take()).toEqual({ intervals: [{ from: 0, to: 5000 }], activeMs: 5000 })
  play(5)
  expect(recorder.take()).toEqual({ intervals: [{ from: 5000, to: 10_000 }], activeMs: 5000 })
  expect(recorder.take()).toEqual({ intervals: [], activeMs: 0 })
})

test('[COURSE-056] a pause ends the stretch where it stands, and asks for a report', () => {
  const { play, pause, wait, recorder, stops } = player(60)
  play(3)
  pause()
  expect(stops()).toBe(1)
  wait(600)
  expect(recorder.take()).toEqual({ intervals: [{ from: 0, to: 3000 }], activeMs: 3000 })
  play(2)
  expect(recorder.take()).toEqual({ intervals: [{ from: 3000, to: 5000 }], activeMs: 2000 })
})

test('[COURSE-056] what is jumped over is not reported, while playing and while paused', () => {
  const { play, pause, seek, recorder } = player(600)
  play(4)
  seek(100)
  play(2)
  pause()
  seek(300)
  play(1)
  seek(50)
  play(1)
  expect(recorder.take().intervals).toEqual([
    { from: 0, to: 4000 },
    { from: 50_000, to: 51_000 },
    { from: 100_000, to: 102_000 },
    { from: 300_000, to: 301_000 },
  ])
})

test('[COURSE-056] a jump that the player does not tell of is seen by the clock', () => {
  const { play, media, tell, wait, recorder } = player(600)
  play(4)
  wait(0.25)
  media.currentTime = 200
  tell('timeupdate')
  play(1)
  expect(recorder.take().intervals).toEqual([
    { from: 0, to: 4000 },
    { from: 200_000, to: 201_000 },
  ])
})

test('[COURSE-056] at double speed the range is twice as long as the time', () => {
  const { play, setRate, recorder } = player(600)
  play(4)
  setRate(2)
  play(10)
  setRate(1)
  play(1)
  expect(recorder.take()).toEqual({ intervals: [{ from: 0, to: 25_000 }], activeMs: 15_000 })
})

test('[COURSE-056] a hidden tab tells its position rarely, and nothing of it is lost', () => {
  const { play, recorder } = player(600)
  play(2)
  play(60, 1)
  play(120, 60)
  expect(recorder.take()).toEqual({ intervals: [{ from: 0, to: 182_000 }], activeMs: 182_000 })
})

test('[COURSE-060] loading is no study time', () => {
  const { play, stall, recorder } = player(600)
  play(2)
  stall(30)
  play(2)
  expect(recorder.take()).toEqual({ intervals: [{ from: 0, to: 4000 }], activeMs: 4000 })
})

test('[COURSE-060] sleep of the machine is no study time', () => {
  const { play, wait, recorder } = player(600)
  play(2)
  wait(3600)
  play(2)
  expect(recorder.take()).toEqual({ intervals: [{ from: 0, to: 4000 }], activeMs: expect.closeTo(4000, -1) })
})

test('[COURSE-056] the end reaches the length that the server knows, though the browser tells a little less', () => {
  const short = player(59.8)
  const recorder = createIntervalRecorder(60_000, () => Date.now())
  recorder.start(0)
  recorder.jump()
  short.play(59.8)
  expect(short.recorder.take().intervals).toEqual([{ from: 0, to: 59_800 }])

  let clock = 0
  const measured = createIntervalRecorder(60_000, () => clock)
  measured.start(50_000)
  clock = 9800
  measured.advance(59_800, 1)
  measured.end(1)
  expect(measured.take().intervals).toEqual([{ from: 50_000, to: 60_000 }])
})

test('[COURSE-056] leaving the screen while it plays keeps what was played', () => {
  const { play, observation, recorder } = player(600)
  play(7)
  observation.end()
  expect(recorder.take().intervals).toEqual([{ from: 0, to: 7000 }])
  play(5)
  expect(recorder.take().intervals).toEqual([])
})

test('[COURSE-056] a union keeps every unit, in order and without overlap', () => {
  const interval = fc
    .tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 40 }))
    .map(([from, length]) => ({ from, to: from + length }))
  fc.assert(
    fc.property(fc.array(interval, { maxLength: 30 }), (intervals) => {
      const union = unionOf(intervals)
      const units = Array.from({ length: 250 }, (_, unit) => unit)
      const times = (ranges: typeof intervals, unit: number) =>
        ranges.filter(({ from, to }) => from <= unit && unit < to).length
      expect(units.map((unit) => times(union, unit))).toEqual(units.map((unit) => Math.min(1, times(intervals, unit))))
      expect(union.every(({ from }, index) => index === 0 || (union[index - 1]?.to ?? 0) < from)).toBe(true)
      expect(covers(union, lengthOf(intervals))).toBe(true)
    }),
  )
})

test('[COURSE-056] between two reports of the player nothing is lost, and going on leaves no gap', () => {
  const { play, media, tell, wait, observation, recorder } = player(600)
  play(4)
  wait(0.2)
  media.currentTime += 0.2
  observation.sample()
  expect(recorder.take().intervals).toEqual([{ from: 0, to: 4200 }])
  media.paused = true
  tell('pause')
  // Another page goes on there, and says only a moment later that it plays.
  media.paused = false
  media.seeking = true
  media.currentTime = 4.2
  tell('seeking')
  wait(0.05)
  media.currentTime = 4.25
  media.seeking = false
  tell('seeked')
  tell('playing')
  play(1)
  expect(recorder.take().intervals).toEqual([{ from: 4200, to: 5250 }])
})

test('[COURSE-056] a player that takes breath leaves no gap, one that jumped does', () => {
  let clock = 0
  const recorder = createIntervalRecorder(60_000, () => clock)
  recorder.start(0)
  clock += 1000
  recorder.stop(1000, 1)
  recorder.start(1003)
  clock += 1000
  recorder.advance(2003, 1)
  expect(recorder.take().intervals).toEqual([{ from: 0, to: 2003 }])
  recorder.jump()
  recorder.start(2100)
  clock += 1000
  recorder.advance(3100, 1)
  expect(recorder.take().intervals).toEqual([{ from: 2100, to: 3100 }])
})
