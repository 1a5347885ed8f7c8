/**
 * The media of one person: taken from the current peer, joined into one unbroken stream, and forwarded to every
 * receiver.
 */
import nodeDatachannel, { type Track } from 'node-datachannel'
import type { FeedId, FeedSource, Feed as FeedState } from '../engine.ts'
import { Continuity } from './continuity.ts'
import { Muxer } from './muxer.ts'
import type { Peer } from './peer.ts'
import { Reception } from './reception.ts'
import { bitrateLimit, pictureLoss, readRtcp, type SenderTime, senderReport } from './rtcp.ts'
import {
  beginsKeyFrame,
  clockRates,
  isRtcp,
  isRtp,
  type Medium,
  opusPayloadType,
  sequenceOf,
  vp8PayloadType,
  withoutExtensions,
} from './rtp.ts'

/** Key-frame requests within this time count as one: many people who join together cause one request. */
const keyRequestMs = 400
/** Packets that receivers may request again: some seconds of video. */
const resendPackets = 1024

const ownSsrc = { audio: 1, video: 2 } as const

/** Sends and never throws, because a track may have closed at this very moment. */
function send(track: Track, packet: Buffer): boolean {
  try {
    return track.sendMessageBinary(packet)
  } catch {
    return false
  }
}

interface Line {
  readonly ssrc: number
  readonly continuity: Continuity
  readonly receivers: Set<Track>
  readonly kept: Buffer[]
  reception: Reception | undefined
  /** From the current sender. */
  track: Track | undefined
  isMuted: boolean
  packets: number
  bytes: number
}

export interface FeedOptions {
  readonly id: FeedId
  readonly participantId: string
  readonly source: FeedSource
  /** Two numbers that no other feed of the engine has, for audio and video. */
  readonly ssrcs: Readonly<Record<Medium, number>>
  readonly hasVideo: boolean
  readonly bitsPerSecond: number
  readonly now: () => number
}

export class Feed {
  readonly options: FeedOptions
  readonly muxer: Muxer
  private readonly lines: Record<Medium, Line>
  private keyRequestedAt = 0
  private keyTimer: NodeJS.Timeout | undefined
  /** The peer that sends; undefined: none does. */
  peer: Peer | undefined

  constructor(options: FeedOptions) {
    this.options = options
    this.muxer = new Muxer(() => this.requestKey())
    this.lines = { audio: this.line('audio', opusPayloadType), video: this.line('video', vp8PayloadType) }
  }

  get state(): FeedState {
    const { id, participantId, source, hasVideo } = this.options
    const { audio, video } = this.lines
    return {
      id,
      participantId,
      source,
      audio: true,
      video: hasVideo,
      audioMuted: audio.isMuted,
      videoMuted: video.isMuted,
    }
  }

  get media(): readonly Medium[] {
    return this.options.hasVideo ? ['audio', 'video'] : ['audio']
  }

  /** Prepares a peer for the person's media before the engine makes its offer. */
  receiveBy(peer: Peer): void {
    for (const medium of this.media) {
      const description = mediaLine(medium, medium, 'RecvOnly')
      if (medium === 'video') description.setBitrate(Math.round(this.options.bitsPerSecond / 1000))
      const track = peer.connection.addTrack(description)
      const reception = new Reception(ownSsrc[medium], clockRates[medium])
      track.onMessage((packet) => {
        // Packets may arrive before the event that the peer is connected. Packets of a replaced peer are ignored.
        const line = this.lines[medium]
        if (peer === this.peer && line.track === track) this.received(medium, packet)
      })
      peerTracks.set(peer, [...(peerTracks.get(peer) ?? []), { medium, track, reception }])
    }
  }

  /** The peer is connected and sends from now on, in place of an earlier peer. */
  take(peer: Peer): void {
    for (const { medium, track, reception } of peerTracks.get(peer) ?? []) {
      const line = this.lines[medium]
      line.track = track
      line.reception = reception
      line.continuity.break(true)
    }
    this.peer = peer
    this.muxer.end()
    this.limit()
    this.requestKey()
  }

  /** Nobody sends any more. Receivers stay, because the person may come back. */
  leave(): void {
    this.peer = undefined
    this.muxer.end()
    clearTimeout(this.keyTimer)
    for (const medium of this.media) {
      this.lines[medium].track = undefined
      this.lines[medium].reception = undefined
    }
  }

  mute(medium: Medium, isMuted: boolean): boolean {
    const line = this.lines[medium]
    if (line.isMuted === isMuted) return false
    line.isMuted = isMuted
    line.continuity.break(false)
    if (isMuted) this.muxer.silence(medium)
    else if (medium === 'video') this.requestKey()
    return true
  }

  ssrc(medium: Medium): number {
    return this.lines[medium].ssrc
  }

  addReceiver(medium: Medium, track: Track): void {
    this.lines[medium].receivers.add(track)
    if (medium === 'video') this.requestKey()
  }

  removeReceiver(medium: Medium, track: Track): void {
    this.lines[medium].receivers.delete(track)
  }

