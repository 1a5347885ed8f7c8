import { expect, test } from 'vitest'
import { createReadingRecorder, textReadMs } from './reading.ts'

function reader(wholeMs = 0) {
  let clock = 5_000_000
  const recorder = createReadingRecorder(() => clock, wholeMs)
  const read = (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      clock += 1000
      recorder.tick()
    }
  }
  const pass = (seconds: number) => {
    clock += seconds * 1000
  }
  recorder.tick()
  return { recorder, read, pass }
}

test('a page that was looked at for two seconds is read, one that was turned over is not', () => {
  const { recorder, read } = reader()
  recorder.show([0], 1)
  read(3)
  recorder.show([1], 2)
  read(1)
  recorder.show([2, 3], 4)
  read(2)
  expect(recorder.take()).toEqual({
    intervals: [
      { from: 0, to: 1 },
      { from: 2, to: 4 },
    ],
    position: 4,
    activeMs: 6000,
  })
  read(5)
  expect(recorder.take()).toEqual({ intervals: [], position: 4, activeMs: 5000 })
})

test('a hidden page is not studied', () => {
  const { recorder, read, pass } = reader()
  recorder.show([0], 1)
  read(1)
  recorder.rest()
  pass(3600)
  recorder.tick()
  expect(recorder.take()).toEqual({ intervals: [], position: 1, activeMs: 1000 })
  read(1)
  expect(recorder.take()).toEqual({ intervals: [{ from: 0, to: 1 }], position: 1, activeMs: 1000 })
})

test('who does nothing for three minutes is no longer reading', () => {
  const { recorder, read } = reader()
  recorder.show([0], 1)
  read(600)
  expect(recorder.take().activeMs).toBe(180_000)
  recorder.touch()
  read(10)
  expect(recorder.take().activeMs).toBe(10_000)
})

test('a text counts when its end was seen and there was time to read it', () => {
  const needed = textReadMs(`<p>${'字'.repeat(250)}</p>`)
  expect(needed).toBe(10_000)
  const { recorder, read } = reader(needed)
  recorder.show([0])
  read(9)
  expect(recorder.missingMs()).toBe(1000)
  expect(recorder.take().intervals).toEqual([])
  read(1)
  expect(recorder.missingMs()).toBe(0)
  expect(recorder.take().intervals).toEqual([{ from: 0, to: 1 }])
  read(5)
  expect(recorder.take().intervals).toEqual([])
})

test('no text takes longer than a minute', () => {
  expect(textReadMs('字'.repeat(100_000))).toBe(60_000)
})
