/** The video of a room by ffmpeg: each shot by itself, then all of them concatenated. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { type ProgramLimits, runProgram } from '#modules/platform/files/server.ts'
import { backdrop } from './backdrop.ts'
import { measurePiece, type PieceFile } from './measurements.ts'
import {
  type Canvas,
  canvasFor,
  type MeasuredPiece,
  pictureMs,
  placesOf,
  type Shot,
  type Stretch,
  shotsOf,
  soundsIn,
  spanOf,
} from './timeline.ts'

export interface VideoWork {
  readonly pieces: readonly PieceFile[]
  readonly hostId: string
  /** From the start of the room to its end: earlier recordings, from the green room, are never shown. */
  readonly room: Stretch
  /** A folder for this run alone. */
  readonly directory: string
  readonly signal: AbortSignal
  readonly progress: (permille: number) => void
}

export interface Video {
  readonly path: string
  /** `mp4`, `webm`, `ogg`. */
  readonly extension: string
  /** The instant of the room at which the video starts. */
  readonly beginsAt: number
}

const gigabyte = 1024 ** 3
const quiet = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y'] as const
/** ffmpeg reads a browser's recording as the container that we expect, and the file cannot name other files. */
const fromUs = ['-protocol_whitelist', 'file', '-f', 'matroska'] as const
const soundRate = 48_000
/** A decoder needs this long to sound right; the extra part is cut off again. */
const prerollMs = 200

function limitsFor(lengthMs: number): ProgramLimits {
  const seconds = Math.min(12 * 3600, 300 + (lengthMs / 1000) * 10)
  return { seconds, processorSeconds: seconds * 4, memoryBytes: 8 * gigabyte, fileBytes: 64 * gigabyte }
}

const seconds = (ms: number) => (ms / 1000).toFixed(3)

/** Copies a piece into a container with an index, because a process that died wrote none. */
async function index(program: string, work: VideoWork, piece: PieceFile, number: number): Promise<PieceFile> {
  const path = join(work.directory, `piece-${number}.mkv`)
  await runProgram({
    program,
    arguments: [
      ...[...quiet, '-copyts', ...fromUs, '-i', `file:${piece.path}`],
      ...['-map', '0:v:0?', '-map', '0:a:0?', '-map_metadata', '-1', '-c', 'copy', '-f', 'matroska', path],
    ],
    directory: work.directory,
    limits: limitsFor(3_600_000),
    signal: work.signal,
  })
  return { ...piece, path }
}

/**
 * The pictures of a shot. The backdrop sets the frame rate, and each piece is laid over it at its place. Every input
 * starts with the shot, so the clocks of all inputs agree, even if the size of a camera's picture changes midway.
 */
function pictureFilter(shot: Shot, canvas: Canvas): string {
  const shown = shot.main ? [shot.main, ...shot.beside] : []
  const { main, beside } = placesOf(canvas, shot.beside.length)
  const places = [main, ...beside]
  const parts = shown.flatMap((_, number) => {
    const place = places[number] ?? main
    const fit = `scale=${place.width}:${place.height}:force_original_aspect_ratio=decrease:force_divisible_by=2`
    const x = `${place.x}+(${place.width}-w)/2`
    const y = `${place.y}+(${place.height}-h)/2`
    const under = number === 0 ? '0:v' : `over${number}`
    return [
      `[${number + 1}:v]${fit}:flags=bicubic,setsar=1,format=yuv420p[in${number + 1}]`,
      `[${under}][in${number + 1}]overlay=x=${x}:y=${y}:eof_action=repeat[over${number + 1}]`,
    ]
  })
  return [...parts, `[${shown.length === 0 ? '0:v' : `over${shown.length}`}]format=yuv420p[picture]`].join(';')
}

interface SoundInput {
  readonly piece: MeasuredPiece
  /** The start position in the piece, and the part of it that is cut off again. */
  readonly skipMs: number
  readonly prerollMs: number
  /** The silence before it, in the shot. */
  readonly delayMs: number
}

function soundInput(piece: MeasuredPiece, shot: Shot): SoundInput {
  const offset = shot.from - piece.beginsAt
  if (offset <= 0) return { piece, skipMs: 0, prerollMs: 0, delayMs: -offset }
  const preroll = Math.min(prerollMs, offset)
  return { piece, skipMs: offset - preroll, prerollMs: preroll, delayMs: 0 }
}

/** All voices at their own loudness, from the first sample of the shot to exactly its last. */
function soundFilter(sounds: readonly SoundInput[], firstInput: number, lengthMs: number): string {
  const samples = (lengthMs * soundRate) / 1000
  const exactLength = `apad=whole_len=${samples},atrim=end_sample=${samples}`
  if (sounds.length === 0) return `anullsrc=r=${soundRate}:cl=stereo,${exactLength}[sound]`
  const voices = sounds.map(({ prerollMs: cut, delayMs }, number) => {
    const start = cut === 0 ? '' : `,atrim=start=${seconds(cut)},asetpts=N/SR/TB`
    const delay = delayMs === 0 ? '' : `,adelay=${delayMs}:all=1`
    const even = `aresample=${soundRate}:async=1:first_pts=0,aformat=sample_fmts=fltp:channel_layouts=stereo`
    return `[${firstInput + number}:a]${even}${start}${delay}[voice${number}]`
  })
  const all = sounds.map((_, number) => `[voice${number}]`).join('')
  const mixed =
    sounds.length === 1
      ? `${all}anull`
      : `${all}amix=inputs=${sounds.length}:duration=longest:normalize=0,alimiter=limit=0.95`
  return [...voices, `${mixed},${exactLength}[sound]`].join(';')
}

