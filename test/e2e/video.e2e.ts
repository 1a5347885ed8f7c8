/**
 * A video is uploaded, the tab closed half-way, and the upload gone on with later; then it is watched as an encrypted
 * stream. VIDEO_MB says how large the video is, 24 where nothing is said.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import words from '#modules/learning/courses/messages/cn.json' with { type: 'json' }
import { expect, expectAccessible, test } from './fixtures.ts'
import { proves } from './proves.ts'
import { leavePublished } from './published.ts'

const videoMegabytes = Number(process.env.VIDEO_MB ?? 24)
const seconds = Math.max(8, Math.round(videoMegabytes / 5))
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0
/** The piece that the upload field sends at a time. */
const pieceBytes = 16 * 1024 * 1024

/** Moving noise: nothing packs it, so the video is as large as is wanted. */
function makeVideo(path: string): void {
  const bits = Math.round((videoMegabytes * 8_000_000) / seconds)
  execFileSync('ffmpeg', [
    ...['-hide_banner', '-loglevel', 'error', '-y'],
    ...['-f', 'lavfi', '-i', `testsrc2=size=1280x720:rate=10:duration=${seconds},noise=alls=60:allf=t`],
    ...['-f', 'lavfi', '-i', `sine=frequency=330:duration=${seconds}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
    ...['-b:v', String(bits), '-minrate', String(bits), '-maxrate', String(bits), '-bufsize', String(bits)],
    ...['-x264-params', 'nal-hrd=cbr', '-movflags', '+faststart', path],
  ])
}

/**
 * The second piece is never sent: a tab that is slow to close would send the whole video, and so would the one whose requests
 * are intercepted, for its end lets them go.
 */
async function holdBackAfterFirstPiece(desk: Page): Promise<void> {
  await desk.evaluate(() => {
    const { open, send } = XMLHttpRequest.prototype
    const pieces: XMLHttpRequest[] = []
    Object.assign(XMLHttpRequest.prototype, {
      open(this: XMLHttpRequest, method: string, ...rest: [string | URL, boolean]) {
        if (method === 'PATCH') pieces.push(this)
        return open.call(this, method, ...rest)
      },
      send(this: XMLHttpRequest, body: XMLHttpRequestBodyInit) {
        if (pieces.indexOf(this) < 1) send.call(this, body)
      },
    })
  })
}

/** Begins to send the video; answers when its first piece has arrived. */
async function beginUpload(desk: Page, video: string): Promise<void> {
  await desk.getByRole('button', { name: words.kind.video, exact: true }).click()
  const arrived = desk.waitForResponse((response) => response.request().method() === 'PATCH')
  await desk.getByRole('dialog').locator('input[type=file]').setInputFiles(video)
  await arrived
}

const playedSeconds = (page: Page) => page.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime)

let folder: string
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shuyuan-video-'))
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

test(`a video of ${videoMegabytes} MB survives a closed tab, and is watched as a stream whose key needs a token`, async ({
  platform,
  open,
}) => {
  test.skip(!hasFfmpeg, 'ffmpeg is not installed')
  test.setTimeout(240_000 + videoMegabytes * 4000)
  const video = join(folder, '第一讲.mp4')
  makeVideo(video)
  const lecturer = await platform.createAccount('video-lecturer', '江讲师', ['lecturer'])
  const learner = await platform.createAccount('video-learner', '薛学员')
  const desk = await open('cn', lecturer)
  await desk.goto('/#/admin/courses')
  await desk.getByRole('button', { name: words.authoring.create, exact: true }).first().click()
  await desk.getByRole('dialog').getByRole('textbox').first().fill('一部影片')
  await desk.getByRole('dialog').getByRole('button', { name: words.authoring.createGo }).click()
  await expect(desk.getByRole('heading', { level: 1, name: '一部影片' })).toBeVisible()
  const address = desk.url()

  // The tab is closed with a part of the video on the server; the next one goes on from there.
  await holdBackAfterFirstPiece(desk)
  await beginUpload(desk, video)
  const context = desk.context()
  await desk.close()
  const later = await context.newPage()
  await later.goto(address)
  const offsets: number[] = []
  later.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  await beginUpload(later, video)
  const drawer = later.getByRole('dialog')
  await expect(drawer.getByRole('textbox', { name: words.authoring.sectionTitle })).not.toHaveValue('', {
    timeout: 120_000,
  })
  expect(offsets[0]).toBeGreaterThanOrEqual(pieceBytes)
  await expectAccessible(later)
  await drawer.getByRole('button', { name: words.authoring.save, exact: true }).click()
  await later.getByRole('button', { name: words.authoring.do.publish, exact: true }).click()
  await later.getByRole('dialog').getByRole('button', { name: words.authoring.do.publish, exact: true }).click()
  await leavePublished(later, 'cn')

  // It becomes a stream in two or three qualities.
  const qualities = async () => {
    const { rows } = await sql<{
      count: number
    }>`select count(*) from files.rendition r join files.file f on f.id = r.file_id
      where f.owner_id = ${lecturer.id} and r.name ~ '^s[0-9]+$'`.execute(platform.db)
    return rows[0]?.count ?? 0
  }
  await expect
    .poll(qualities, { timeout: 120_000 + videoMegabytes * 3000, intervals: [1000] })
    .toBeGreaterThanOrEqual(2)

  // A learner watches it: pieces of the stream, and its key by a token.
  const page = await open('cn', learner)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/#/study/course')
  await page
    .getByRole('link', { name: /一部影片/ })
    .first()
    .click()
  await page.getByRole('button', { name: words.detail.register }).first().click()
  await expect(page.locator('video')).toBeVisible()
  await page.locator('video').evaluate(async (element: HTMLVideoElement) => {
    element.muted = true
    await element.play()
  })
  await expect.poll(() => playedSeconds(page), { timeout: 60_000 }).toBeGreaterThan(2)
  await expectAccessible(page)
  const key = asked.find((url) => /\/key\?token=/.test(url))
  expect(key, asked.join('\n')).toBeDefined()
  const status = (url: string) => page.evaluate(async (to) => (await fetch(to)).status, url)
  await proves('SYSTEM-087', async () => {
    expect(asked.some((url) => url.includes('.m3u8?'))).toBe(true)
    expect(await status(key ?? '')).toBe(200)
    expect(await status((key ?? '').split('?')[0] ?? '')).toBe(403)
    expect(await status(`${(key ?? '').split('?')[0]}?token=nonsense`)).toBe(403)
  })
  // Somebody else's token opens nothing, and nobody's nothing at all.
  const other = await open('cn', await platform.createAccount('video-other', '旁人'))
  await other.goto('/#/home-v')
  await expect(other.getByRole('link', { name: '首页', exact: true })).toBeVisible()
  // The cookie that names the reader comes with the first answer to a signed-in call.
  await expect.poll(() => other.evaluate(async (to) => (await fetch(to)).status, key ?? '')).toBe(403)
  const nobody = await open('cn')
  await nobody.goto('/')
  expect(await nobody.evaluate(async (to) => (await fetch(to)).status, key ?? '')).toBe(401)
})
