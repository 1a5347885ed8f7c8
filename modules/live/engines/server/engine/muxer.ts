/**
 * A feed as WebM, for its recording and for players that read a stream. A piece contains the media that flow. When the
 * camera or the microphone is switched on or off, a new piece starts, because a player waits for each medium that its
 * piece announces.
 */
import type { StreamSink } from '../engine.ts'
import { type Frame, Frames } from './frames.ts'
import { ntpMs, type SenderTime } from './rtcp.ts'
import type { Medium } from './rtp.ts'
import { type WebmFrame, type WebmTracks, webmCluster, webmInitialization, webmType } from './webm.ts'

/** A piece starts this long after its first frame, or earlier if both media are there. */
const gatherMs = 700
/** A longer wait, if video flows but its key frame has not arrived yet. */
const keyGatherMs = 3000
/** A medium without packets for this long has been switched off. */
const silentMs = 2000
/** A frame waits this long for the other medium's frames, so that they come out in order. */
const orderMs = 200
const clusterMs = 120

/** A sink that also learns the start time of its piece. */
export interface PieceSink extends Omit<StreamSink, 'start'> {
  start(mimeType: string, initialization: Uint8Array, startedAt: number): void
}

export class Muxer {
  private readonly sinks = new Map<PieceSink, 'waiting' | 'fed'>()
  private readonly frames: Record<Medium, Frames>
  private readonly requestKey: () => void
  private readonly heardAt: Record<Medium, number> = { audio: 0, video: 0 }
  private pictureArrivedAt = 0
  private buffered: Frame[] = []
  private piece: Piece | undefined
  private waitsSince: number | undefined
  private clockAhead: number | undefined
  private now = 0

  constructor(requestKey: () => void) {
    this.requestKey = requestKey
    this.frames = {
      audio: new Frames('audio', (frame) => this.take(frame)),
      video: new Frames('video', (frame) => this.take(frame), requestKey),
    }
  }

  get hasSinks(): boolean {
    return this.sinks.size > 0
  }

  /** The stream of this sink starts at the next key piece. */
  add(sink: PieceSink): void {
    this.sinks.set(sink, 'waiting')
    this.requestKey()
  }

  remove(sink: PieceSink): void {
    const state = this.sinks.get(sink)
    this.sinks.delete(sink)
    if (state === 'fed') sink.end()
  }

  push(medium: Medium, packet: Buffer, now: number): void {
    if (this.sinks.size === 0) return
    this.now = now
    if (medium === 'video') this.pictureArrivedAt = now
    this.frames[medium].push(packet, now)
  }

  align(medium: Medium, time: SenderTime, now: number): void {
    // The first medium with a report sets the difference of the clocks for both, so that they stay together.
    this.clockAhead ??= ntpMs(time) - now
    this.frames[medium].align(time, this.clockAhead)
  }

  /** The host has muted this medium: no more packets for now. */
  silence(medium: Medium): void {
    this.heardAt[medium] = 0
  }

  tick(now: number): void {
    this.now = now
    this.frames.audio.tick(now)
    this.frames.video.tick(now)
    if (!this.piece) {
      this.beginIfReady()
      return
    }
    this.piece.flush(now - orderMs)
    const { tracks } = this.piece
    const hasVideo = tracks.video !== undefined
    const isWrong = this.flows('audio') !== tracks.audio || this.flows('video') !== hasVideo
    if (!isWrong) return
    if (!this.flows('audio') && !this.flows('video')) this.endPiece()
    else if (this.flows('video') && hasVideo) this.requestKey()
    else if (!this.flows('video')) this.endPiece()
  }

  /** The sender is gone. Its next packet starts another piece. */
  end(): void {
    this.endPiece()
    this.clockAhead = undefined
    for (const [sink, state] of this.sinks) {
      if (state === 'fed') sink.end()
      this.sinks.set(sink, 'waiting')
    }
  }

  private flows(medium: Medium): boolean {
    return this.now - this.heardAt[medium] < silentMs
  }

