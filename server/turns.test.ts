import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Turns } from './turns.ts'
import { Unavailable } from './unavailable.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Work that ends when the test says so, and the names of what has started. */
function workshop(turns: Turns) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const start = (name: string, options?: { first: boolean }) =>
    turns.run(() => {
      started.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    }, options)
  const end = async (name: string) => {
    ends.get(name)?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { started, start, end }
}

it('runs so many at once, and the others in their order, those that hold something first', async () => {
  const { started, start, end } = workshop(new Turns({ atOnce: 2, waitingMax: 10, waitMsMax: 1000 }))
  const all = [start('a'), start('b'), start('c'), start('d'), start('e', { first: true })]
  expect(started).toEqual(['a', 'b'])
  await end('b')
  expect(started).toEqual(['a', 'b', 'e'])
  for (const name of ['a', 'e', 'c', 'd']) await end(name)
  expect(started).toEqual(['a', 'b', 'e', 'c', 'd'])
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

it('passes the turn on when the work fails', async () => {
  const turns = new Turns({ atOnce: 1, waitingMax: 1, waitMsMax: 1000 })
  const failing = turns.run(() => Promise.reject(new Error('broken')))
  const next = turns.run(() => Promise.resolve('served'))
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('served')
  expect(await turns.run(() => Promise.resolve('served again'))).toBe('served again')
})

it('refuses what waits too long, or behind too many, and serves again', async () => {
  const { started, start, end } = workshop(new Turns({ atOnce: 1, waitingMax: 2, waitMsMax: 1000 }))
  const first = start('first')
  const late = [start('second'), start('third')].map((work) => work.catch((error: unknown) => error))
  await expect(start('fourth')).rejects.toThrow(Unavailable)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await Promise.all(late)).toEqual([expect.any(Unavailable), expect.any(Unavailable)])
  const waiting = start('fifth')
  await end('first')
  await end('fifth')
  expect(await Promise.all([first, waiting])).toEqual(['first', 'fifth'])
  expect(started).toEqual(['first', 'fifth'])
})
