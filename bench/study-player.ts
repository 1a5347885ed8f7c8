/**
 * How long a video takes from pressing its section to its first frame, in Chromium: the product's page against a page
 * with nothing but a button and the same file from a plain server, in turns, without the browser's cache.
 */
import type { ChildProcess } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { findBrowser } from '#tools/browser.ts'
import { demoAccounts } from '#tools/seed/demo.ts'
import { findDirector, seatLearners } from './study-calls.ts'
import { withClient } from './study-database.ts'
import { median, poolSize, productPort, productSettings, start, stop } from './turns.ts'
import { askAt, walk } from './walk.ts'

const learnerName = 'xueyuan'
const settleMs = 1500

interface Video {
  readonly course_id: string
  readonly section_id: string
  readonly title: string
}

/** A video of a course that the demonstration's learner is within. */
async function findVideo(databaseUrl: string): Promise<Video> {
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<Video>(
      `select s.course_id, s.id as section_id, s.title from courses.registration r
      join identity.member m on m.id = r.member_id and m.name = $1
      join courses.course c on c.id = r.course_id and c.status = 'on-shelf' and not c.watermark
      join courses.section s on s.version_id = r.version_id and s.kind = 'video'
      where not exists (select from courses.section other where other.version_id = s.version_id
        and other.id <> s.id and other.title = s.title)
      order by s.duration_ms desc, s.id limit 1`,
      [learnerName],
    ),
  )
  if (!rows[0]) throw new Error('the demonstration has no video')
  return rows[0]
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
  /** Until the video was asked for. */
  readonly askedMs: number
}

/** Runs in the page: the times of the next press, by the page's own clock. */
const watchPress = `new Promise((resolve) => {
  addEventListener('click', () => {
    const pressedAt = performance.now()
    const follow = (video) => video.requestVideoFrameCallback(() => {
      const frameMs = performance.now() - pressedAt
      const asked = performance.getEntriesByName(video.currentSrc).at(-1)?.startTime
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

async function press(page: Page, button: ReturnType<Page['getByRole']>): Promise<Start> {
  // A page in the background draws a frame a second at most.
  await page.bringToFront()
  await button.waitFor()
  // What the page still loads beside it should not be part of the press; it holds an event stream and is never idle.
  await page.waitForTimeout(settleMs)
  const started = page.evaluate<Start>(watchPress)
  await button.click()
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

interface Both {
  readonly bare: Start
  readonly product: Start
}

async function takeTurns(databaseUrl: string, directory: string, video: Video, rounds: number): Promise<Both[]> {
  const origin = `http://127.0.0.1:${productPort}`
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--mute-audio'] })
  let server: Server | undefined
  try {
    const context = await browser.newContext({ viewport: { width: 1366, height: 860 }, reducedMotion: 'reduce' })
    const page = await uncachedPage(context)
    const product = async () => {
      await rewind(databaseUrl, video)
      await page.goto('about:blank')
      await page.goto(`${origin}/#/study/course/detail/${video.course_id}`)
      return press(page, page.locator('.co-outline-row', { hasText: video.title }))
    }
    await signIn(page, origin)
    await product()
    server = await serveBare(await downloadVideo(page, directory))
    const { port } = server.address() as AddressInfo
    const plain = await uncachedPage(context)
    const bare = async () => {
      await plain.goto(`http://127.0.0.1:${port}/`)
      return press(plain, plain.getByRole('button'))
    }
    await bare()
    const turns: Both[] = []
    for (let round = 0; round < rounds; round++) {
      turns.push({ bare: await bare(), product: await product() })
      await plain.goto('about:blank')
    }
    return turns
  } finally {
    server?.close()
    await browser.close()
  }
}

export async function printPlayerStart(databaseUrl: string, filesDirectory: string, rounds: number): Promise<void> {
  const children: ChildProcess[] = []
  const directory = await mkdtemp(join(tmpdir(), 'shuyuan-bench-player-'))
  try {
    const settings = { ...productSettings(databaseUrl, filesDirectory), FFMPEG_PATH: 'off', SOFFICE_PATH: 'off' }
    children.push(await start('server/main.ts', settings))
    const { learners } = await seatLearners(databaseUrl, poolSize)
    const walkers = { learners, director: await findDirector(databaseUrl), atOnce: poolSize }
    await walk(askAt(`http://127.0.0.1:${productPort}`), databaseUrl, walkers)
    const turns = await takeTurns(databaseUrl, directory, await findVideo(databaseUrl), rounds)
    const ms = (of: (turn: Both) => number) => `${median(turns.map(of)).toFixed(0)} ms`
    const more = median(turns.map(({ bare, product }) => product.frameMs - bare.frameMs)).toFixed(0)
    const ratio = median(turns.map(({ bare, product }) => bare.frameMs / product.frameMs)).toFixed(2)
    console.log(`\nFirst frame after a press, ${rounds} turns, the browser's cache off.\n`)
    console.log('| | video asked for | first frame |')
    console.log('| --- | --: | --: |')
    console.log(`| bare file, plain server | ${ms(({ bare }) => bare.askedMs)} | ${ms(({ bare }) => bare.frameMs)} |`)
    console.log(`| course page | ${ms(({ product }) => product.askedMs)} | ${ms(({ product }) => product.frameMs)} |`)
    console.log(`\nThe course page takes ${more} ms more; ratio **${ratio}**.`)
  } finally {
    for (const child of children) await stop(child)
    await rm(directory, { recursive: true, force: true })
  }
}
