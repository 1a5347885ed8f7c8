/** What goes wrong while a screen opens: the calls that are refused, and what stands in place of a part that cannot be loaded. */
import type { Page, Request } from '@playwright/test'
import { expect } from './fixtures.ts'
import { refusedCallsOf } from './refused-calls.ts'

export interface Opening {
  /** Opens an address in the page that is open. */
  go(path: string): Promise<readonly string[]>
  /** Opens an address as a link in an e-mail does: by a page load of its own. */
  goCold(path: string): Promise<readonly string[]>
  /** Waits until the screen rests. */
  rest(): Promise<readonly string[]>
}

/** Each answers what went wrong since the last one, until the screen rests. */
export function watchOpening(page: Page): Opening {
  const pending = new Set<Request>()
  let failures: string[] = []
  page.on('request', (request) => {
    const counts = ['fetch', 'script'].includes(request.resourceType()) && !request.url().includes('/event')
    if (counts) pending.add(request)
  })
  page.on('requestfailed', (request) => pending.delete(request))
  page.on('requestfinished', (request) => {
    if (!pending.has(request)) return
    // The answer of a page that has been left is gone.
    const read = request.resourceType() === 'fetch' ? refusedCallsOf(request).catch(() => []) : Promise.resolve([])
    void read.then((found) => {
      failures.push(...found)
      pending.delete(request)
    })
  })
  const rest = async () => {
    await page.locator('main h1:not([data-left])').first().waitFor()
    await expect.poll(() => pending.size, { intervals: [20, 50, 100] }).toBe(0)
    await expect(page.locator('main .sy-loading, main .ant-spin-spinning')).toHaveCount(0)
    const shown = await page.locator('main .sy-empty[role=alert], main .sy-failure').allInnerTexts()
    if (page.url().includes('/error-page/')) shown.push(page.url())
    const found = [...failures, ...shown.map((text) => `shown: ${text.replace(/\s+/g, ' ')}`)]
    failures = []
    return found
  }
  return {
    rest,
    async go(path) {
      await page.evaluate((to) => {
        const pathOf = (hash: string) => hash.replace(/^#/, '').replace(/\?.*/, '')
        // The next screen brings its own heading. The mark tells the old heading apart, which is shown until then.
        if (pathOf(location.hash) !== pathOf(to))
          for (const heading of document.querySelectorAll('main h1')) heading.setAttribute('data-left', '')
        location.hash = to
      }, path)
      return rest()
    },
    async goCold(path) {
      await page.goto('about:blank')
      pending.clear()
      failures = []
      await page.goto(`/#${path}`)
      return rest()
    },
  }
}
