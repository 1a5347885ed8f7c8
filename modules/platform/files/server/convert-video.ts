/** Converts a video to a stream by ffmpeg: two or three qualities in encrypted segments, and a poster. */
import { createCipheriv, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ConversionInput, NotConvertible } from './conversion-work.ts'
import type { ConversionResult } from './conversions.ts'
import { type Quality, qualitiesFor, streamName } from './media.ts'
import { drawPoster } from './pictures.ts'
import { findProgram, type ProgramLimits, runProgram } from './programs.ts'
import type { NewRendition, Segment } from './renditions.ts'

/** Every segment starts with a key frame, so playback can start at any. */
const pieceSeconds = 4
/** Videos up to 4320 pixels high (8K) are accepted. */
const pixelsMax = 36_000_000
const gigabyte = 1024 ** 3

/** The time limit is fifteen minutes plus ten times the duration; a small machine needs three times. */
function limitsOf(durationMs: number): ProgramLimits {
  const seconds = Math.min(24 * 3600, 900 + (durationMs / 1000) * 10)
  return { seconds, processorSeconds: seconds * 4, memoryBytes: 8 * gigabyte, fileBytes: gigabyte }
}

/**
 * ffmpeg reads untrusted input: only as the detected container, only this one file without references to files or
 * addresses, and only picture and sound.
 */
function inputArguments({ file, source }: ConversionInput): string[] {
  const format = file.content_type === 'video/webm' ? 'matroska' : 'mov'
  return ['-max_pixels', String(pixelsMax), '-protocol_whitelist', 'file', '-f', format, '-i', `file:${source}`]
}

const quiet = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y'] as const
/** Metadata such as titles, places and devices are private and removed. */
const anonymous = ['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn'] as const

function encodeArguments(work: ConversionInput, qualities: readonly Quality[]): string[] {
  const seconds = Math.ceil((work.file.duration_ms ?? 0) / 1000) + pieceSeconds
  const split = `[0:v:0]split=${qualities.length}${qualities.map((_, index) => `[in${index}]`).join('')}`
  const scaled = qualities.map(
    ({ width, pixelsHigh }, index) => `[in${index}]scale=${width}:${pixelsHigh}:flags=bicubic,setsar=1[out${index}]`,
  )
  return [
    ...[...quiet, '-progress', 'pipe:1', '-stats_period', '1'],
    ...inputArguments(work),
    ...[...anonymous, '-filter_complex', [split, ...scaled].join(';')],
    ...qualities.flatMap((quality, index) => [
      ...['-map', `[out${index}]`, '-map', '0:a:0?', '-t', String(seconds)],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'main', '-pix_fmt', 'yuv420p', '-fpsmax', '60'],
      ...['-crf', '23', '-maxrate', String(quality.videoBits), '-bufsize', String(quality.videoBits * 2)],
      ...['-force_key_frames', `expr:gte(t,n_forced*${pieceSeconds})`, '-sc_threshold', '0'],
      ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000'],
      ...['-f', 'hls', '-hls_time', String(pieceSeconds), '-hls_list_size', '0', '-hls_playlist_type', 'vod'],
      ...['-hls_segment_filename', `${streamName(quality)}-%d.ts`, `${streamName(quality)}.m3u8`],
    ]),
  ]
}

/** A frame from near the start, after a title has faded in. */
async function makePoster(work: ConversionInput, program: string): Promise<NewRendition> {
  const at = Math.min(5, (work.file.duration_ms ?? 0) / 10_000)
  const path = join(work.directory, 'poster.png')
  await runProgram({
    program,
    arguments: [
      ...[...quiet, '-ss', at.toFixed(2)],
      ...inputArguments(work),
      ...[...anonymous, '-an', '-frames:v', '1', '-vf', 'thumbnail=25', 'poster.png'],
    ],
    directory: work.directory,
    limits: { seconds: 120, processorSeconds: 240, memoryBytes: 8 * gigabyte, fileBytes: gigabyte / 4 },
    signal: work.signal,
  })
  const { bytes, width, height } = await drawPoster(path).catch(() => {
    throw new NotConvertible('unreadable')
  })
  const piece = { name: 'poster', content_type: 'image/webp', size_bytes: bytes.length, width, height }
  return work.keep({ ...piece, content: bytes })
}

/** The segments that ffmpeg has written, in order and with their durations. */
async function listPieces(directory: string, name: string): Promise<{ path: string; ms: number }[]> {
  const text = await readFile(join(directory, `${name}.m3u8`), 'utf8')
  return [...text.matchAll(/^#EXTINF:([\d.]+),[^\n]*\n(?:#[^\n]*\n)*(s\d+-\d+\.ts)$/gm)].map(([, seconds, file]) => ({
    path: join(directory, file ?? ''),
    ms: Math.round(Number(seconds) * 1000),
  }))
}

/** AES-128 in CBC by RFC 8216, 5.2: without an explicit IV, the number of a segment is its IV. */
function pieceCipher(key: Buffer, number: number) {
  const iv = Buffer.alloc(16)
  iv.writeUInt32BE(number, 12)
  return createCipheriv('aes-128-cbc', key, iv)
}

/** Encrypts the segments of a quality and stores them consecutively in one object. */
async function storeQuality(work: ConversionInput, quality: Quality, key: Buffer): Promise<NewRendition> {
  const name = streamName(quality)
  const pieces = await listPieces(work.directory, name)
  if (pieces.length === 0) throw new NotConvertible('unreadable')
  const path = join(work.directory, `${name}.encrypted`)
  const segments: Segment[] = []
  let offset = 0
  async function* encrypted() {
    for (const [number, piece] of pieces.entries()) {
      const cipher = pieceCipher(key, number)
      const bytes = Buffer.concat([cipher.update(await readFile(piece.path)), cipher.final()])
      segments.push([offset, bytes.length, piece.ms])
      offset += bytes.length
      yield bytes
      await rm(piece.path)
    }
  }
  await pipeline(Readable.from(encrypted()), createWriteStream(path), { signal: work.signal })
  const { width, pixelsHigh: height } = quality
  const piece = { name, content_type: 'video/mp2t', size_bytes: offset, width, height }
  const kept = await work.keep({ ...piece, segments: JSON.stringify(segments), content: { path } })
  await rm(path)
  return kept
}

export async function convertVideo(work: ConversionInput): Promise<ConversionResult> {
  const { file, directory, signal, progress } = work
  const program = await findProgram(work.outside.config.programs.ffmpeg)
  if (program === undefined) throw new NotConvertible('program')
  const { width, height, duration_ms } = file
  if (!width || !height || !duration_ms) throw new NotConvertible('unreadable')
  if (width * height > pixelsMax) throw new NotConvertible('too-large')
  const poster = await makePoster(work, program)
  progress(20)
  const qualities = qualitiesFor(width, height)
  await runProgram({
    program,
    arguments: encodeArguments(work, qualities),
    directory,
    limits: limitsOf(duration_ms),
    signal,
    onLine(line) {
      const [name, value] = line.split('=')
      if (name === 'out_time_us') progress(20 + (Number(value) / 1000 / duration_ms) * 930 || 0)
    },
  })
  await rm(work.source)
  const key = randomBytes(16)
  const renditions = [poster]
  for (const quality of qualities) {
    renditions.push(await storeQuality(work, quality, key))
    progress(950 + (renditions.length / (qualities.length + 1)) * 49)
  }
  return { renditions, key }
}
