/**
 * `npm run bench -- --only player`, and at the end of `--only study`: how long a video takes from pressing its section to its
 * first frame, in Chromium, as a file and as an encrypted stream: the product's page against a page with nothing but a button
 * and the same file from a plain server, in turns, without the browser's cache. A finger presses at once; a mouse rests on
 * the section for a moment before.
 */
import type { ChildProcess } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { findProgram, retryFileConversion } from '#modules/platform/files/server.ts'
import { buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { readConfig } from '#server/config.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { findBrowser } from '#tools/browser.ts'
import { demoAccounts } from '#tools/seed/demo.ts'
import { noConversions, withDemoCompany } from './demo-company.ts'
import type { Walkers } from './plans.ts'
import { withClient } from './study-database.ts'
import { median, poolSize, productPort, productSettings, start, stop } from './turns.ts'
import { askAt, walk } from './walk.ts'

const learnerName = 'xueyuan'
const directorName = 'guanli'
const settleMs = 1500
/** How long a mouse is on a section before it presses. */
const restMs = 300
const conversionMs = 180_000

interface Video {
  readonly course_id: string
  readonly section_id: string
  readonly title: string
  readonly file_id: string
  readonly company_id: string
}

/** Two videos of courses that the demonstration's learner is within, the longest first. */
async function findVideos(databaseUrl: string): Promise<readonly [plain: Video, streamed: Video]> {
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<Video>(
      `select s.course_id, s.id as section_id, s.title, s.file_id, c.company_id from courses.registration r
      join identity.member m on m.id = r.member_id and m.name = $1
      join courses.course c on c.id = r.course_id and c.status = 'on-shelf' and not c.watermark
      join courses.section s on s.version_id = r.version_id and s.kind = 'video'
      where not exists (select from courses.section other where other.version_id = s.version_id
        and other.id <> s.id and other.title = s.title)
      order by s.duration_ms desc, s.id`,
      [learnerName],
    ),
  )
  const [plain] = rows
  const streamed = rows.find(({ file_id: fileId }) => fileId !== plain?.file_id)
  if (!plain || !streamed) throw new Error('the demonstration has no two videos')
  return [plain, streamed]
}

/** Makes the encrypted stream of a video, by a server that does nothing else meanwhile. */
async function makeStream(databaseUrl: string, filesDirectory: string, { file_id, company_id }: Video): Promise<void> {
  const settings = productSettings(databaseUrl, filesDirectory)
  const db = createDatabase(createPool({ databaseUrl, size: 1 }))
  const server = await start('server/main.ts', { ...settings, SOFFICE_PATH: 'off' })
  try {
    const ask = { companyId: company_id, fileId: file_id, now: Date.now() }
    await inTransaction(db, (transaction) =>
      retryFileConversion(transaction, readConfig({ ...process.env, ...settings }), ask),
    )
    const deadline = Date.now() + conversionMs
    for (let type: number | undefined = 0; type !== 1; ) {
      if (type === 2 || Date.now() > deadline) throw new Error('the stream was not made')
      await new Promise((resolve) => setTimeout(resolve, 500))
      const { rows } = await withClient(databaseUrl, (client) =>
        client.query<{ translate_type: number }>('select translate_type from files.conversion where file_id = $1', [
          file_id,
        ]),
      )
      type = rows[0]?.translate_type
    }
  } finally {
    await stop(server)
    await db.destroy()
  }
}

/** From the beginning every time: to go on in the middle would ask for other bytes. */
function rewind(databaseUrl: string, { section_id: sectionId }: Video): Promise<unknown> {
  return withClient(databaseUrl, (client) =>
    client.query('update courses.section_progress set position = 0 where section_id = $1', [sectionId]),
  )
}

const barePage = `<!doctype html><meta charset="utf-8"><button>play</button><script>
  document.querySelector('button').onclick = () => {
    const video = document.createElement('video')
    video.src = '/video.mp4'
    document.body.append(video)
    void video.play()
  }</script>`

