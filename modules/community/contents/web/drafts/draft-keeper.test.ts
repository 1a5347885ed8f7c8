/** An author types, the network fails, a second device saves, the browser crashes: nothing typed is lost. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DraftKeeper, type LocalCopy, type LocalStore, SAVE_MS, type Sent } from './draft-keeper.ts'

interface Fields {
  readonly title: string
}

const id = 'draft-1'
let kept: LocalCopy<Fields> | undefined
const store: LocalStore<Fields> = {
  read: () => kept,
  write: (copy) => {
    kept = copy
    return true
  },
  forget: () => {
    kept = undefined
  },
}
let answers: (() => Promise<Sent<Fields>> | Sent<Fields>)[] = []
const send = vi.fn(
  async ({ revision }: { revision: number; base?: number | undefined; fields: Fields }): Promise<Sent<Fields>> => {
    const answer = answers.shift()
    return answer ? answer() : { kind: 'taken', id, revision: revision + 1 }
  },
)
const open = (start: { id?: string; revision: number; base?: number; fields: Fields }) =>
  new DraftKeeper<Fields>(start, { send, store, onState: () => undefined })
const empty = { revision: 0, fields: { title: '' } }
const sentTitles = () => send.mock.calls.map(([{ fields }]) => fields.title)

beforeEach(() => {
  vi.useFakeTimers()
  kept = undefined
  answers = []
  send.mockClear()
})
afterEach(() => vi.useRealTimers())

describe('saving', () => {
  it('sends the newest five seconds after the first change, and once', async () => {
    const keeper = open(empty)
    keeper.change({ title: '一' })
    await vi.advanceTimersByTimeAsync(SAVE_MS - 1)
    keeper.change({ title: '一二' })
    expect(send).not.toHaveBeenCalled()
    expect(keeper.state).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect(sentTitles()).toEqual(['一二'])
    expect([keeper.id, keeper.revision, keeper.state]).toEqual([id, 1, 'saved'])
    expect(kept).toBeUndefined()
    await vi.advanceTimersByTimeAsync(SAVE_MS * 3)
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('sends what was typed while it was sending on the revision that came of it', async () => {
    const keeper = open(empty)
    let answer: (sent: Sent<Fields>) => void = () => undefined
    answers = [() => new Promise((resolve) => (answer = resolve))]
    keeper.change({ title: '一' })
    await vi.advanceTimersByTimeAsync(SAVE_MS)
    keeper.change({ title: '一二' })
    const saved = keeper.flush()
    answer({ kind: 'taken', id, revision: 7 })
    expect(await saved).toBe(true)
    expect(send.mock.calls.at(-1)?.[0]).toMatchObject({ id, revision: 7, fields: { title: '一二' } })
  })
})

describe('a server that cannot be reached', () => {
  it('leaves the text on this device, and is tried again until it takes it', async () => {
    const keeper = open(empty)
    answers = [() => ({ kind: 'lost' }), () => ({ kind: 'lost' })]
    keeper.change({ title: '在路上' })
    await vi.advanceTimersByTimeAsync(SAVE_MS)
    expect(keeper.state).toBe('kept')
    expect(kept?.fields.title).toBe('在路上')
    await vi.advanceTimersByTimeAsync(SAVE_MS * 2)
    expect(keeper.state).toBe('saved')
    expect(sentTitles()).toEqual(['在路上', '在路上', '在路上'])
  })

  it('finds the text again after a crash, and sends it', async () => {
    kept = { revision: 3, fields: { title: '写了一半' } }
    const keeper = open({ id, revision: 3, fields: { title: '写' } })
    expect(keeper.fields.title).toBe('写了一半')
    await vi.advanceTimersByTimeAsync(SAVE_MS)
    expect(sentTitles()).toEqual(['写了一半'])
  })

  it('leaves nothing behind of a text that the server has', () => {
    kept = { revision: 3, fields: { title: '写' } }
    const keeper = open({ id, revision: 3, fields: { title: '写' } })
    expect([keeper.state, keeper.isUnsaved]).toEqual(['saved', false])
  })
})

describe('a draft of a change', () => {
  const bases = () => send.mock.calls.map(([{ base }]) => base)

  it('begins on what was loaded', async () => {
    open({ ...empty, base: 4 }).change({ title: '改' })
    await vi.advanceTimersByTimeAsync(SAVE_MS)
    expect(bases()).toEqual([4])
  })

  it('that is found again after a crash begins on what was there before it', async () => {
    open({ ...empty, base: 4 }).change({ title: '改' })
    open({ ...empty, base: 7, fields: { title: '同事改的' } })
    await vi.advanceTimersByTimeAsync(SAVE_MS)
    expect(bases()).toEqual([4, 4])
  })
})

describe('two devices', () => {
  const theirs = { id, revision: 9, fields: { title: '手机上写的' } }
  const inConflict = async () => {
    const keeper = open({ id, revision: 3, fields: { title: '写' } })
    answers = [() => ({ kind: 'conflict', theirs })]
    keeper.change({ title: '电脑上写的' })
    await vi.advanceTimersByTimeAsync(SAVE_MS)
    return keeper
  }

  it('are not saved over each other, whatever is typed meanwhile', async () => {
    const keeper = await inConflict()
    expect([keeper.state, keeper.theirs]).toEqual(['conflict', theirs])
    keeper.change({ title: '电脑上写的还有' })
    await vi.advanceTimersByTimeAsync(SAVE_MS * 3)
    expect(send).toHaveBeenCalledTimes(1)
    expect(kept?.fields.title).toBe('电脑上写的还有')
  })

  it('keep the text of this one', async () => {
    const keeper = await inConflict()
    await keeper.decide('mine')
    expect(send.mock.calls.at(-1)?.[0]).toMatchObject({ revision: 9, fields: { title: '电脑上写的' } })
    expect(keeper.state).toBe('saved')
  })

  it('keep the text of the other one', async () => {
    const keeper = await inConflict()
    await keeper.decide('theirs')
    expect([keeper.fields.title, keeper.revision, keeper.state]).toEqual(['手机上写的', 9, 'saved'])
    expect(send).toHaveBeenCalledTimes(1)
    expect(kept).toBeUndefined()
  })

  it('are noticed after a crash as well', () => {
    kept = { revision: 3, fields: { title: '电脑上写的' } }
    const keeper = open(theirs)
    expect([keeper.state, keeper.theirs]).toEqual(['conflict', theirs])
  })
})
