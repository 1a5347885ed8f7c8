/** What every journey starts from: a platform, pages that fail on script errors, and the axe. */
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import type { Language } from '#kit/caller.ts'
import { type Account, type Platform, password, startPlatform } from './platform.ts'

export { expect }

/** Long journeys whose two languages differ in words alone: one of them in `npm test`, both with `JOURNEYS=all`. */
export function languagesOf(first: Language): readonly Language[] {
  return process.env.JOURNEYS === 'all' ? ['cn', 'en'] : [first]
}

interface WorkerFixtures {
  /** What the platform is told besides what all journeys tell it. */
  readonly environment: Readonly<Record<string, string>>
  readonly platform: Platform
}

/** Opens a page of a browser of its own, in a language, as a member or as nobody. */
export type OpenPage = (language: Language, account?: Account, options?: OpenOptions) => Promise<Page>

interface Fixtures {
  readonly open: OpenPage
}

interface OpenOptions {
  readonly width?: number
  readonly dark?: boolean
  /** Of another server process than the first. */
  readonly origin?: string
}

/** What a page must never say while a journey runs; a journey that provokes it takes it out. */
const pageErrors = new WeakMap<Page, string[]>()

async function newPage(browser: Browser, platform: Platform, language: Language, options: OpenOptions): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    baseURL: options.origin ?? platform.origin,
    locale: language === 'cn' ? 'zh-CN' : 'en-GB',
    colorScheme: options.dark ? 'dark' : 'light',
    viewport: { width: options.width ?? 1366, height: 860 },
    reducedMotion: 'reduce',
  })
  await context.addInitScript((chosen) => {
    if (!localStorage.getItem('shuyuan.language')) localStorage.setItem('shuyuan.language', chosen)
  }, language)
  const page = await context.newPage()
  const errors: string[] = []
  pageErrors.set(page, errors)
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message))
  return page
}

async function signIn(page: Page, account: Account): Promise<void> {
  await page.goto('/#/login')
  await page.locator('input[autocomplete=username]').fill(account.name)
  await page.locator('input[autocomplete=current-password]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/#\/home-v/)
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  environment: [{}, { scope: 'worker', option: true }],
  platform: [
    async ({ environment }, use) => {
      const platform = await startPlatform(environment)
      await use(platform)
      await platform.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  open: async ({ browser, platform }, use) => {
    const pages: Page[] = []
    await use(async (language, account, options = {}) => {
      const page = await newPage(browser, platform, language, options)
      pages.push(page)
      if (account) await signIn(page, account)
      return page
    })
    for (const page of pages) {
      expect(pageErrors.get(page), 'errors of scripts').toEqual([])
      await page.context().close()
    }
  },
})

/** No violation of WCAG 2.2 AA that the axe can find on what is shown now. */
export async function expectAccessible(page: Page): Promise<void> {
  let violations: unknown[] = []
  // An answer that arrives while the axe looks fades in with colours that are not its own yet: then it looks again.
  for (let look = 0; look < 3; look += 1) {
    await animationsEnd(page)
    violations = await violationsOf(page)
    if (violations.length === 0) return
  }
  expect(violations, `accessibility of ${page.url()}`).toEqual([])
}

/** What is still fading in has no colours of its own yet. */
async function animationsEnd(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  )
}

async function violationsOf(page: Page): Promise<unknown[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.slice(0, 5).map((node) => `${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  }))
}
