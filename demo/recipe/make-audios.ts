/** `node demo/recipe/make-audios.ts`: speaks the audio lessons into demo/media. */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { audios } from './audios.ts'
import { mix, music, sampleRate, speak, writeWave } from './sound.ts'

const media = join(import.meta.dirname, '../media')
const work = join(tmpdir(), 'shuyuan-media')
mkdirSync(work, { recursive: true })
for (const audio of audios) {
  let now = 2.4
  const pieces = audio.lines.map((line) => {
    const piece = speak(line.text, line.voice)
    const at = now
    now += piece.length / sampleRate + (line.pauseSeconds ?? 0.5)
    return { at, piece }
  })
  const seconds = now + 2.5
  const track = new Float32Array(Math.round(seconds * sampleRate))
  const opening = music(seconds, audio.file)
  // The strings stand alone at both ends and step back under the voice.
  opening.forEach((value, index) => {
    const at = index / sampleRate
    const edge = Math.min(1, Math.max(0, 1 - Math.min(Math.abs(at - 1.2), Math.abs(at - seconds + 1.2)) / 2.2))
    opening[index] = value * (0.05 + 0.25 * edge)
  })
  mix(track, opening, 0, 1)
  for (const { at, piece } of pieces) mix(track, piece, at, 0.9)
  const wave = join(work, `${audio.file}.wav`)
  writeWave(wave, track)
  execFileSync('ffmpeg', [
    ...[
      '-v',
      'error',
      '-y',
      '-i',
      wave,
      '-c:a',
      'aac',
      '-b:a',
      '36k',
      '-ar',
      '32000',
      '-ac',
      '1',
      '-movflags',
      '+faststart',
    ],
    ...['-fflags', '+bitexact', '-flags:a', '+bitexact', '-map_metadata', '-1', join(media, audio.file)],
  ])
  console.log(audio.file, seconds.toFixed(1))
}
