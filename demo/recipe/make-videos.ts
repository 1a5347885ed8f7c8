/** `node demo/recipe/make-videos.ts [file …]`: draws the demo videos into demo/media. */
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser } from './browser.ts'
import { makeVideo } from './video.ts'
import { videos } from './videos/all.ts'

const media = join(import.meta.dirname, '../media')
const work = join(tmpdir(), 'shuyuan-media')
mkdirSync(work, { recursive: true })
mkdirSync(media, { recursive: true })
const wanted = process.argv.slice(2)
const browser = await openBrowser()
for (const video of videos) {
  if (wanted.length > 0 && !wanted.includes(video.file)) continue
  await makeVideo(browser, video, media, work)
  console.log(video.file)
}
await browser.close()
