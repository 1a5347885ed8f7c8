/** The contents of a recorded piece, by the times of its packets: nothing is decoded. */
import type { EncodedPacket, InputTrack } from 'mediabunny'
import type { FeedSource } from '#modules/live/engines/server.ts'
import type { MeasuredPiece, Stretch } from './timeline.ts'

/** A recorded piece, wherever its file is now. */
export interface PieceFile {
  readonly path: string
  readonly participantId: string
  readonly source: FeedSource
  /** The instant at time zero of the file. */
  readonly startedAt: number
}

/** A camera without packets for this long has been switched off. */
const cameraGapMs = 3000
/** A screen without movement sends few pictures. */
const screenGapMs = 30_000
/** A picture lasts for a moment; otherwise the last picture of a piece would have no length. */
const lastPacketMs = 40

/** The intervals in which the packets of a track arrive, in milliseconds of the file. Packets may be out of order. */
async function stretchesOf(
  packets: AsyncIterable<EncodedPacket>,
  gapMs: number,
  signal: AbortSignal,
): Promise<Stretch[]> {
  const stretches: { from: number; to: number }[] = []
  for await (const packet of packets) {
    signal.throwIfAborted()
    const at = Math.round(packet.timestamp * 1000)
    const end = at + Math.max(lastPacketMs, Math.round(packet.duration * 1000))
    const last = stretches.at(-1)
    if (last && at - last.to <= gapMs) last.to = Math.max(last.to, end)
    else stretches.push({ from: at, to: end })
  }
  return stretches
}

/** Measures a piece; undefined if it is unreadable, because an engine that died may leave an empty file. */
export async function measurePiece(piece: PieceFile, signal: AbortSignal): Promise<MeasuredPiece | undefined> {
  const { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } = await import('mediabunny')
  const input = new Input({ source: new FilePathSource(piece.path), formats: ALL_FORMATS })
  const packetsOf = (track: InputTrack) =>
    new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })
  try {
    const [video, audio] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()])
    const gapMs = piece.source === 'screen' ? screenGapMs : cameraGapMs
    const pictures = video ? await stretchesOf(packetsOf(video), gapMs, signal) : []
    const sounds = audio ? await stretchesOf(packetsOf(audio), Number.POSITIVE_INFINITY, signal) : []
    const first = Math.min(...[...pictures, ...sounds].map(({ from }) => from))
    if (!Number.isFinite(first)) return undefined
    const onWall = ({ from, to }: Stretch) => ({ from: piece.startedAt + from, to: piece.startedAt + to })
    const { path, participantId, source, startedAt } = piece
    return {
      path,
      participantId,
      source,
      beginsAt: startedAt + first,
      pictures: pictures.map(onWall),
      sound: sounds[0] ? onWall(sounds[0]) : null,
      width: (await video?.getDisplayWidth()) ?? 0,
      height: (await video?.getDisplayHeight()) ?? 0,
    }
  } catch (error) {
    signal.throwIfAborted()
    if (isUnreadable(error)) return undefined
    throw error
  } finally {
    input.dispose()
  }
}

/** A disk error is not the file's fault, and another attempt may succeed. */
function isUnreadable(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === undefined || code === 'ENOENT'
}
