/** Walks from the menus of an account over the links of each screen, and takes pictures of each kind of screen once. */
import { join } from 'node:path'
import type { Browser, Locator, Page, Request } from '@playwright/test'
import type { Language } from '#kit/caller.ts'
import { refusedCallsOf } from '../refused-calls.ts'
import { cutTexts, rawTexts, widerThanWindow } from './remarks.ts'

/** An account of the demonstration company. */
export interface DemoAccount {
  /** What it is for, in Chinese. */
  readonly label: string
  /** Nobody is signed in where there is none. */
  readonly name?: string
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
  /** The tab that was chosen, or the button that opened a dialog, by its Chinese words; empty for the screen as it opens. */
  readonly part: string
  readonly heading: string
  readonly pictures: readonly Picture[]
  /** What a machine sees wrong: refused calls, errors of scripts, what moves, what is wider than the window. */
  readonly remarks: readonly string[]
}

interface Place {
  readonly output: string
  readonly account: DemoAccount
  /** The screens that it starts from: their links lead to all others. */
  readonly starts: readonly string[]
  /** Of other screens only the links are read, and those of menus alone. */
  readonly isWanted: (path: string) => boolean
  /** Whether tabs and dialogs are opened as well. */
  readonly parts: boolean
  /** The kinds that an account before has shown; what a start shows differs by account. */
  readonly seen: Set<string>
}

/** How a part of a screen is opened: the control's kind, and which of them it is. */
interface Opener {
  readonly kind: keyof typeof controls
  readonly at: number
}

const desktop = { width: 1366, height: 860 }
const phone = { width: 390, height: 844 }
/** Cumulative layout shift above which a screen is remarked on. */
const shiftGoal = 0.05
const settledMs = 400
const resizedMs = 250
const loadingLimitMs = 10_000
/** A picture shows this many windows of a long screen at most. */
const windowsInPicture = 2
const partsLimit = 8
/** A machine that has other work as well answers slowly. */
const patienceMs = 120_000

const dialogs = '.ant-modal-wrap:visible, .ant-drawer-open, dialog[open]'

/** What opens parts of a screen without leaving it. What a button makes is made: the data are those of a demonstration. */
const controls = {
  tab: (page: Page) => page.locator('main [role=tab]'),
  head: (page: Page) => page.locator('main .sy-page-heading .sy-actions button:not([aria-haspopup=menu])'),
  row: (page: Page) => page.locator('main .ant-table-row').first().locator('button:not([aria-haspopup=menu])'),
} satisfies Record<string, (page: Page) => Locator>

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
  page.setDefaultTimeout(patienceMs)
  await page.addInitScript((kept) => {
    if (location.protocol === 'about:') return
    localStorage.setItem('shuyuan.language', kept)
    window.shuyuanShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        window.shuyuanShift = (window.shuyuanShift ?? 0) + entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  }, language)
  if (account.name === undefined) return { page, language }
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

/** One language's window: opens screens and their parts, takes their pictures, and keeps what a machine sees wrong meanwhile. */
class Camera {
  readonly language: Language
  readonly page: Page
  private readonly pending = new Set<Request>()
  private remarks: string[] = []

  constructor({ page, language }: SignedInPage) {
    this.page = page
    this.language = language
    page.on('request', (request) => {
      const isOpenEnded = request.resourceType() === 'media' || request.url().includes('/event')
      if (!isOpenEnded) this.pending.add(request)
    })
    page.on('requestfailed', (request) => this.pending.delete(request))
    page.on('requestfinished', (request) => {
      const read = refusedCallsOf(request).catch(() => [])
      void read.then((refused) => {
        this.remarks.push(...refused.map((line) => line.replace(/https?:\/\/[^/]+/, '')))
        this.pending.delete(request)
      })
    })
    page.on('pageerror', (error) => this.remarks.push(error.message))
  }

  takeRemarks(): string[] {
    const taken = [...new Set(this.remarks)].map((remark) => `${this.language}: ${remark}`)
    this.remarks = []
    return taken
  }

  /** Waits until nothing is asked for any more, and a moment longer. Streams of events stay open and do not count. */
  private async settle(): Promise<void> {
    const deadline = Date.now() + loadingLimitMs
    let quietSince = Date.now()
    while (Date.now() < deadline && Date.now() - quietSince < settledMs) {
      await this.page.waitForTimeout(settledMs / 5)
      if (this.pending.size > 0 || (await this.page.locator('h1').count()) === 0) quietSince = Date.now()
    }
  }

  /** A page load of its own: what moves after a click of a person does not count, and here nobody clicks. */
  async open(path: string, size = desktop): Promise<void> {
    await this.page.setViewportSize(size)
    await this.page.goto('about:blank')
    this.pending.clear()
    await this.page.goto(`/#${path}`, { waitUntil: 'commit' })
    await this.settle()
    const shift = await this.page.evaluate(() => window.shuyuanShift ?? 0)
    if (shift > shiftGoal) this.remarks.push(`moves by ${shift.toFixed(3)}`)
  }

