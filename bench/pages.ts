/**
 * `npm run bench -- --only pages`: what the first and the second visit of the learner's screens cost a browser, on the
 * demonstration company, without a slowed network: requests, bytes, first and largest paint, layout shift. Medians of turns.
 * `BENCH_REQUESTS=1` lists what each asked for.
 */
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { findBrowser } from '#tools/browser.ts'
import { type Visit, visit } from '#tools/page-visits.ts'
import { noConversions, withDemoCompany } from './demo-company.ts'
import { signIn } from './study-player.ts'
import { median, productPort, productSettings, start, stop } from './turns.ts'

const origin = `http://127.0.0.1:${productPort}`
const viewport = { width: 1366, height: 860 }
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

/** `BENCH_REQUESTS=1`: what the last visit asked for, in the order of the asking, and what moved on the screen. */
function printVisit(name: string, visits: readonly Visit[]): void {
  const last = visits.at(-1)
  if (!last) return
  console.log(`\n${name}\n`)
  for (const { url, type, startMs, endMs, bytes } of last.list)
    console.log(
      `${startMs.toFixed(0).padStart(6)}–${endMs.toFixed(0)} ms ${String(bytes).padStart(7)} B ${type} ${url}`,
    )
  for (const moved of last.shifted) console.log(`moved ${moved}`)
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
  await withDemoCompany(async (databaseUrl, files) => {
    const product = await start('server/main.ts', { ...productSettings(databaseUrl, files), ...noConversions })
    const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] })
    try {
      const { session, course } = await prepareVisits(browser)
      console.log('\n| screen and visit | requests | over the wire | first paint | largest paint | layout shift |')
      console.log('| --- | --: | --: | --: | --: | --: |')
      for (const [name, path] of Object.entries({ ...screens, course })) {
        const { first, second } = await takeTurns(browser, session, path, quick ? 1 : 5)
        console.log(line(`${name}, first`, first))
        console.log(line(`${name}, second`, second))
        if (!process.env.BENCH_REQUESTS) continue
        printVisit(`${name}, first`, first)
        printVisit(`${name}, second`, second)
      }
    } finally {
      await browser.close()
      await stop(product)
    }
  })
}
