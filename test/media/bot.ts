/** People without a browser: peers that publish pictures and sound, or receive and count them, and decode nothing. */
import nodeDatachannel, { type PeerConnection, type Track } from 'node-datachannel'
import { Reception } from '#modules/live/engines/server/engine/reception.ts'
import { pictureLoss, readRtcp, senderReport } from '#modules/live/engines/server/engine/rtcp.ts'
import {
  beginsKeyFrame,
  hasMarker,
  isRtcp,
  isRtp,
  sequenceDistance,
  sequenceOf,
} from '#modules/live/engines/server/engine/rtp.ts'

const pictureMs = 40
const soundMs = 20
const keptPackets = 1024

function connect(): PeerConnection {
  return new nodeDatachannel.PeerConnection('bot', {
    iceServers: [],
    bindAddress: '127.0.0.1',
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  })
}

async function answerOf(connection: PeerConnection): Promise<string> {
  await new Promise<void>((resolve) => {
    const look = () => {
      if (connection.gatheringState() === 'complete') resolve()
    }
    connection.onGatheringStateChange(look)
    connection.setLocalDescription('answer')
    look()
  })
  return connection.localDescription()?.sdp ?? ''
}

function connected(connection: PeerConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the bot did not connect')), 25_000)
    const look = (state: string) => {
      if (state === 'failed' || state === 'closed') reject(new Error(`the bot's connection is ${state}`))
      else if (state !== 'connected') return
      clearTimeout(late)
      resolve()
    }
    connection.onStateChange(look)
    look(connection.state())
  })
}

/** `send` answers false, or throws, where the other side has closed in this moment. */
function send(track: Track, packet: Buffer): void {
  try {
    if (track.isOpen()) track.sendMessageBinary(packet)
  } catch {
    // The track was closed.
  }
}

export interface PublisherOptions {
  readonly hasVideo?: boolean
  /** Bytes of a picture, in packets of at most a thousand. */
  readonly pictureBytes?: number
}

/** Sends 25 pictures and 50 pieces of sound a second. */
export class PublisherBot {
  readonly connection = connect()
  readonly counts = { pictures: 0, keys: 0, keyRequests: 0, resent: 0, packets: 0 }
  isPictureOn = true
  isSoundOn = true
  private readonly options: PublisherOptions
  private readonly tracks: Partial<Record<'audio' | 'video', Track>> = {}
  private readonly kept: Buffer[] = []
  private readonly timers: NodeJS.Timeout[] = []
  private readonly ssrcs = { audio: 0x1000 + Math.floor(Math.random() * 0xffff), video: 0x2_0000 }
  private readonly sequences = { audio: Math.floor(Math.random() * 0xffff), video: 65_000 }
  private readonly times = { audio: 4_294_960_000, video: Math.floor(Math.random() * 0xffff_ffff) }
  private wantsKey = true

  constructor(options: PublisherOptions = {}) {
    this.options = options
  }

  async answer(offer: string): Promise<string> {
    for (const medium of /^m=video/m.test(offer) ? (['audio', 'video'] as const) : (['audio'] as const)) {
      const line = new nodeDatachannel[medium === 'audio' ? 'Audio' : 'Video'](medium, 'SendOnly')
      if (line instanceof nodeDatachannel.Audio) line.addOpusCodec(111)
      else line.addVP8Codec(96)
      line.addSSRC(this.ssrcs[medium], 'bot', 'bot', `bot-${medium}`)
      const track = this.connection.addTrack(line)
      track.onMessage((packet) => this.feedback(packet))
      this.tracks[medium] = track
    }
    this.connection.setRemoteDescription(offer, 'offer')
    return answerOf(this.connection)
  }

  async start(): Promise<void> {
    await connected(this.connection)
    this.timers.push(setInterval(() => this.sound(), soundMs))
    if (this.tracks.video && this.options.hasVideo !== false)
      this.timers.push(setInterval(() => this.picture(), pictureMs))
    this.timers.push(setInterval(() => this.tellTime(), 1000))
  }

  close(): void {
    for (const timer of this.timers) clearInterval(timer)
    this.connection.close()
  }

  private feedback(packet: Buffer): void {
    if (!isRtcp(packet)) return
    const { wantsKeyFrame, missing } = readRtcp(packet)
    if (wantsKeyFrame) {
      this.wantsKey = true
      this.counts.keyRequests += 1
    }
    for (const sequence of missing) {
      const found = this.kept[sequence % keptPackets]
      if (!found || sequenceOf(found) !== sequence || !this.tracks.video) continue
      this.counts.resent += 1
      send(this.tracks.video, found)
    }
  }

  private sound(): void {
    this.times.audio = (this.times.audio + 48 * soundMs) >>> 0
    // 20 ms of silence, as Opus says it.
    if (this.isSoundOn) this.packet('audio', Buffer.from([0xfc, 0xff, 0xfe]), true)
  }

  private picture(): void {
    this.times.video = (this.times.video + 90 * pictureMs) >>> 0
    if (!this.isPictureOn) return
    const isKey = this.wantsKey
    this.wantsKey = false
    this.counts.pictures += 1
    if (isKey) this.counts.keys += 1
    const frame = Buffer.alloc((this.options.pictureBytes ?? 1800) * (isKey ? 3 : 1), 0x55)
    frame[0] = isKey ? 0x10 : 0x11
    if (isKey) {
      frame.writeUIntBE(0x9d012a, 3, 3)
      frame.writeUInt16LE(640, 6)
      frame.writeUInt16LE(360, 8)
    }
    for (let at = 0; at < frame.length; at += 1000)
      this.packet(
        'video',
        Buffer.concat([Buffer.from([at === 0 ? 0x10 : 0]), frame.subarray(at, at + 1000)]),
        at + 1000 >= frame.length,
      )
  }

