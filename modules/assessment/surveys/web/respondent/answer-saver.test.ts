import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AnswerSaver, restMs, type SaveState, type SendResult } from './answer-saver.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function saver(results: SendResult[] = []) {
  const sent: string[] = []
  const states: SaveState[] = []
  const made = new AnswerSaver<string>({
    send: async (answers) => {
      sent.push(answers)
      return results.shift() ?? 'stored'
    },
    onState: (state) => states.push(state),
  })
  return { made, sent, states }
}

it('sends the newest alone, a moment after the last change', async () => {
  const { made, sent, states } = saver()
  made.change('a')
  await vi.advanceTimersByTimeAsync(restMs - 1)
  made.change('ab')
  await vi.advanceTimersByTimeAsync(restMs - 1)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toEqual(['ab'])
  expect(states.at(-1)).toBe('saved')
})

it('what was changed while it was sent goes after it, and flush waits for both', async () => {
  const releases: (() => void)[] = []
  const sent: string[] = []
  const states: SaveState[] = []
  const made = new AnswerSaver<string>({
    send: (answers) => {
      sent.push(answers)
      return new Promise((resolve) => releases.push(() => resolve('stored')))
    },
    onState: (state) => states.push(state),
  })
  made.change('a')
  const all = made.flush()
  made.change('b')
  releases.shift()?.()
  await vi.waitFor(() => expect(sent).toEqual(['a', 'b']))
  expect(states.at(-1)).toBe('saving')
  releases.shift()?.()
  expect(await all).toBe(true)
  expect(states.at(-1)).toBe('saved')
})

it('says that it is offline, tries again, and loses nothing', async () => {
  const { made, sent, states } = saver(['unreachable', 'unreachable'])
  made.change('a')
  expect(await made.flush()).toBe(false)
  expect(states.at(-1)).toBe('offline')
  made.change('ab')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent.at(-1)).toBe('ab')
  expect(made.state).toBe('saved')
})

it('stops when the server takes no more', async () => {
  const { made, sent } = saver(['ended'])
  made.change('a')
  await made.flush()
  made.change('b')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual(['a'])
  expect(made.state).toBe('ended')
})

it('a screen that was left sends nothing', async () => {
  const { made, sent } = saver()
  made.change('a')
  made.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([])
})
