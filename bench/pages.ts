/**
 * `npm run bench -- --only pages`: what the first and the second visit of the learner's screens cost a browser, on the
 * demonstration company, without a slowed network: requests, bytes, first and largest paint, layout shift. Medians of turns.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { migrate } from '#server/db/migrate.ts'
import { findBrowser } from '#tools/browser.ts'
import { startBenchDatabase } from './database.ts'
import { type Visit, visit } from './page-visits.ts'
import { signIn } from './study-player.ts'
import { median, productPort, productSettings, start, stop } from './turns.ts'

const root = join(import.meta.dirname, '..')
const origin = `http://127.0.0.1:${productPort}`
const viewport = { width: 1366, height: 860 }
const noConversions = { FFMPEG_PATH: 'off', SOFFICE_PATH: 'off' }
const screens = { home: '/home-v', learning: '/study-v', 'course library': '/study/course', live: '/live/index' }

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

/** Signs in, and finds the course that the home page offers to go on with. */
async function prepareVisits(browser: Browser): Promise<{ session: Session; course: string }> {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  await signIn(page, origin)
  const link = page.locator('main a[href*="/study/course/detail/"]').first()
  const href = await link.getAttribute('href')
  const session = await context.storageState()
  await context.close()
  return { session, course: (href ?? '').slice(1) }
}

/** Each turn in a browser of its own: what one keeps helps its own second visit alone. */
async function takeTurns(browser: Browser, session: Session, path: string, rounds: number) {
  const first: Visit[] = []
  const second: Visit[] = []
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext({ storageState: session, viewport })
    first.push(await visit(context, `${origin}/#${path}`))
    second.push(await visit(context, `${origin}/#${path}`))
    await context.close()
  }
  return { first, second }
}

function line(name: string, visits: readonly Visit[]): string {
  const of = (pick: (one: Visit) => number) => median(visits.map(pick))
  const ms = (pick: (one: Visit) => number) => `${of(pick).toFixed(0)} ms`
  const kilobytes = (of((one) => one.bytes) / 1024).toFixed(0)
  const shift = of((one) => one.shift).toFixed(3)
  const paints = `${ms((one) => one.firstPaintMs)} | ${ms((one) => one.largestPaintMs)}`
  return `| ${name} | ${of((one) => one.requests)} | ${kilobytes} KB | ${paints} | ${shift} |`
}

export async function printPages(quick: boolean): Promise<void> {
  const files = await mkdtemp(join(tmpdir(), 'shuyuan-bench-files-'))
  const database = await startBenchDatabase()
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] })
  let product: Awaited<ReturnType<typeof start>> | undefined
  try {
    await migrate(database.url)
    const env = { ...process.env, DATABASE_URL: database.url, DATA_DIRECTORY: files, ...noConversions }
    await promisify(execFile)(process.execPath, ['tools/seed.ts'], { cwd: root, env, maxBuffer: 1e8 })
    product = await start('server/main.ts', { ...productSettings(database.url, files), ...noConversions })
    const { session, course } = await prepareVisits(browser)
    console.log('\n| screen and visit | requests | over the wire | first paint | largest paint | layout shift |')
    console.log('| --- | --: | --: | --: | --: | --: |')
    for (const [name, path] of Object.entries({ ...screens, course })) {
      const { first, second } = await takeTurns(browser, session, path, quick ? 1 : 5)
      console.log(line(`${name}, first`, first))
      console.log(line(`${name}, second`, second))
    }
  } finally {
    await browser.close()
    if (product) await stop(product)
    await database.stop()
    await rm(files, { recursive: true, force: true })
  }
}