function shotArguments(shot: Shot, sounds: readonly SoundInput[], canvas: Canvas, path: string): string[] {
  const lengthMs = shot.to - shot.from
  const length = seconds(lengthMs)
  const shown = shot.main ? [shot.main, ...shot.beside] : []
  const picture = shot.main ? 'backdrop.png' : 'nobody.png'
  return [
    ...[...quiet, '-progress', 'pipe:1', '-stats_period', '1'],
    ...['-f', 'image2', '-loop', '1', '-framerate', String(1000 / pictureMs), '-t', length, '-i', picture],
    ...shown.flatMap((piece) => {
      const skip = Math.max(0, shot.from - piece.beginsAt)
      return ['-ss', seconds(skip), '-t', length, '-an', ...fromUs, '-i', `file:${piece.path}`]
    }),
    ...sounds.flatMap(({ piece, skipMs, prerollMs: cut }) => [
      ...['-ss', seconds(skipMs), '-t', seconds(lengthMs + cut), '-vn', ...fromUs, '-i', `file:${piece.path}`],
    ]),
    // Two graphs: a camera that changes its size restarts its own graph and leaves the sound alone.
    ...['-filter_complex', pictureFilter(shot, canvas)],
    ...['-filter_complex', soundFilter(sounds, shown.length + 1, lengthMs)],
    ...['-map', '[picture]', '-map', '[sound]', '-frames:v', String(lengthMs / pictureMs)],
    ...['-c:v', 'libx264', '-preset', 'superfast', '-crf', '24', '-profile:v', 'main', '-bf', '0'],
    ...['-maxrate', '2500k', '-bufsize', '5000k', '-g', '100', '-fps_mode', 'cfr', '-r', String(1000 / pictureMs)],
    ...['-c:a', 'flac', '-f', 'matroska', path],
  ]
}

/** Makes the video; undefined if nothing was recorded while the room ran. */
export async function makeVideo(program: string, work: VideoWork): Promise<Video | undefined> {
  const { directory, signal, hostId } = work
  const measured: MeasuredPiece[] = []
  for (const [number, piece] of work.pieces.entries()) {
    // A piece that cannot even be copied contains no packets; the other pieces still make a video.
    const indexed = await index(program, work, piece, number).catch((error: unknown) => {
      signal.throwIfAborted()
      if (error instanceof Error && error.name === 'ProgramFailed') return undefined
      throw error
    })
    const one = indexed && (await measurePiece(indexed, signal))
    if (one) measured.push(one)
    work.progress(((number + 1) / work.pieces.length) * 50)
  }
  const span = spanOf(measured, work.room)
  if (!span) return undefined
  const canvas = canvasFor(measured)
  await writeFile(join(directory, 'backdrop.png'), await sharp(backdrop(canvas, false)).png().toBuffer())
  await writeFile(join(directory, 'nobody.png'), await sharp(backdrop(canvas, true)).png().toBuffer())
  const shots = shotsOf(measured, span, hostId)
  await mkdir(join(directory, 'shots'), { recursive: true })
  for (const [number, shot] of shots.entries()) {
    const sounds = soundsIn(measured, shot).map((piece) => soundInput(piece, shot))
    await runProgram({
      program,
      arguments: shotArguments(shot, sounds, canvas, join('shots', `${number}.mkv`)),
      directory,
      limits: limitsFor(shot.to - shot.from),
      signal,
      onLine(line) {
        const [name, value] = line.split('=')
        const done = shot.from - span.from + (name === 'out_time_us' ? Number(value) / 1000 || 0 : 0)
        if (name === 'out_time_us') work.progress(50 + (done / (span.to - span.from)) * 850)
      },
    })
  }
  return joinShots(program, work, shots, span)
}

/** Copies the pictures and encodes the sound once, so that no seam is audible. */
async function joinShots(program: string, work: VideoWork, shots: readonly Shot[], span: Stretch): Promise<Video> {
  const { directory, signal } = work
  const list = shots.map(({ from, to }, number) => `file 'shots/${number}.mkv'\nduration ${seconds(to - from)}\n`)
  await writeFile(join(directory, 'shots.txt'), `ffconcat version 1.0\n${list.join('')}`)
  const path = join(directory, 'replay.mp4')
  await runProgram({
    program,
    arguments: [
      ...[...quiet, '-protocol_whitelist', 'file', '-f', 'concat', '-i', 'shots.txt'],
      ...['-map_metadata', '-1', '-c:v', 'copy', '-c:a', 'aac', '-b:a', '96k', '-ac', '2', '-ar', String(soundRate)],
      ...['-movflags', '+faststart', '-f', 'mp4', path],
    ],
    directory,
    limits: limitsFor(span.to - span.from),
    signal,
  })
  await rm(join(directory, 'shots'), { recursive: true, force: true })
  work.progress(950)
  return { path, extension: 'mp4', beginsAt: span.from }
}
