import { describe, expect, it, vi } from 'vitest'
import { Gatherer } from './gathered.ts'

/** A gatherer whose groups are answered when the test says so. */
function recorded(settings: { max: number; keyOf?: (item: string) => string }) {
  const groups: { items: readonly string[]; end: (error?: Error) => void }[] = []
  let heard = Promise.withResolvers<void>()
  const gatherer = new Gatherer<string, string>(settings, (items) => {
    const group = Promise.withResolvers<readonly string[]>()
    const end = (error?: Error) =>
      error ? group.reject(error) : group.resolve(items.map((item) => item.toUpperCase()))
    groups.push({ items, end })
    heard.resolve()
    heard = Promise.withResolvers()
    return group.promise
  })
  const nextGroup = async (count: number) => {
    while (groups.length < count) await heard.promise
    return groups[count - 1]
  }
  return { gatherer, groups, nextGroup }
}

describe('what several requests ask at once', () => {
  it('goes as one, and each has its own answer; what comes meanwhile gathers', async () => {
    const { gatherer, groups, nextGroup } = recorded({ max: 3 })
    const first = ['a', 'b'].map((item) => gatherer.ask(item))
    const one = await nextGroup(1)
    const later = ['c', 'd', 'e', 'f'].map((item) => gatherer.ask(item))
    one?.end()
    expect(await Promise.all(first)).toEqual(['A', 'B'])
    ;(await nextGroup(2))?.end()
    ;(await nextGroup(3))?.end()
    expect(await Promise.all(later)).toEqual(['C', 'D', 'E', 'F'])
    expect(groups.map(({ items }) => items)).toEqual([['a', 'b'], ['c', 'd', 'e'], ['f']])
  })

  it('of one key waits for its turn', async () => {
    const { gatherer, groups, nextGroup } = recorded({ max: 9, keyOf: (item) => item.slice(0, 1) })
    const answers = ['a1', 'b1', 'a2', 'a3', 'c1'].map((item) => gatherer.ask(item))
    for (const count of [1, 2, 3]) (await nextGroup(count))?.end()
    await Promise.all(answers)
    expect(groups.map(({ items }) => items)).toEqual([['a1', 'b1', 'c1'], ['a2'], ['a3']])
  })

  it('fails for those who asked it, and not for the next', async () => {
    const { gatherer, nextGroup } = recorded({ max: 9 })
    const failing = ['a', 'b'].map((item) => gatherer.ask(item).catch((error: Error) => error.message))
    const one = await nextGroup(1)
    const next = gatherer.ask('c')
    one?.end(new Error('gone'))
    expect(await Promise.all(failing)).toEqual(['gone', 'gone'])
    ;(await nextGroup(2))?.end()
    expect(await next).toBe('C')
  })
  it('waits for no statement that takes long, but for one of its own key; at most four are under way', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { gatherer, groups, nextGroup } = recorded({ max: 9, keyOf: (item) => item.slice(0, 1) })
    const answers = [gatherer.ask('a1')]
    for (const [count, item] of ['b1', 'c1', 'd1'].entries()) {
      await nextGroup(count + 1)
      answers.push(gatherer.ask(item))
      vi.advanceTimersByTime(249)
      await new Promise(setImmediate)
      expect(groups).toHaveLength(count + 1)
      vi.advanceTimersByTime(1)
    }
    await nextGroup(4)
    answers.push(gatherer.ask('a2'), gatherer.ask('e1'))
    vi.advanceTimersByTime(10_000)
    await new Promise(setImmediate)
    expect(groups.map(({ items }) => items)).toEqual([['a1'], ['b1'], ['c1'], ['d1']])
    groups[1]?.end()
    ;(await nextGroup(5))?.end()
    groups[0]?.end()
    ;(await nextGroup(6))?.end()
    for (const { end } of groups) end()
    expect(await Promise.all(answers)).toEqual(['A1', 'B1', 'C1', 'D1', 'A2', 'E1'])
    expect(groups.slice(4).map(({ items }) => items)).toEqual([['e1'], ['a2']])
    vi.useRealTimers()
  })
})
