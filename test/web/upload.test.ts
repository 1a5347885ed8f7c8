/** How long a call that brings a file is waited for. */
import { address } from './browser.ts'
import './fake-server.ts'
import { Type } from 'typebox'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { contract } from '#kit/contract.ts'
import { upload } from '#web/api/upload.ts'
import { registerMessages, startTexts } from '#web/i18n/texts.ts'
import { currentNotices } from '#web/ui/notify.ts'
import cn from '../../kit/messages/cn.json' with { type: 'json' }

const api = contract({
  bring: {
    method: 'POST',
    path: '/bring',
    summary: '',
    access: 'signed-in',
    kind: 'multipart',
    response: Type.Object({}),
  },
})

/** A request that the server answers after a while, if it is still waited for. */
class SlowRequest {
  static answersAfterMs = 0
  timeout = 0
  status = 0
  responseText = ''
  readonly upload = {}
  onload?: () => void
  ontimeout?: () => void

  open(): void {}
  setRequestHeader(): void {}
  abort(): void {}

  send(): void {
    const answered = setTimeout(() => {
      this.status = 200
      this.responseText = '{"id":"1"}'
      clearTimeout(given)
      this.onload?.()
    }, SlowRequest.answersAfterMs)
    // A time of 0 means for a browser that it waits for ever.
    const given = this.timeout === 0 ? undefined : setTimeout(() => this.giveUp(answered), this.timeout)
  }

  giveUp(answered: NodeJS.Timeout): void {
    clearTimeout(answered)
    this.ontimeout?.()
  }
}

beforeAll(async () => {
  vi.stubGlobal('XMLHttpRequest', SlowRequest)
  registerMessages('kit', async () => ({ default: cn }))
  await startTexts(['kit'])
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  address.hash = '#/center'
})
afterEach(() => vi.useRealTimers())
afterAll(() => Reflect.deleteProperty(globalThis, 'XMLHttpRequest'))

const bring = () => upload(api.bring, { file: new Blob(['x']), fileName: 'a.png' })

test('[SHELL-068] a file that arrives within 600000 ms arrives; after that the call is given up', async () => {
  SlowRequest.answersAfterMs = 599_999
  const arriving = bring()
  await vi.advanceTimersByTimeAsync(599_999)
  expect(await arriving).toEqual({ id: '1' })

  SlowRequest.answersAfterMs = 600_001
  const late = bring()
  const failed = vi.fn()
  late.catch(failed)
  await vi.advanceTimersByTimeAsync(599_999)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await expect(late).rejects.toMatchObject({ kind: 'timeout' })
  expect(currentNotices().notices.map(({ text }) => text)).toEqual(['网络繁忙，请检查网络设置后刷新重试'])
})
