/**
 * The pieces that Janus records: audio and video of each feed in separate files, packet by packet (`.mjr`). A Janus
 * that dies leaves everything that it had. We choose the names, and the tool that comes with Janus joins the two files
 * into one video.
 */
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  OGG,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import type { FeedId, Recording } from './engine.ts'
import { isMessage } from './janus-control.ts'
import { feedIdOf } from './janus-room.ts'

const run = promisify(execFile)
const convertMs = 30 * 60_000
const pattern = /^([\w-]+)\.(camera|screen)\.(\d+)-(audio|video)-\d+\.mjr$/

/** The name that we give Janus for a piece. Janus adds the medium and the line. */
export function recordingBase(feedId: FeedId, startedAt: number): string {
  return `${feedId.replace(':', '.')}.${startedAt}`
}

/** We make the folder, so that both accounts of the group may write and delete in it. Janus makes it if we may not. */
export async function makeRecordingFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await chmod(folder, 0o2770)
  } catch {
    // The status page reports that the recordings cannot be read.
  }
}

interface Half {
  readonly path: string
  readonly medium: 'audio' | 'video'
  /** When its first packet was written, microseconds since 1970. */
  readonly firstAt: number
}

interface Piece {
  readonly feedId: FeedId
  readonly namedAt: number
  readonly halves: Half[]
}

/** The description at the start of a file; undefined if the file is empty. */
async function readMjrHeader(path: string): Promise<Half | undefined> {
  const file = await open(path)
  try {
    const start = Buffer.alloc(4096)
    const { bytesRead } = await file.read(start, 0, start.length, 0)
    if (bytesRead < 10 || !start.toString('latin1', 0, 8).startsWith('MJR0000')) return undefined
    const length = start.readUInt16BE(8)
    if (length > bytesRead - 10) return undefined
    const header: unknown = JSON.parse(start.toString('utf8', 10, 10 + length))
    if (!isMessage(header) || typeof header.u !== 'number') return undefined
    return { path, medium: header.t === 'a' ? 'audio' : 'video', firstAt: header.u }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  } finally {
    await file.close()
  }
}

async function piecesIn(folder: string): Promise<Piece[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const pieces = new Map<string, Piece>()
  for (const name of names) {
    const parts = pattern.exec(name)
    const half = parts ? await readMjrHeader(join(folder, name)) : undefined
    if (!parts || !half) continue
    const [, participantId = '', source, namedAt] = parts
    const key = `${participantId}.${source}.${namedAt}`
    const feedId = feedIdOf(participantId, source === 'screen' ? 'screen' : 'camera')
    const piece = pieces.get(key) ?? { feedId, namedAt: Number(namedAt), halves: [] }
    pieces.set(key, piece)
    piece.halves.push(half)
  }
  return [...pieces.values()].sort((left, right) => left.namedAt - right.namedAt)
}

const startOf = ({ halves }: Piece): number => Math.floor(Math.min(...halves.map(({ firstAt }) => firstAt)) / 1000)

/**
 * All pieces in a room's folder, oldest first. Feeds in `live` still write. `path` is the video file, or the audio file
 * if there is none.
 */
export async function listJanusRecordings(folder: string, live: readonly FeedId[]): Promise<Recording[]> {
  const pieces = await piecesIn(folder)
  const newest = new Map(pieces.map((piece) => [piece.feedId, piece]))
  return await Promise.all(
    pieces.map(async (piece): Promise<Recording> => {
      const { feedId, halves } = piece
      const startedAt = startOf(piece)
      const written = await Promise.all(halves.map(async ({ path }) => (await stat(path)).mtimeMs))
      const isWriting = live.includes(feedId) && newest.get(feedId) === piece
      const path = (halves.find(({ medium }) => medium === 'video') ?? halves[0])?.path ?? ''
      const endedAt = isWriting ? null : Math.max(startedAt, Math.floor(Math.max(...written)))
      return { feedId, path, container: 'mjr', startedAt, endedAt }
    }),
  )
}

/** The tool that comes with Janus (Debian's package janus-tools) takes the packets apart. */
async function convert(from: string, to: string): Promise<void> {
  try {
    await run('janus-pp-rec', [from, to], { timeout: convertMs, maxBuffer: 64 << 20, env: { PATH: process.env.PATH } })
  } catch (error) {
    const output = (error as { stdout?: string }).stdout ?? ''
    throw new Error(`janus-pp-rec failed at ${basename(from)}: ${output.slice(-500)}`, { cause: error })
  }
}

type Pump = () => Promise<void>

/** The track's packets, from its first complete picture on, moved by `shift` seconds. undefined if there is none. */
async function videoPump(output: Output, track: InputVideoTrack, shift: number): Promise<Pump | undefined> {
  const sink = new EncodedPacketSink(track)
  const packets = sink.packets()
  const first = await firstKey(packets)
  if (!first) return undefined
  const source = new EncodedVideoPacketSource('vp8')
  output.addVideoTrack(source)
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined
  return async () => {
    const add = (packet: EncodedPacket) =>
      source.add(packet.clone({ timestamp: packet.timestamp + shift }), decoderConfig && { decoderConfig })
    await add(first)
    for await (const packet of packets) await add(packet)
    source.close()
  }
}

async function firstKey(packets: AsyncGenerator<EncodedPacket>): Promise<EncodedPacket | undefined> {
  for (;;) {
    const { value, done } = await packets.next()
    if (done || value.type === 'key') return done ? undefined : value
  }
}

async function audioPump(output: Output, track: InputAudioTrack, shift: number): Promise<Pump> {
  const source = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined
  return async () => {
    for await (const packet of new EncodedPacketSink(track).packets())
      await source.add(packet.clone({ timestamp: packet.timestamp + shift }), decoderConfig && { decoderConfig })
    source.close()
  }
}

/** Joins the two files of a piece into one video at `target`. Each starts at the time of its first packet. */
export async function recordingAsWebm(recording: Recording, target: string): Promise<void> {
  const folder = dirname(recording.path)
  const key = basename(recording.path).replace(/-(audio|video)-\d+\.mjr$/, '')
  const pieces = await piecesIn(folder)
  const piece = pieces.find((one) => recordingBase(one.feedId, one.namedAt) === key)
  if (!piece) throw new Error(`there is no recording ${recording.path}`)
  const start = Math.min(...piece.halves.map(({ firstAt }) => firstAt))
  const work = await mkdtemp(join(dirname(target), '.mjr-'))
  const inputs: Input[] = []
  try {
    const output = new Output({ format: new WebMOutputFormat(), target: new FilePathTarget(target) })
    const pumps: (Pump | undefined)[] = []
    for (const { path, medium, firstAt } of piece.halves) {
      const converted = join(work, medium === 'audio' ? 'audio.opus' : 'video.webm')
      await convert(path, converted)
      const input = new Input({ source: new FilePathSource(converted), formats: [OGG, WEBM, MATROSKA] })
      inputs.push(input)
      const shift = (firstAt - start) / 1e6
      const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
      if (video) pumps.push(await videoPump(output, video, shift))
      else if (audio) pumps.push(await audioPump(output, audio, shift))
    }
    if (!pumps.some((pump) => pump)) throw new Error(`there is nothing playable in ${recording.path}`)
    await output.start()
    await Promise.all(pumps.flatMap((pump) => (pump ? [pump()] : [])))
    await output.finalize()
  } finally {
    for (const input of inputs) input.dispose()
    await rm(work, { recursive: true, force: true })
  }
}
