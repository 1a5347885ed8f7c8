/** What a player could not send: it waits for a sign-in, and is let go of once the server has decided. */
import '#test/web/browser.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { type Answer, sent, serve } from '#test/web/fake-server.ts'
import { bringPending, keepPending } from './study/pending.ts'

const pending = (unitId: string | null, sequence: number) => ({
  token: 'A'.repeat(43),
  commit: { sequence, activeMs: 30_000, unitId, cmi: {} },
})
const lateReports = () => sent.filter(({ url }) => url.pathname.includes('late')).length

/** The number of late reports that are sent by this attempt. */
async function bring(answer: Answer): Promise<number> {
  serve(({ url }) => (url.pathname.includes('late') ? answer : { status: 401, json: {} }))
  await bringPending()
  return lateReports()
}

vi.stubGlobal('window', { addEventListener: () => undefined })
beforeEach(() => localStorage.clear())

it('waits where nobody is signed in, the server is busy or away, and goes with the next sign-in', async () => {
  keepPending(pending(null, 1))
  keepPending(pending('00000000-0000-7000-8000-000000000001', 2))
  for (const answer of [{ status: 401, json: {} }, { status: 500 }, { broken: true }] as const)
    expect(await bring(answer)).toBe(1)
  expect(await bring({ json: { isRepeat: false } })).toBe(2)
  expect(await bring({ json: {} })).toBe(0)
})

it('is let go of when the server refuses it', async () => {
  keepPending(pending(null, 1))
  expect(await bring({ status: 422, json: { errorCode: 900_005 } })).toBe(1)
  expect(await bring({ json: {} })).toBe(0)
})