  private take(frame: Frame): void {
    this.heardAt[frame.medium] = this.now
    const { piece } = this
    if (piece) {
      const isMissing = frame.medium === 'audio' ? !piece.tracks.audio : !piece.tracks.video
      const mayRestart = frame.medium === 'video' ? frame.key : !piece.tracks.video
      const isStale = frame.key && frame.medium === 'video' && piece.tracks.audio !== this.flows('audio')
      if (!(isMissing && mayRestart) && !isStale) {
        if (!isMissing) piece.push(frame)
        else if (piece.tracks.video) this.requestKey()
        return
      }
      this.endPiece()
    }
    // A picture that depends on an earlier piece is useless in this one.
    const hasPicture = frame.key || this.buffered.some(({ medium }) => medium === 'video')
    if (frame.medium === 'audio' || hasPicture) this.buffered.push(frame)
    else this.requestKey()
    this.waitsSince ??= this.now
    this.beginIfReady()
  }

  private beginIfReady(): void {
    if (this.waitsSince === undefined) return
    const video = this.buffered.find((frame) => frame.medium === 'video')
    const hasAudio = this.buffered.some((frame) => frame.medium === 'audio')
    const isPictureDue = !video && this.now - this.pictureArrivedAt < gatherMs
    if (isPictureDue) this.requestKey()
    const isLate = this.now - this.waitsSince > (isPictureDue ? keyGatherMs : gatherMs)
    if (this.buffered.length === 0 || (!(video && hasAudio) && !isLate)) return
    const tracks: WebmTracks = { audio: hasAudio, video: video?.size }
    const startedAt = Math.floor(Math.min(...this.buffered.map(({ at }) => at)))
    const piece = new Piece(tracks, startedAt, (bytes, key) => this.emit(bytes, key))
    this.piece = piece
    for (const [sink, state] of this.sinks) {
      if (state === 'fed') this.sinks.set(sink, 'waiting')
    }
    for (const frame of this.buffered) piece.push(frame)
    this.buffered = []
    this.waitsSince = undefined
  }

  private endPiece(): void {
    this.piece?.flush(Number.POSITIVE_INFINITY)
    this.piece = undefined
    this.buffered = []
    this.waitsSince = undefined
  }

  private emit(bytes: Buffer, key: boolean): void {
    const { piece } = this
    if (!piece) return
    for (const [sink, state] of this.sinks) {
      if (state === 'waiting') {
        if (!key) continue
        this.sinks.set(sink, 'fed')
        sink.start(webmType(piece.tracks), piece.initialization, piece.startedAt)
      }
      sink.data(bytes, key)
    }
  }
}

/** Puts the frames of both media in order and into clusters. */
class Piece {
  readonly tracks: WebmTracks
  readonly startedAt: number
  readonly initialization: Buffer
  private readonly emit: (bytes: Buffer, key: boolean) => void
  private readonly waiting: Frame[] = []
  private cluster: WebmFrame[] = []
  private last = 0

  constructor(tracks: WebmTracks, startedAt: number, emit: (bytes: Buffer, key: boolean) => void) {
    this.tracks = tracks
    this.startedAt = startedAt
    this.initialization = webmInitialization(tracks)
    this.emit = emit
  }

  push(frame: Frame): void {
    if (frame.medium === 'audio' ? !this.tracks.audio : !this.tracks.video) return
    let index = this.waiting.length
    while (index > 0 && (this.waiting[index - 1]?.at ?? 0) > frame.at) index -= 1
    this.waiting.splice(index, 0, frame)
  }

  /** Writes the frames that were captured before `until`. */
  flush(until: number): void {
    let first = this.waiting[0]
    while (first && first.at <= until) {
      this.waiting.shift()
      this.write(first)
      first = this.waiting[0]
    }
    if (until === Number.POSITIVE_INFINITY) this.close()
  }

  private write({ medium, at, key, bytes }: Frame): void {
    this.last = Math.max(this.last, Math.round(at - this.startedAt))
    const begins = medium === 'video' && key
    const firstAt = this.cluster[0]?.at
    if (firstAt !== undefined && (begins || this.last - firstAt >= clusterMs)) this.close()
    this.cluster.push({ medium, at: this.last, key, bytes })
  }

  private close(): void {
    const [first] = this.cluster
    if (!first) return
    const isKey = this.tracks.video ? first.medium === 'video' && first.key : true
    this.emit(webmCluster(this.cluster), isKey)
    this.cluster = []
  }
}
