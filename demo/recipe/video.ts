/** Draws a demo video: speech first, which sets the times, then every picture of it, then H.264 and AAC. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { hills } from './hills.ts'
import type { Video } from './scenes.ts'
import { mix, music, sampleRate, speak, writeWave } from './sound.ts'
import { themes } from './themes.ts'

const framesPerSecond = 15
/** A key picture every two seconds: a seek decodes at most thirty pictures, and the files stay small. */
const picturesPerKey = 2 * framesPerSecond
const size = { width: 960, height: 540 }

type TimedLine = { text: string; start: number; end: number }
type Timeline = { duration: number; scenes: { start: number; end: number; last: boolean; lines: TimedLine[] }[] }

function layOut(video: Video): { timeline: Timeline; track: Float32Array } {
  let now = 0
  const pieces: { at: number; piece: Float32Array }[] = []
  const scenes = video.scenes.map((scene, index) => {
    const start = now
    now += index === 0 ? 1.2 : 0.6
    const lines = scene.lines.map((line) => {
      const piece = speak(line.say ?? line.text, 'narrator')
      const at = now
      pieces.push({ at, piece })
      now += piece.length / sampleRate
      const end = now
      now += 0.45
      return { text: line.text, start: at, end }
    })
    now += 0.5
    return { start, end: now, last: index === video.scenes.length - 1, lines }
  })
  const duration = Math.ceil(now + 1.2)
  const track = new Float32Array(duration * sampleRate)
  mix(track, music(duration, video.file), 0, 0.11)
  for (const { at, piece } of pieces) mix(track, piece, at, 0.85)
  return { timeline: { duration, scenes }, track }
}

function page(video: Video, timeline: Timeline): string {
  const theme = themes[video.theme]
  const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
  const variables = Object.entries(theme).map(([name, value]) => `--${name}:${value}`)
  return `<!doctype html><meta charset="utf-8"><style>:root{${variables.join(';')}}${read('stage.css')}</style>
    ${hills(theme, video.file)}
    <div class="brand"><i>澄</i>澄岚学院</div><div class="lesson">${video.lesson}</div>
    ${video.scenes.map((scene) => `<div class="scene">${scene.html}</div>`).join('')}
    <div class="subtitle"><span></span></div><div class="progress"></div>
    <script>window.timeline=${JSON.stringify(timeline)}</script><script>${read('stage.js')}</script>`
}

/** Makes one video file in the folder; the work folder holds its sound in between. */
export async function makeVideo(browser: Browser, video: Video, folder: string, workFolder: string): Promise<void> {
  const { timeline, track } = layOut(video)
  const sound = join(workFolder, `${video.file}.wav`)
  writeWave(sound, track)
  const tab = await browser.newPage({ viewport: size })
  await tab.setContent(page(video, timeline))
  await tab.evaluate('document.fonts.ready')
  const encoder = spawn(
    'ffmpeg',
    [
      ...[
        '-v',
        'error',
        '-y',
        '-f',
        'image2pipe',
        '-framerate',
        String(framesPerSecond),
        '-c:v',
        'png',
        '-i',
        'pipe:0',
      ],
      ...['-i', sound, '-map', '0:v', '-map', '1:a', '-c:v', 'libx264', '-preset', 'veryslow', '-tune', 'animation'],
      ...[
        '-crf',
        '33',
        '-profile:v',
        'high',
        '-pix_fmt',
        'yuv420p',
        '-color_range',
        'tv',
        '-vf',
        'scale=out_range=tv:out_color_matrix=bt709',
        '-colorspace',
        'bt709',
      ],
      ...['-g', String(picturesPerKey), '-keyint_min', String(picturesPerKey), '-sc_threshold', '0', '-threads', '2'],
      ...['-c:a', 'aac', '-b:a', '44k', '-ac', '1', '-shortest', '-movflags', '+faststart', '-fflags', '+bitexact'],
      ...['-flags:v', '+bitexact', '-flags:a', '+bitexact', '-map_metadata', '-1', join(folder, video.file)],
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  )
  const finished = once(encoder, 'exit')
  for (let frame = 0; frame < timeline.duration * framesPerSecond; frame++) {
    await tab.evaluate(`draw(${frame / framesPerSecond})`)
    const picture = await tab.screenshot()
    if (!encoder.stdin.write(picture)) await once(encoder.stdin, 'drain')
  }
  encoder.stdin.end()
  const [code] = await finished
  if (code !== 0) throw new Error(`ffmpeg ended with ${code} on ${video.file}`)
  await tab.close()
}
