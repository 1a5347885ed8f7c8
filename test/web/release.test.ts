import './browser.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { otherBuild, restartIfUpdated } from '#web/release/build.ts'
import { release, watchRelease } from '#web/release/watch.ts'

let served: string | Error = 'one'
let asked = 0
const reload = vi.fn()

beforeEach(() => {
  served = 'one'
  asked = 0
  reload.mockReset()
  release.set({ next: undefined, putOff: undefined })
  vi.stubGlobal('sessionStorage', localStorage)
  localStorage.clear()
  vi.stubGlobal('document', { querySelector: () => ({ content: 'one' }) })
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('fetch', async () => {
    asked += 1
    if (served instanceof Error) throw served
    return new Response(served)
  })
})

const build = (name: string) => JSON.stringify({ build: name })

it('another build is one that the server names; no answer, and one of something else, are none', async () => {
  for (const [answer, other] of [
    [build('one'), undefined],
    [build('two'), 'two'],
    ['<!doctype html>', undefined],
    ['{"build":3}', undefined],
    [new Error('offline'), undefined],
  ] as const) {
    served = answer
    expect(await otherBuild()).toBe(other)
  }
})

it('a screen whose code has gone with an update starts the page again, once for each build', async () => {
  served = build('one')
  expect([await restartIfUpdated(), reload.mock.calls.length]).toEqual([false, 0])
  served = build('two')
  expect([await restartIfUpdated(), reload.mock.calls.length]).toEqual([true, 1])
  // The page came back as the old build: it is not started for ever.
  expect([await restartIfUpdated(), reload.mock.calls.length]).toEqual([false, 1])
  served = build('three')
  expect([await restartIfUpdated(), reload.mock.calls.length]).toEqual([true, 2])
})

function tab(now: () => number = () => 0) {
  const channel = { postMessage: vi.fn(), onmessage: null as ((event: MessageEvent) => void) | null }
  const hear = (data: object) => channel.onmessage?.({ data } as MessageEvent)
  return { channel, hear, watch: watchRelease({ channel: channel as never, now }) }
}

it('what one tab learns the others know, and what is put off in one is put off in all', async () => {
  served = build('two')
  const { channel, hear, watch } = tab()
  await watch.look()
  expect(release.get()).toEqual({ next: 'two', putOff: undefined })
  expect(channel.postMessage.mock.calls).toEqual([[{ next: 'two' }]])
  watch.putOff()
  expect(release.get()).toEqual({ next: 'two', putOff: 'two' })
  expect(channel.postMessage).toHaveBeenLastCalledWith({ putOff: 'two' })
  hear({ next: 'three' })
  expect(release.get()).toEqual({ next: 'three', putOff: 'two' })
  hear({ putOff: 'three' })
  expect(release.get()).toEqual({ next: 'three', putOff: 'three' })
  // A tab of the newer build says nothing new to itself.
  hear({ next: 'one' })
  expect(release.get().next).toBe('three')
})

it('the server is asked once a minute however often somebody looks, and at once when code could not be had', async () => {
  served = build('one')
  let now = 0
  const { watch } = tab(() => now)
  await watch.look()
  now = 59_999
  await watch.look()
  expect(asked).toBe(1)
  await watch.look('urgent')
  expect(asked).toBe(2)
  now += 60_000
  await watch.look()
  expect(asked).toBe(3)
})

it('an update that was taken back is no longer spoken of', async () => {
  served = build('two')
  const { watch } = tab()
  await watch.look()
  served = build('one')
  await watch.look('urgent')
  expect(release.get().next).toBeUndefined()
})
