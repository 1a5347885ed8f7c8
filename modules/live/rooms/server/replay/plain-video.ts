/** The video of a room without ffmpeg: one person's recordings, concatenated as they are, with an index for seeking. */
import { join } from 'node:path'
import type { EncodedPacket, Input, InputAudioTrack, InputVideoTrack } from 'mediabunny'
import { measurePiece, type PieceFile } from './measurements.ts'
import { type MeasuredPiece, spanOf } from './timeline.ts'
import type { Video, VideoWork } from './video.ts'

interface Source {
  readonly piece: MeasuredPiece
  readonly input: Input
  readonly video: InputVideoTrack | null
  readonly audio: InputAudioTrack | null
  /** The offset from seconds of the file to seconds of the video. */
  readonly shift: number
}

type Entry = { readonly kind: 'video' | 'audio'; readonly packet: EncodedPacket; readonly at: number }

const lengthOf = ({ pictures, sound }: MeasuredPiece) =>
  pictures.reduce((counter, { from, to }) => counter + to - from, 0) + (sound ? sound.to - sound.from : 0)

/** The camera of the host; if the host sent nothing, the camera of the person with the longest recordings. */
function chosen(measured: readonly MeasuredPiece[], hostId: string): MeasuredPiece[] {
  const cameras = measured.filter(({ source }) => source === 'camera')
  const lengths = new Map<string, number>()
  for (const piece of cameras) {
    lengths.set(piece.participantId, (lengths.get(piece.participantId) ?? 0) + lengthOf(piece))
  }
  const longest = [...lengths].sort((a, b) => b[1] - a[1])[0]?.[0]
  const person = lengths.has(hostId) ? hostId : longest
  return cameras.filter((piece) => piece.participantId === person).sort((a, b) => a.beginsAt - b.beginsAt)
}

/** The packets of both tracks in order of time. */
async function* packetsOf({ video, audio, shift }: Source): AsyncGenerator<Entry> {
  const { EncodedPacketSink } = await import('mediabunny')
  const iterators = [
    ...(video ? [{ kind: 'video' as const, packets: new EncodedPacketSink(video).packets() }] : []),
    ...(audio ? [{ kind: 'audio' as const, packets: new EncodedPacketSink(audio).packets() }] : []),
  ]
  const heads = await Promise.all(iterators.map(async (one) => ({ ...one, head: await one.packets.next() })))
  for (;;) {
    const open = heads.filter(({ head }) => !head.done)
    const next = open.sort((a, b) => (a.head.value?.timestamp ?? 0) - (b.head.value?.timestamp ?? 0))[0]
    if (!next?.head.value) return
    yield { kind: next.kind, packet: next.head.value, at: next.head.value.timestamp + shift }
    next.head = await next.packets.next()
  }
}

async function openSources(pieces: readonly MeasuredPiece[], files: readonly PieceFile[], from: number) {
  const { ALL_FORMATS, FilePathSource, Input } = await import('mediabunny')
  const sources: Source[] = []
  for (const piece of pieces) {
    const startedAt = files.find(({ path }) => path === piece.path)?.startedAt ?? piece.beginsAt
    const input = new Input({ source: new FilePathSource(piece.path), formats: ALL_FORMATS })
    const [video, audio] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()])
    sources.push({ piece, input, video, audio, shift: (startedAt - from) / 1000 })
  }
  return sources
}

/** One container for all: the codec of the first picture decides, and pieces with another codec are left out. */
async function formatFor(sources: readonly Source[]) {
  const media = await import('mediabunny')
  const videoCodec = await sources.find(({ video }) => video)?.video?.getCodec()
  const audioCodec = await sources.find(({ audio }) => audio)?.audio?.getCodec()
  const isWebm = videoCodec === 'vp8' || videoCodec === 'vp9' || videoCodec === 'av1'
  const extension = isWebm ? 'webm' : videoCodec ? 'mp4' : 'ogg'
  const format = isWebm
    ? new media.WebMOutputFormat()
    : videoCodec
      ? new media.Mp4OutputFormat({ fastStart: false })
      : new media.OggOutputFormat()
  return { videoCodec, audioCodec, extension, format }
}

export async function makePlainVideo(work: VideoWork): Promise<Video | undefined> {
  const { directory, signal, hostId, room } = work
  const measured: MeasuredPiece[] = []
  for (const piece of work.pieces) {
    const one = await measurePiece(piece, signal)
    if (one) measured.push(one)
  }
  const pieces = chosen(measured, hostId)
  const span = spanOf(pieces, room)
  if (!span) return undefined
  work.progress(100)
  const { EncodedAudioPacketSource, EncodedVideoPacketSource, FilePathTarget, Output } = await import('mediabunny')
  const sources = await openSources(pieces, work.pieces, span.from)
  try {
    const { videoCodec, audioCodec, extension, format } = await formatFor(sources)
    const path = join(directory, `replay.${extension}`)
    const output = new Output({ format, target: new FilePathTarget(path) })
    const videoOut = videoCodec ? new EncodedVideoPacketSource(videoCodec) : undefined
    const audioOut = audioCodec ? new EncodedAudioPacketSource(audioCodec) : undefined
    if (videoOut) output.addVideoTrack(videoOut)
    if (audioOut) output.addAudioTrack(audioOut)
    await output.start()
    const endsAt = (span.to - span.from) / 1000
    const last = { video: -1, audio: -1 }
    for (const [number, source] of sources.entries()) {
      const video = (await source.video?.getCodec()) === videoCodec ? source.video : null
      const audio = (await source.audio?.getCodec()) === audioCodec ? source.audio : null
      const videoMeta = { decoderConfig: (await video?.getDecoderConfig()) ?? undefined }
      const audioMeta = { decoderConfig: (await audio?.getDecoderConfig()) ?? undefined }
      let hasPicture = false
      for await (const { kind, packet, at } of packetsOf({ ...source, video, audio })) {
        signal.throwIfAborted()
        // Packets that were sent twice around a reconnect are taken once; a picture starts with a key frame.
        if (at < 0 || at >= endsAt || at <= last[kind]) continue
        if (kind === 'video' && !hasPicture && packet.type !== 'key') continue
        last[kind] = at
        const moved = packet.clone({ timestamp: at })
        if (kind === 'audio') await audioOut?.add(moved, audioMeta)
        else await videoOut?.add(moved, hasPicture ? undefined : videoMeta)
        hasPicture ||= kind === 'video'
      }
      work.progress(100 + ((number + 1) / sources.length) * 800)
    }
    await output.finalize()
    work.progress(950)
    return { path, extension, beginsAt: span.from }
  } finally {
    for (const { input } of sources) input.dispose()
  }
}
