/** Speech by espeak-ng and plucked music of our own synthesis, as samples between -1 and 1. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { Voice } from './audios.ts'
import { readingOf } from './readings.ts'

export const sampleRate = 44_100

const voices: Record<Voice, string[]> = {
  narrator: ['-v', 'cmn-latn-pinyin+f2', '-s', '170', '-p', '46'],
  caller: ['-v', 'cmn-latn-pinyin+m3', '-s', '172', '-p', '44'],
  english: ['-v', 'en-us+f2', '-s', '140', '-p', '46'],
}

/** Speaks one sentence; silence before and after is cut, loudness evened. */
export function speak(sentence: string, voice: Voice): Float32Array {
  const words = voice === 'english' ? sentence : readingOf(sentence)
  const wave = execFileSync('espeak-ng', [...voices[voice], '--stdout', words], { maxBuffer: 64 << 20 })
  const raw = execFileSync(
    'ffmpeg',
    [
      ...['-v', 'error', '-i', 'pipe:0', '-af'],
      'silenceremove=start_periods=1:start_threshold=-50dB,areverse,silenceremove=start_periods=1:start_threshold=-50dB,areverse,highpass=f=90,equalizer=f=3200:t=q:w=1:g=-3,lowpass=f=7500,dynaudnorm=f=250:g=7:p=0.6',
      ...['-ac', '1', '-ar', String(sampleRate), '-f', 'f32le', 'pipe:1'],
    ],
    { input: wave, maxBuffer: 64 << 20 },
  )
  return new Float32Array(new Uint8Array(raw).buffer)
}

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Adds one plucked string (Karplus and Strong) to the track. */
function pluck(
  track: Float32Array,
  atSeconds: number,
  frequency: number,
  loudness: number,
  random: () => number,
): void {
  const period = Math.round(sampleRate / frequency)
  const string = Float32Array.from({ length: period }, () => random() * 2 - 1)
  for (let pass = 0; pass < 3; pass++) {
    for (let i = 0; i < period; i++) string[i] = ((string[i] ?? 0) + (string[(i + 1) % period] ?? 0)) / 2
  }
  const start = Math.round(atSeconds * sampleRate)
  const length = Math.min(track.length - start, sampleRate * 3)
  for (let i = 0; i < length; i++) {
    const here = i % period
    const value = string[here] ?? 0
    string[here] = (value + (string[(here + 1) % period] ?? 0)) * 0.4985
    track[start + i] = (track[start + i] ?? 0) + value * loudness
  }
}

/** A quiet pentatonic piece for a plucked string, always the same for the same name. */
export function music(seconds: number, name: string): Float32Array {
  const random = randomFrom([...name].reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7) >>> 0)
  const track = new Float32Array(Math.round(seconds * sampleRate))
  const scale = [196, 220, 246.94, 293.66, 329.63, 392, 440, 493.88, 587.33]
  let note = 4
  for (let pulse = 0; pulse * 0.75 < seconds - 2.5; pulse++) {
    if (pulse % 4 === 0) pluck(track, pulse * 0.75, (scale[pulse % 8 === 0 ? 0 : 1] ?? 196) / 2, 0.5, random)
    if (random() < 0.62) {
      note = Math.max(0, Math.min(scale.length - 1, note + Math.round(random() * 4 - 2)))
      pluck(track, pulse * 0.75 + random() * 0.02, scale[note] ?? 220, 0.4, random)
    }
  }
  return track
}

/** Puts a piece into a track at a time. */
export function mix(track: Float32Array, piece: Float32Array, atSeconds: number, loudness: number): void {
  const start = Math.round(atSeconds * sampleRate)
  for (let i = 0; i < piece.length && start + i < track.length; i++) {
    track[start + i] = (track[start + i] ?? 0) + (piece[i] ?? 0) * loudness
  }
}

/** Writes a 16-bit mono wave file. */
export function writeWave(path: string, track: Float32Array): void {
  const data = Buffer.alloc(44 + track.length * 2)
  data.write('RIFF', 0)
  data.writeUInt32LE(36 + track.length * 2, 4)
  data.write('WAVEfmt ', 8)
  data.writeUInt32LE(16, 16)
  data.writeUInt16LE(1, 20)
  data.writeUInt16LE(1, 22)
  data.writeUInt32LE(sampleRate, 24)
  data.writeUInt32LE(sampleRate * 2, 28)
  data.writeUInt16LE(2, 32)
  data.writeUInt16LE(16, 34)
  data.write('data', 36)
  data.writeUInt32LE(track.length * 2, 40)
  track.forEach((value, index) => {
    data.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32_000), 44 + index * 2)
  })
  writeFileSync(path, data)
}