async function serveBare(file: string): Promise<Server> {
  const { size } = await stat(file)
  const server = createServer((request, response) => {
    if (request.url !== '/video.mp4') return response.setHeader('content-type', 'text/html').end(barePage)
    const range = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '')
    const from = Number(range?.[1] ?? 0)
    const to = range?.[2] ? Number(range[2]) : size - 1
    response.writeHead(range ? 206 : 200, {
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-length': to - from + 1,
      ...(range && { 'content-range': `bytes ${from}-${to}/${size}` }),
    })
    createReadStream(file, { start: from, end: to }).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

interface Start {
  readonly frameMs: number
  /** Until its first bytes were asked for; negative where that was before the press. */
  readonly askedMs: number
}

/** Runs in the page: the times of the next press, by the page's own clock. */
const watchPress = `new Promise((resolve) => {
  addEventListener('click', () => {
    const pressedAt = performance.now()
    const follow = (video) => video.requestVideoFrameCallback(() => {
      const frameMs = performance.now() - pressedAt
      const isAsked = ({ name }) => name === video.currentSrc || /\\/stream\\/[^/]+\\/s\\d+\\/\\d+/.test(name)
      const asked = performance.getEntriesByType('resource').find(isAsked)?.startTime
      resolve({ frameMs, askedMs: (asked ?? NaN) - pressedAt })
    })
    const find = () => {
      const video = document.querySelector('video')
      if (video) follow(video)
      else requestAnimationFrame(find)
    }
    find()
  }, { capture: true, once: true })
})`

async function press(page: Page, button: ReturnType<Page['getByRole']>, by: 'mouse' | 'finger'): Promise<Start> {
  // A page in the background draws a frame a second at most.
  await page.bringToFront()
  await button.waitFor()
  // What the page still loads beside it should not be part of the press; it holds an event stream and is never idle.
  await page.waitForTimeout(settleMs)
  const pressIt = async () => {
    if (by === 'finger') return button.tap()
    await button.hover()
    await page.waitForTimeout(restMs)
    await button.click()
  }
  const [started] = await Promise.all([page.evaluate<Start>(watchPress), pressIt()])
  return started
}

async function uncachedPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  return page
}

/** As the demonstration's learner. */
export async function signIn(page: Page, origin: string): Promise<void> {
  const password = demoAccounts.find(({ username }) => username === learnerName)?.password ?? ''
  await page.goto(`${origin}/#/login`)
  await page.locator('input[autocomplete=username]').fill(learnerName)
  await page.locator('input[autocomplete=current-password]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/#\/home-v/)
}

/** Where the page's video comes from, to serve the same bytes bare. */
async function downloadVideo(page: Page, directory: string): Promise<string> {
  const address = await page.evaluate<string>(`document.querySelector('video').currentSrc`)
  const answer = await page.context().request.get(address)
  if (!answer.ok()) throw new Error(`the video answered ${answer.status()}`)
  const file = join(directory, 'video.mp4')
  await writeFile(file, await answer.body())
  return file
}

const cases = {
  'bare file, plain server': 'bare',
  'file, mouse': 'plain-mouse',
  'file, finger': 'plain-finger',
  'encrypted stream, mouse': 'streamed-mouse',
  'encrypted stream, finger': 'streamed-finger',
} as const
type Case = (typeof cases)[keyof typeof cases]
type Turn = Partial<Record<Case, Start>>

interface Videos {
  readonly plain: Video
  /** Undefined without ffmpeg. */
  readonly streamed: Video | undefined
}

/** Opens the course page, and presses the section. */
async function pressSection(page: Page, databaseUrl: string, video: Video, by: 'mouse' | 'finger'): Promise<Start> {
  await rewind(databaseUrl, video)
  await page.goto('about:blank')
  await page.mouse.move(1, 1)
  await page.goto(`http://127.0.0.1:${productPort}/#/study/course/detail/${video.course_id}`)
  return press(page, page.locator('.co-outline-row', { hasText: video.title }), by)
}

async function takeTurns(
  browser: Browser,
  databaseUrl: string,
  directory: string,
  { plain, streamed }: Videos,
  rounds: number,
): Promise<Turn[]> {
  let server: Server | undefined
  try {
    const viewport = { width: 1366, height: 860 }
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce', hasTouch: true })
    const page = await uncachedPage(context)
    await signIn(page, `http://127.0.0.1:${productPort}`)
    await pressSection(page, databaseUrl, plain, 'mouse')
    server = await serveBare(await downloadVideo(page, directory))
    const { port } = server.address() as AddressInfo
    const bare = await uncachedPage(context)
    const pressBare = async () => {
      await bare.goto(`http://127.0.0.1:${port}/`)
      return press(bare, bare.getByRole('button'), 'mouse')
    }
    await pressBare()
    const turns: Turn[] = []
    for (let round = 0; round < rounds; round++) {
      const turn: Turn = { bare: await pressBare() }
      for (const by of ['mouse', 'finger'] as const) {
        turn[`plain-${by}`] = await pressSection(page, databaseUrl, plain, by)
        if (streamed) turn[`streamed-${by}`] = await pressSection(page, databaseUrl, streamed, by)
      }
      turns.push(turn)
      await bare.goto('about:blank')
    }
    return turns
  } finally {
    server?.close()
  }
}

function printTurns(turns: readonly Turn[]): void {
  console.log(`\nFirst frame after a press, medians of ${turns.length} turns, the browser's cache off.\n`)
  console.log('| | asked for | first frame | more than bare |')
  console.log('| --- | --: | --: | --: |')
  for (const [name, key] of Object.entries(cases)) {
    const starts = turns.flatMap((turn) => (turn[key] && turn.bare ? [{ start: turn[key], bare: turn.bare }] : []))
    if (starts.length === 0) continue
    const ms = (of: (one: (typeof starts)[number]) => number) => `${median(starts.map(of)).toFixed(0)} ms`
    const more = ms(({ start, bare }) => start.frameMs - bare.frameMs)
    console.log(`| ${name} | ${ms(({ start }) => start.askedMs)} | ${ms(({ start }) => start.frameMs)} | ${more} |`)
  }
}

/** Who walks through the calls in the demonstration: its learner, with a course of their own, and its administrator. */
async function seatDemoWalkers(databaseUrl: string): Promise<Walkers> {
  const db = createDatabase(createPool({ databaseUrl, size: 1 }))
  try {
    const { rows } = await sql<{ id: string; companyId: string; name: string; courseId: string | null }>`
      select m.id, m.company_id as "companyId", m.name, (select r.course_id from courses.registration r
        where r.member_id = m.id order by r.course_id limit 1) as "courseId"
      from identity.member m where m.name in (${learnerName}, ${directorName})`.execute(db)
    const learner = rows.find(({ name }) => name === learnerName)
    const director = rows.find(({ name }) => name === directorName)
    if (!learner?.courseId || !director)
      throw new Error('the demonstration has no learner within a course, or nobody who manages')
    return {
      learners: [{ token: await buildSession(db, learner), courseId: learner.courseId }],
      director: { token: await buildSession(db, director) },
    }
  } finally {
    await db.destroy()
  }
}

export async function printPlayerStart(
  databaseUrl: string,
  filesDirectory: string,
  { rounds, walkers }: { readonly rounds: number; readonly walkers: Walkers },
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'shuyuan-bench-player-'))
  let product: ChildProcess | undefined
  let browser: Browser | undefined
  try {
    const [plain, second] = await findVideos(databaseUrl)
    const streamed = (await findProgram('ffmpeg')) === undefined ? undefined : second
    if (streamed) await makeStream(databaseUrl, filesDirectory, streamed)
    else console.log('\nThere is no ffmpeg here: the encrypted stream is left out.')
    product = await start('server/main.ts', { ...productSettings(databaseUrl, filesDirectory), ...noConversions })
    await walk(askAt(`http://127.0.0.1:${productPort}`), databaseUrl, { ...walkers, atOnce: poolSize })
    browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--mute-audio'] })
    printTurns(await takeTurns(browser, databaseUrl, directory, { plain, streamed }, rounds))
  } finally {
    await browser?.close()
    if (product) await stop(product)
    await rm(directory, { recursive: true, force: true })
  }
}

export const printPlayer = (quick: boolean): Promise<void> =>
  withDemoCompany(async (databaseUrl, files) =>
    printPlayerStart(databaseUrl, files, { rounds: quick ? 3 : 11, walkers: await seatDemoWalkers(databaseUrl) }),
  )