  /** The tabs and buttons of the screen that is open, but for the tab that is chosen. */
  async openers(): Promise<Opener[]> {
    const found: Opener[] = []
    for (const kind of Object.keys(controls) as Opener['kind'][]) {
      const all = await controls[kind](this.page).all()
      for (const [at, one] of all.entries())
        if ((await one.getAttribute('aria-selected')) !== 'true' && (await one.isEnabled())) found.push({ kind, at })
    }
    return found.slice(0, partsLimit)
  }

  /** Answers what the control says, where it has opened a part of this screen. */
  async openPart({ kind, at }: Opener): Promise<string | undefined> {
    const control = controls[kind](this.page).nth(at)
    const words = (await control.getAttribute('aria-label')) ?? (await control.textContent()) ?? ''
    const before = this.page.url()
    await control.click({ timeout: loadingLimitMs })
    await this.settle()
    const isDialog = (await this.page.locator(dialogs).count()) > 0
    return this.page.url() === before && (kind === 'tab' || isDialog) ? words.replace(/\s+/g, ' ') : undefined
  }

  /** With the address a phone loads the screen by itself, as what scrolls to its end does then; a part only becomes narrow. */
  async takePictures(output: string, name: string, path: string | undefined): Promise<Picture[]> {
    const pictures: Picture[] = []
    for (const { width, height } of [desktop, phone]) {
      if (width === phone.width && path !== undefined) await this.open(path, phone)
      await this.page.setViewportSize({ width, height })
      await this.page.waitForTimeout(resizedMs)
      await growWindow(this.page)
      await this.settle()
      this.remarks.push(...(await widerThanWindow(this.page)), ...(await cutTexts(this.page)))
      for (const dark of [false, true]) {
        await this.page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
        const file = `${name}.${this.language}.${width}${dark ? '.dark' : ''}.jpeg`
        await this.page.screenshot({ path: join(output, file), type: 'jpeg', quality: 75 })
        pictures.push({ file, language: this.language, width, dark })
      }
      await this.page.emulateMedia({ colorScheme: 'light' })
    }
    this.remarks.push(...(await rawTexts(this.page)))
    return pictures
  }
}

/** The window grows with the screen: what comes only when it is looked at comes, and a bar at the foot stands at the foot. */
async function growWindow(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? desktop
  const isCovered = (await page.locator(dialogs).count()) > 0
  const whole = isCovered ? height : await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.min(Math.max(whole, height), height * windowsInPicture) })
}

export class Walk {
  private readonly cameras: readonly Camera[]
  private readonly place: Place

  constructor(pages: readonly SignedInPage[], place: Place) {
    this.cameras = pages.map((page) => new Camera(page))
    this.place = place
  }

  async *screens(): AsyncGenerator<Screen> {
    const { starts, seen, parts } = this.place
    const waiting = [...starts]
    const known = new Set(waiting.map(kindOf))
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const isStart = starts.includes(path)
      const isWanted = this.place.isWanted(path) && (isStart || !seen.has(kindOf(path)))
      if (!isWanted && !isStart) continue
      for (const camera of this.cameras) camera.takeRemarks()
      await Promise.all(this.cameras.map((camera) => camera.open(path)))
      seen.add(kindOf(path))
      for (const link of await this.links()) {
        if (known.has(kindOf(link))) continue
        known.add(kindOf(link))
        waiting.push(link)
      }
      if (!isWanted) continue
      const openers = parts && this.cameras[0] ? await this.cameras[0].openers() : []
      yield await this.take(path, '')
      for (const opener of openers) {
        const screen = await this.takePart(path, opener)
        if (screen) yield screen
      }
    }
  }

  /** Before the window becomes a phone, where menus are closed. */
  private async links(): Promise<readonly string[]> {
    const [first] = this.cameras
    return first ? linksOf(first.page) : []
  }

  private async takePart(path: string, opener: Opener): Promise<Screen | undefined> {
    try {
      const words = await Promise.all(
        this.cameras.map(async (camera) => {
          await camera.open(path)
          return camera.openPart(opener)
        }),
      )
      return words.includes(undefined) ? undefined : await this.take(path, words[0] ?? '')
    } catch (error) {
      // What one click has made may be gone for the next one.
      console.log(`    not opened: ${opener.kind} ${opener.at} of ${path}: ${String(error).split('\n')[0]}`)
      return undefined
    }
  }

  private async take(path: string, part: string): Promise<Screen> {
    const { account, output } = this.place
    const name = `${account.label}${path} ${part}`.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 120)
    const pictures = (
      await Promise.all(this.cameras.map((camera) => camera.takePictures(output, name, part === '' ? path : undefined)))
    ).flat()
    const heading = (await this.cameras[0]?.page.locator('h1').allInnerTexts())?.[0] ?? ''
    const remarks = this.cameras.flatMap((camera) => camera.takeRemarks())
    return { account: account.label, path, part, heading, pictures, remarks }
  }
}