  private packet(medium: 'audio' | 'video', payload: Buffer, isLast: boolean): void {
    const track = this.tracks[medium]
    if (!track) return
    const header = Buffer.alloc(12)
    header[0] = 0x80
    header[1] = (medium === 'audio' ? 111 : 96) | (isLast && medium === 'video' ? 0x80 : 0)
    this.sequences[medium] = (this.sequences[medium] + 1) & 0xffff
    header.writeUInt16BE(this.sequences[medium], 2)
    header.writeUInt32BE(this.times[medium], 4)
    header.writeUInt32BE(this.ssrcs[medium], 8)
    const packet = Buffer.concat([header, payload])
    if (medium === 'video') this.kept[this.sequences.video % keptPackets] = packet
    this.counts.packets += 1
    send(track, packet)
  }

  private tellTime(): void {
    const now = Date.now()
    for (const medium of ['audio', 'video'] as const) {
      const track = this.tracks[medium]
      if (!track) continue
      const time = {
        ntpSeconds: Math.floor(now / 1000) + 2_208_988_800,
        ntpFraction: Math.floor(((now % 1000) / 1000) * 2 ** 32),
        timestamp: this.times[medium],
        packets: this.counts.packets,
        bytes: 0,
      }
      send(track, senderReport(this.ssrcs[medium], time))
    }
  }
}

interface Received {
  packets: number
  /** Whole pictures: from the first packet to the last without a gap, and built on what was whole. */
  pictures: number
  keys: number
}

/** Receives feeds. Asks again for what is lost, and for key frames, as a browser does. */
export class ViewerBot {
  readonly connection = connect()
  /** By the number of the feed in the offer. */
  readonly feeds: { readonly audio: Received; readonly video: Received }[] = []
  /** When the first packet came; undefined: none has. */
  firstAt: number | undefined
  private readonly timers: NodeJS.Timeout[] = []

  async answer(offer: string): Promise<string> {
    this.connection.onTrack((track) => this.take(track))
    this.connection.setRemoteDescription(offer, 'offer')
    return answerOf(this.connection)
  }

  connected(): Promise<void> {
    return connected(this.connection)
  }

  close(): void {
    for (const timer of this.timers) clearInterval(timer)
    this.connection.close()
  }

  private take(track: Track): void {
    const medium = track.type() === 'audio' ? 'audio' : 'video'
    const index = Number(/\d+$/.exec(track.mid())?.[0] ?? 0)
    const none = () => ({ packets: 0, pictures: 0, keys: 0 })
    this.feeds[index] ??= { audio: none(), video: none() }
    const received = this.feeds[index][medium]
    const reception = new Reception(9, medium === 'audio' ? 48_000 : 90_000)
    const pictures = new Pictures(received, () => {
      if (reception.ssrc !== undefined) send(track, pictureLoss(9, reception.ssrc))
    })
    track.onMessage((packet) => {
      if (!isRtp(packet)) return
      this.firstAt ??= performance.now()
      received.packets += 1
      reception.take(packet, Date.now())
      if (medium === 'video') pictures.push(packet)
    })
    this.timers.push(
      setInterval(() => {
        const asked = reception.acknowledgement(Date.now())
        if (asked) send(track, asked)
        pictures.tend()
      }, 20),
    )
  }
}

const patienceMs = 500

/** Counts whole pictures, in the order of their packets. */
class Pictures {
  private readonly received: Received
  private readonly wantKey: () => void
  private readonly buffered = new Map<number, Buffer>()
  private next: number | undefined
  private waitsSince = 0
  private needsKey = true
  private isWhole = false

  constructor(received: Received, wantKey: () => void) {
    this.received = received
    this.wantKey = wantKey
  }

  push(packet: Buffer): void {
    const sequence = sequenceOf(packet)
    this.next ??= sequence
    if (sequenceDistance(this.next, sequence) < 0) return
    this.buffered.set(sequence, packet)
    this.count()
  }

  tend(): void {
    if (this.buffered.size === 0 || this.next === undefined) this.waitsSince = Date.now()
    if (Date.now() - this.waitsSince < patienceMs || this.next === undefined) return
    this.next = (this.next + 1) & 0xffff
    this.isWhole = false
    this.needsKey = true
    this.wantKey()
    this.count()
  }

  private count(): void {
    for (;;) {
      const packet = this.next === undefined ? undefined : this.buffered.get(this.next)
      if (!packet || this.next === undefined) return
      this.buffered.delete(this.next)
      this.next = (this.next + 1) & 0xffff
      this.waitsSince = Date.now()
      this.one(packet)
    }
  }

  private one(packet: Buffer): void {
    const isStart = ((packet[12] ?? 0) & 0x10) !== 0
    if (isStart) this.isWhole = !this.needsKey || beginsKeyFrame(packet)
    if (isStart && beginsKeyFrame(packet)) {
      this.received.keys += 1
      this.needsKey = false
    }
    if (hasMarker(packet) && this.isWhole) this.received.pictures += 1
  }
}
