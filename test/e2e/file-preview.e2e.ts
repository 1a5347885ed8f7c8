/** A video or audio that is looked at by itself plays in the product's own player, and survives its address. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import playback from '#modules/content/playback/messages/cn.json' with { type: 'json' }
import files from '#modules/platform/files/messages/cn.json' with { type: 'json' }
import { expect, expectAccessible, test } from './fixtures.ts'
import { startSession } from './platform.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Uploads the bytes as the member does. Answers the id of the file. */
async function upload(
  origin: string,
  token: string,
  kind: 'video' | 'audio',
  bytes: Buffer,
  name: string,
): Promise<string> {
  const common = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
  const created = await fetch(`${origin}/api/v1/system/file/uploads`, {
    method: 'POST',
    headers: {
      ...common,
      'upload-length': String(bytes.length),
      'upload-metadata': `kind ${base64(kind)},filename ${base64(name)}`,
    },
  })
  expect(created.status).toBe(201)
  const id = created.headers.get('location')?.split('/').at(-1) ?? ''
  const sent = await fetch(`${origin}/api/v1/system/file/uploads/${id}`, {
    method: 'PATCH',
    headers: { ...common, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: new Uint8Array(bytes),
  })
  expect(sent.status, await sent.text()).toBeLessThan(300)
  const finished = await fetch(`${origin}/api/v1/system/file/uploads/${id}/finish`, { method: 'POST', headers: common })
  return ((await finished.json()) as { id: string }).id
}

test('a video plays in the product’s player', async ({ open, platform }) => {
  const owner = await platform.createAccount('video-owner', '江讲师', ['lecturer'])
  const token = await startSession(platform.db, owner, 'cn')
  const bytes = await readFile(join(import.meta.dirname, 'video.mp4'))
  const id = await upload(platform.origin, token, 'video', bytes, '开箱.mp4')
  const page = await open('cn', owner)
  await page.goto(`/#/file-preview/${id}`)
  const player = page.getByRole('region', { name: '开箱.mp4' })
  await expect(player.getByRole('button', { name: playback.player.back })).toBeVisible()
  await expectAccessible(page)
  await player.locator('video').evaluate((element: HTMLVideoElement) => {
    element.muted = true
  })
  await page.keyboard.press('k')
  await expect
    .poll(() => player.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(1)
})

test('an audio goes on where it was after its address has expired', async ({ open, platform }) => {
  const owner = await platform.createAccount('audio-owner', '江讲师', ['lecturer'])
  const token = await startSession(platform.db, owner, 'cn')
  const bytes = await readFile(join(import.meta.dirname, '../../demo/media/service-call.m4a'))
  const id = await upload(platform.origin, token, 'audio', bytes, '电话.m4a')
  const page = await open('cn', owner)
  await page.goto(`/#/file-preview/${id}`)
  const audio = page.getByRole('region', { name: '电话.m4a' }).locator('audio')
  const seconds = () => audio.evaluate((element: HTMLAudioElement) => element.currentTime)
  const address = () => audio.evaluate((element: HTMLAudioElement) => element.src)
  await expect.poll(address).toContain('/human/file/')
  await page.keyboard.press('k')
  await expect.poll(seconds).toBeGreaterThan(1)
  const first = await address()
  const before = await seconds()
  // As a browser says it.
  await audio.evaluate((element: HTMLAudioElement) => {
    element.dispatchEvent(new Event('error'))
  })
  await expect.poll(address).not.toBe(first)
  await expect.poll(seconds).toBeGreaterThan(before)

  // What never plays says so, and offers another try.
  await page.route('**/api/v1/human/file/**', (route) => route.fulfill({ status: 404 }))
  await page.reload()
  await expect(page.getByText(files.preview.unplayable)).toBeVisible()
  await page.unroute('**/api/v1/human/file/**')
  await page.getByRole('main').getByRole('button').first().click()
  await expect(page.getByRole('button', { name: playback.player.back })).toBeVisible()
})