  /** A receiver requests packets again, or a key frame. */
  feedback(medium: Medium, track: Track, packet: Buffer): void {
    if (!isRtcp(packet)) return
    const { wantsKeyFrame, missing } = readRtcp(packet)
    if (wantsKeyFrame && medium === 'video') this.requestKey()
    const { kept } = this.lines[medium]
    for (const sequence of missing.slice(0, resendPackets)) {
      const found = kept[sequence % resendPackets]
      if (found && sequenceOf(found) === sequence) send(track, found)
    }
  }

  /** Requests a key frame, now or as soon as the limit permits. */
  requestKey(): void {
    const { track, reception, isMuted } = this.lines.video
    if (!track || isMuted) return
    const waitMs = this.keyRequestedAt + keyRequestMs - this.options.now()
    if (waitMs > 0) {
      this.keyTimer ??= setTimeout(() => {
        this.keyTimer = undefined
        this.requestKey()
      }, waitMs)
      return
    }
    this.keyRequestedAt = this.options.now()
    if (reception?.ssrc === undefined) return
    send(track, pictureLoss(ownSsrc.video, reception.ssrc))
  }

  /** Every few milliseconds: requests missing packets again. */
  acknowledge(now: number): void {
    for (const medium of this.media) {
      const { track, reception } = this.lines[medium]
      const packet = reception?.acknowledgement(now)
      if (track && packet) send(track, packet)
    }
    this.muxer.tick(now)
  }

  /** Every second: reports the quality to the sender, and the bit rate that it may use. */
  report(now: number): void {
    for (const medium of this.media) {
      const { track, reception } = this.lines[medium]
      const packet = reception?.report(now)
      if (track && packet) send(track, packet)
    }
    this.limit()
  }

  private limit(): void {
    const { track, reception } = this.lines.video
    if (!track || reception?.ssrc === undefined) return
    send(track, bitrateLimit(ownSsrc.video, reception.ssrc, this.options.bitsPerSecond))
  }

  private line(medium: Medium, payloadType: number): Line {
    const ssrc = this.options.ssrcs[medium]
    const clockRate = clockRates[medium]
    const continuity = new Continuity({
      ssrc,
      payloadType,
      clockRate,
      sequence: ssrc & 0xfff,
      timestamp: ssrc & 0xffff,
    })
    const none = { track: undefined, reception: undefined, isMuted: false, packets: 0, bytes: 0 }
    return { ssrc, continuity, receivers: new Set(), kept: [], ...none }
  }

  private received(medium: Medium, packet: Buffer): void {
    const line = this.lines[medium]
    const now = this.options.now()
    if (isRtcp(packet)) {
      const { sender } = readRtcp(packet)
      if (sender) this.receivedTime(medium, sender, now)
      return
    }
    if (!isRtp(packet)) return
    const isFirst = line.reception?.ssrc === undefined
    line.reception?.take(packet, now)
    if (isFirst && medium === 'video') {
      this.limit()
      this.keyRequestedAt = 0
      this.requestKey()
    }
    if (line.isMuted) return
    // After a break a receiver cannot decode a picture that depends on earlier pictures.
    if (medium === 'video' && line.continuity.isBroken && !beginsKeyFrame(packet)) {
      this.requestKey()
      return
    }
    const plain = withoutExtensions(packet)
    if (!line.continuity.rewrite(plain, now)) return
    this.forward(line, plain)
    if (this.muxer.hasSinks) this.muxer.push(medium, plain, now)
  }

  private forward(line: Line, packet: Buffer): void {
    line.kept[sequenceOf(packet) % resendPackets] = packet
    line.packets += 1
    line.bytes += packet.length
    for (const track of line.receivers) send(track, packet)
  }

  /**
   * The sender's report about its clock goes to all receivers, converted to their timestamps, so that sound and picture
   * stay together.
   */
  private receivedTime(medium: Medium, time: SenderTime, now: number): void {
    const line = this.lines[medium]
    line.reception?.takeSenderTime(time, now)
    if (line.isMuted || line.continuity.isBroken) return
    const shifted = { ...time, timestamp: (time.timestamp + line.continuity.timestampShift) >>> 0 }
    this.muxer.align(medium, shifted, now)
    const report = senderReport(line.ssrc, { ...shifted, packets: line.packets, bytes: line.bytes })
    for (const track of line.receivers) send(track, report)
  }
}

const peerTracks = new WeakMap<Peer, readonly { medium: Medium; track: Track; reception: Reception }[]>()

/** An m-line of the offer. */
export function mediaLine(medium: Medium, mid: string, direction: 'RecvOnly' | 'SendOnly') {
  if (medium === 'audio') {
    const audio = new nodeDatachannel.Audio(mid, direction)
    audio.addOpusCodec(opusPayloadType, 'minptime=10;useinbandfec=1;maxaveragebitrate=64000;stereo=1')
    return audio
  }
  const video = new nodeDatachannel.Video(mid, direction)
  video.addVP8Codec(vp8PayloadType)
  return video
}
