/** What every journey starts from: a platform, pages of members who are signed in, that fail on script errors. */
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import type { Language } from '#kit/caller.ts'
import { expectAccessible } from './accessible.ts'
import {
  type Account,
  buildPlatform,
  ownSite,
  type Platform,
  password,
  type Site,
  sharedSite,
  startSession,
} from './platform.ts'

export { expect, expectAccessible }

/** Long journeys whose two languages differ in words alone: one of them in `npm test`, both with `JOURNEYS=all`. */
export function languagesOf(first: Language): readonly Language[] {
  return process.env.JOURNEYS === 'all' ? ['cn', 'en'] : [first]
}

interface WorkerFixtures {
  /** Additional settings of the server; a journey with settings gets its own server. */
  readonly environment: Readonly<Record<string, string>>
  /** For a journey that ends its server: `test.use({ ownServer: true })`. */
  readonly ownServer: boolean
  readonly site: Site
}

/** Opens an empty page of a browser of its own, in a language, signed in as a member or as nobody. */
export type OpenPage = (language: Language, account?: Account, options?: OpenOptions) => Promise<Page>

interface Fixtures {
  readonly platform: Platform
  readonly open: OpenPage
}

interface OpenOptions {
  readonly width?: number
  readonly dark?: boolean
  /** Of another server process than the first. */
  readonly origin?: string
  /** A folder: a browser process of its own keeps there what it keeps, so that the next one finds it after a kill. */
  readonly profile?: string
}

/** What a page must never say while a journey runs; a journey that provokes it takes it out. */
const pageErrors = new WeakMap<Page, string[]>()

const contextOptions = (origin: string, language: Language, options: OpenOptions): BrowserContextOptions => ({
  baseURL: origin,
  locale: language === 'cn' ? 'zh-CN' : 'en-GB',
  colorScheme: options.dark ? 'dark' : 'light',
  viewport: { width: options.width ?? 1366, height: 860 },
  reducedMotion: 'reduce',
})

async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const errors: string[] = []
  pageErrors.set(page, errors)
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message))
  return page
}

/** What the browser finds in its storage when it comes to the site for the first time. */
async function prepareStorage(
  page: Page,
  origin: string,
  kept: { readonly language: Language; readonly accessToken: string | undefined },
): Promise<void> {
  await page.context().addInitScript(
    ([site, language, accessToken]) => {
      if (location.origin !== site || localStorage.getItem('shuyuan.language')) return
      localStorage.setItem('shuyuan.language', language)
      if (accessToken !== '')
        localStorage.setItem('shuyuan.token', JSON.stringify({ tokenType: 'Bearer', accessToken }))
    },
    [origin, kept.language, kept.accessToken ?? ''] as const,
  )
}

/** Ends the process of a browser that has a profile of its own with SIGKILL, as a power cut would. */
export async function killBrowser(page: Page): Promise<void> {
  const context = page.context()
  const session = await context.browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {}
  const closed = context.waitForEvent('close')
  process.kill(processInfo.find(({ type }) => type === 'browser')?.id ?? Number.NaN, 'SIGKILL')
  await closed
}

/** Signs in as people do. Journeys that prove something else open their pages signed in. */
export async function signInByForm(page: Page, account: Account): Promise<void> {
  await page.goto('/#/login')
  await page.locator('input[autocomplete=username]').fill(account.name)
  await page.locator('input[autocomplete=current-password]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/#\/home-v/)
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  environment: [{}, { scope: 'worker', option: true }],
  ownServer: [false, { scope: 'worker', option: true }],
  site: [
    async ({ environment, ownServer }, use) => {
      const isOwn = ownServer || Object.keys(environment).length > 0
      const site = isOwn ? await ownSite(environment) : sharedSite()
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  platform: async ({ site }, use) => use(await buildPlatform(site)),
  open: async ({ browser, launchOptions, platform, playwright }, use) => {
    const pages: Page[] = []
    await use(async (language, account, options = {}) => {
      const { origin = platform.origin, profile } = options
      const asked = contextOptions(origin, language, options)
      const page = await newPage(
        profile === undefined
          ? await browser.newContext(asked)
          : await playwright.chromium.launchPersistentContext(profile, { ...launchOptions, ...asked }),
      )
      pages.push(page)
      const accessToken = account && (await startSession(platform.db, account, language))
      await prepareStorage(page, origin, { language, accessToken })
      return page
    })
    for (const page of pages) {
      expect(pageErrors.get(page), 'errors of scripts').toEqual([])
      await page.context().close()
    }
  },
})
