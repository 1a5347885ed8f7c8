import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DraftSaver } from './draft-saver.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function saver() {
  const sent: string[] = []
  const states: string[] = []
  const calls: { arrive: () => void; fail: () => void }[] = []
  const send = (draft: string) => {
    sent.push(draft)
    return new Promise<void>((resolve, reject) =>
      calls.push({ arrive: resolve, fail: () => reject(new Error('away')) }),
    )
  }
  const drafts = new DraftSaver<string>({ send, onState: (state) => states.push(state) })
  return { drafts, sent, states, calls }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('a draft', () => {
  it('is sent after a pause, as it was typed last', async () => {
    const { drafts, sent, states, calls } = saver()
    drafts.change('a')
    await pass(500)
    drafts.change('ab')
    await pass(799)
    expect(sent).toEqual([])
    await pass(1)
    expect(sent).toEqual(['ab'])
    calls[0]?.arrive()
    await pass(0)
    expect(states).toEqual(['waiting', 'waiting', 'saving', 'saved'])
  })

  it('that changes while it is sent follows, and never overtakes', async () => {
    const { drafts, sent, states, calls } = saver()
    drafts.change('a')
    drafts.flush()
    drafts.change('b')
    await pass(5000)
    expect(sent).toEqual(['a'])
    calls[0]?.arrive()
    await pass(800)
    expect(sent).toEqual(['a', 'b'])
    calls[1]?.arrive()
    await pass(0)
    expect(states.at(-1)).toBe('saved')
  })

  it('that fails is tried again until it has arrived', async () => {
    const { drafts, sent, states, calls } = saver()
    drafts.change('a')
    drafts.flush()
    calls[0]?.fail()
    await pass(0)
    expect(states.at(-1)).toBe('failed')
    await pass(4000)
    expect(sent).toEqual(['a', 'a'])
    calls[1]?.arrive()
    await pass(0)
    expect(states.at(-1)).toBe('saved')
    await pass(60_000)
    expect(sent).toHaveLength(2)
  })

  it('that is dropped is sent no more, also where the last try fails meanwhile', async () => {
    const { drafts, sent, calls } = saver()
    drafts.change('a')
    drafts.flush()
    drafts.change('b')
    const dropped = drafts.drop()
    calls[0]?.fail()
    await dropped
    await pass(60_000)
    expect(sent).toEqual(['a'])
  })
})
