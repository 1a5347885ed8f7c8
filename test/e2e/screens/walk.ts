/** Walks from the menus of an account over the links of each screen, and takes pictures of each kind of screen once. */
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { Language } from '#kit/caller.ts'

/** An account of the demonstration company. */
export interface DemoAccount {
  /** What it is for, in Chinese. */
  readonly label: string
  readonly name: string
}

export interface SignedInPage {
  readonly page: Page
  readonly language: Language
}

export interface Picture {
  /** In the output's folder. */
  readonly file: string
  readonly language: Language
  readonly width: number
  readonly dark: boolean
}

export interface Screen {
  /** Whose demonstration account saw it. */
  readonly account: string
  readonly path: string
  readonly heading: string
  readonly pictures: readonly Picture[]
  /** What a machine sees wrong: refused calls, errors of scripts, what moves, what is wider than the window. */
  readonly remarks: readonly string[]
}

const desktop = { width: 1366, height: 860 }
const phone = { width: 390, height: 844 }
/** Cumulative layout shift above which a screen is remarked on. */
const shiftGoal = 0.05
const settledMs = 400
const loadingLimitMs = 10_000
/** A picture shows this many windows of a long screen at most. */
const windowsInPicture = 2
const menus = ['/home-v', '/center', '/manage']

declare global {
  interface Window {
    shuyuanShift?: number
  }
}

/** A page that is signed in as a demonstration account, by the form as people do. */
export async function openPage(
  browser: Browser,
  origin: string,
  {
    language,
    account,
    password,
  }: { readonly language: Language; readonly account: DemoAccount; readonly password: string },
): Promise<SignedInPage> {
  const locale = language === 'cn' ? 'zh-CN' : 'en-GB'
  const context = await browser.newContext({ baseURL: origin, locale, viewport: desktop, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.addInitScript((kept) => {
    if (location.protocol === 'about:') return
    localStorage.setItem('shuyuan.language', kept)
    window.shuyuanShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        window.shuyuanShift = (window.shuyuanShift ?? 0) + entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  }, language)
  await page.goto('/#/login')
  await page.locator('input[autocomplete=username]').fill(account.name)
  await page.locator('input[autocomplete=current-password]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/#\/home-v/)
  return { page, language }
}

/** The kind of a screen: its address without ids and parameters. */
const kindOf = (path: string) => path.replace(/\?.*$/, '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}')

async function linksOf(page: Page): Promise<string[]> {
  const links = page.locator('a[href^="#/"]')
  const found = await links.evaluateAll((all) => all.map((link) => (link.getAttribute('href') ?? '').slice(1)))
  return [...new Set(found)]
}

/** Waits until nothing is asked for any more, and a moment longer. Streams of events stay open and do not count. */
async function settle(page: Page, pending: ReadonlySet<unknown>): Promise<void> {
  const deadline = Date.now() + loadingLimitMs
  let quietSince = Date.now()
  while (Date.now() < deadline && Date.now() - quietSince < settledMs) {
    await page.waitForTimeout(settledMs / 5)
    if (pending.size > 0 || (await page.locator('main h1').count()) === 0) quietSince = Date.now()
  }
}

/** Opens an address of the client; answers what a machine sees wrong with it. */
async function openScreen(page: Page, path: string): Promise<string[]> {
  const remarks: string[] = []
  const pending = new Set<unknown>()
  page.on('request', (request) => {
    const isOpenEnded = request.resourceType() === 'media' || request.url().includes('/event')
    if (!isOpenEnded) pending.add(request)
  })
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  page.on('response', (response) => {
    if (response.status() >= 400) remarks.push(`${response.status()} ${new URL(response.url()).pathname}`)
  })
  page.on('pageerror', (error) => remarks.push(error.message))
  // A page load of its own: what moves after a click of a person does not count, and here nobody clicks.
  await page.goto('about:blank')
  await page.goto(`/#${path}`)
  await settle(page, pending)
  for (const event of ['request', 'requestfinished', 'requestfailed', 'response', 'pageerror'])
    page.removeAllListeners(event)
  const shift = await page.evaluate(() => window.shuyuanShift ?? 0)
  if (shift > shiftGoal) remarks.push(`moves by ${shift.toFixed(3)}`)
  return remarks
}

async function widerThanWindow(page: Page): Promise<string | null> {
  const extra = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  return extra > 0 ? `${extra} px wider than the window of ${page.viewportSize()?.width} px` : null
}

/** Texts that nobody wrote: the keys of messages, and values that are none. */
async function rawTexts(page: Page): Promise<string[]> {
  const text = (await page.locator('body').allInnerTexts()).join('\n')
  const keys = text.match(/^[a-z]+(\.[a-zA-Z0-9]+){1,}$/gm) ?? []
  const values = text.match(/\b(undefined|NaN|\[object Object\]|Invalid Date)\b/g) ?? []
  return [...new Set([...keys, ...values])].map((raw) => `says "${raw}"`)
}

interface Place {
  readonly output: string
  readonly account: string
  /** Addresses begin with it. */
  readonly from: string
  /** The kinds that an account before has shown; what a home or a menu is differs by account. */
  readonly seen: Set<string>
}

export class Walk {
  private readonly pages: readonly SignedInPage[]
  private readonly place: Place

  constructor(pages: readonly SignedInPage[], place: Place) {
    this.pages = pages
    this.place = place
  }

  async *screens(): AsyncGenerator<Screen> {
    const waiting = [...menus]
    const known = new Set(waiting.map(kindOf))
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const isMenu = menus.includes(path)
      const isWanted = path.startsWith(this.place.from) && (isMenu || !this.place.seen.has(kindOf(path)))
      if (!isWanted && !isMenu) continue
      const { screen, links } = await this.look(path, isWanted)
      this.place.seen.add(kindOf(path))
      for (const link of links) {
        if (known.has(kindOf(link))) continue
        known.add(kindOf(link))
        waiting.push(link)
      }
      if (isWanted) yield screen
    }
  }

  private async look(path: string, isWanted: boolean): Promise<{ screen: Screen; links: readonly string[] }> {
    const { account, output } = this.place
    const pictures: Picture[] = []
    const remarks: string[] = []
    let heading = ''
    let links: readonly string[] = []
    for (const { page, language } of this.pages) {
      await page.setViewportSize(desktop)
      const found = await openScreen(page, path)
      heading ||= (await page.locator('h1').allInnerTexts())[0] ?? ''
      // Before the window becomes a phone, where menus are closed.
      if (links.length === 0) links = await linksOf(page)
      for (const { width, height } of isWanted ? [desktop, phone] : []) {
        await page.setViewportSize({ width, height })
        await page.waitForTimeout(settledMs)
        found.push(...[await widerThanWindow(page)].filter((remark) => remark !== null))
        for (const dark of [false, true]) {
          await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
          const name = `${account}${path}`.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 120)
          const file = `${name}.${language}.${width}${dark ? '.dark' : ''}.jpeg`
          await takePicture(page, join(output, file))
          pictures.push({ file, language, width, dark })
        }
        await page.emulateMedia({ colorScheme: 'light' })
      }
      found.push(...(await rawTexts(page)))
      remarks.push(...found.map((remark) => `${language}: ${remark}`))
    }
    return { screen: { account, path, heading, pictures, remarks }, links }
  }
}

async function takePicture(page: Page, path: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? desktop
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  const clip = { x: 0, y: 0, width, height: Math.min(Math.max(whole, height), height * windowsInPicture) }
  await page.screenshot({ path, type: 'jpeg', quality: 75, fullPage: true, clip })
}
