/** Peers that send a test picture with a tone, or count what arrives. Neither encodes or decodes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import * as datachannel from 'node-datachannel'
import { Audio, type PeerConnection, type Track, Video } from 'node-datachannel'
import type { FeedId, FeedSource, LiveEngine, PeerOffer } from '#modules/live/engines/server/engine.ts'

const opus = 111
const vp8 = 96

type Sink = (medium: 'audio' | 'video', packet: Buffer) => void

/** A picture and a tone as RTP, made once by ffmpeg for all who send it. */
export class TestPicture {
  readonly sinks = new Set<Sink>()
  private readonly sockets: Socket[] = []
  private program: ChildProcess | undefined

  async start(picture = { size: '320x180', kbps: 300 }): Promise<void> {
    const ports: number[] = []
    for (const medium of ['audio', 'video'] as const) {
      const socket = createSocket('udp4')
      socket.on('message', (packet) => {
        for (const sink of this.sinks) sink(medium, packet)
      })
      socket.bind(0, '127.0.0.1')
      await once(socket, 'listening')
      this.sockets.push(socket)
      ports.push(socket.address().port)
    }
    const to = (index: number) => `rtp://127.0.0.1:${ports[index]}?pkt_size=1100`
    this.program = spawn(
      'ffmpeg',
      ['-loglevel', 'error', '-re', '-f', 'lavfi', '-i', 'sine=frequency=440']
        .concat(['-re', '-f', 'lavfi', '-i', `testsrc2=s=${picture.size}:r=25`])
        .concat(['-map', '0:a', '-c:a', 'libopus', '-ac', '2', '-payload_type', String(opus), '-f', 'rtp', to(0)])
        .concat([
          '-map',
          '1:v',
          '-c:v',
          'libvpx',
          '-deadline',
          'realtime',
          '-cpu-used',
          '8',
          '-g',
          '25',
          '-b:v',
          '300k',
        ])
        .concat(['-payload_type', String(vp8), '-f', 'rtp', to(1)]),
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
    await new Promise<void>((resolve) => {
      const seen: Sink = (medium) => {
        if (medium !== 'video') return
        this.sinks.delete(seen)
        resolve()
      }
      this.sinks.add(seen)
    })
  }

  stop(): void {
    this.program?.kill('SIGKILL')
    for (const socket of this.sockets) socket.close()
  }
}

async function gathered(peer: PeerConnection): Promise<string> {
  if (peer.gatheringState() !== 'complete')
    await new Promise<void>((resolve) =>
      peer.onGatheringStateChange((state) => {
        if (state === 'complete') resolve()
      }),
    )
  return peer.localDescription()?.sdp ?? ''
}

function connected(peer: PeerConnection): Promise<void> {
  const up = new Promise<void>((resolve, reject) =>
    peer.onStateChange((state) => {
      if (state === 'connected') resolve()
      else if (state === 'failed' || state === 'closed') reject(new Error(`the peer is ${state}`))
    }),
  )
  // Not everybody waits for it.
  up.catch(() => {})
  return up
}

/** Until the file ends: a peer must not be collected while its library's threads still call it. */
const kept: unknown[] = []
const peers = new Set<PeerConnection>()

function newPeer(bindAddress: string): PeerConnection {
  const peer = new datachannel.PeerConnection('bot', {
    iceServers: [],
    bindAddress,
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  })
  peers.add(peer)
  kept.push(peer)
  return peer
}

export function closeBots(): void {
  for (const peer of peers) peer.close()
  peers.clear()
}

export interface Publisher {
  readonly peerId: string
  readonly connected: Promise<void>
  close(): void
}

function sendOn(track: Track, ssrc: number): (packet: Buffer) => void {
  kept.push(track)
  return (packet) => {
    if (!track.isOpen()) return
    const own = Buffer.from(packet)
    own.writeUInt32BE(ssrc, 8)
    track.sendMessageBinary(own)
  }
}

let nextSsrc = 7000

/** Sends the picture as a person's feed, to an engine that offers as well as to one that wants an offer. */
export async function publishBot(
  engine: LiveEngine,
  where: { readonly roomId: string; readonly bind: string; readonly picture: TestPicture },
  participantId: string,
  source: FeedSource = 'camera',
): Promise<Publisher> {
  const peer = newPeer(where.bind)
  const up = connected(peer)
  const send: Partial<Record<'audio' | 'video', (packet: Buffer) => void>> = {}
  const sink: Sink = (medium, packet) => send[medium]?.(packet)
  const close = () => {
    where.picture.sinks.delete(sink)
    peer.close()
  }
  try {
    const step = await engine.publish(where.roomId, { participantId, source })
    const peerId = 'offer' in step ? await answerOffer(engine, where.roomId, peer, step, send) : undefined
    const own = peerId ?? (await bringOffer(engine, where.roomId, peer, { participantId, source }, send))
    where.picture.sinks.add(sink)
    return { peerId: own, connected: up, close }
  } catch (error) {
    close()
    throw error
  }
}

type Sends = Partial<Record<'audio' | 'video', (packet: Buffer) => void>>

/** One line of each medium, by the names that the lines have. */
function addTracks(peer: PeerConnection, [audioName, videoName]: readonly [string, string], send: Sends): void {
  const ssrc = { audio: nextSsrc++, video: nextSsrc++ }
  const audio = new Audio(audioName, 'SendOnly')
  audio.addOpusCodec(opus)
  audio.addSSRC(ssrc.audio, 'bot', 'bot', 'audio')
  const video = new Video(videoName, 'SendOnly')
  video.addVP8Codec(vp8)
  video.addSSRC(ssrc.video, 'bot', 'bot', 'video')
  send.audio = sendOn(peer.addTrack(audio), ssrc.audio)
  send.video = sendOn(peer.addTrack(video), ssrc.video)
}

async function bringOffer(
  engine: LiveEngine,
  roomId: string,
  peer: PeerConnection,
  request: { readonly participantId: string; readonly source: FeedSource },
  send: Sends,
): Promise<string> {
  addTracks(peer, ['0', '1'], send)
  peer.setLocalDescription('offer')
  const step = await engine.publish(roomId, { ...request, offer: await gathered(peer) })
  if (!('answer' in step)) throw new Error('no answer')
  peer.setRemoteDescription(step.answer, 'answer')
  return step.peerId
}

/** Learns the engine's addresses only when the engine has the answer, so that no handshake overtakes it. */
async function answerLast(peer: PeerConnection, offer: string, send: (sdp: string) => Promise<void>): Promise<void> {
  const candidates = offer.match(/^a=candidate:.*$/gm) ?? []
  peer.setRemoteDescription(offer.replaceAll(/^a=candidate:.*\r?\n/gm, ''), 'offer')
  peer.setLocalDescription('answer')
  await send(await gathered(peer))
  const mid = /^a=mid:(\S+)/m.exec(offer)?.[1] ?? '0'
  for (const candidate of new Set(candidates)) peer.addRemoteCandidate(candidate, mid)
}

async function answerOffer(
  engine: LiveEngine,
  roomId: string,
  peer: PeerConnection,
  { peerId, offer }: PeerOffer,
  send: Sends,
): Promise<string> {
  addTracks(peer, ['audio', 'video'], send)
  await answerLast(peer, offer, (sdp) => engine.answer(roomId, peerId, sdp))
  return peerId
}

export interface Subscriber {
  readonly peerId: string
  readonly connected: Promise<void>
  /** Packets by m-line, in the order of the feeds: audio and video of each. */
  readonly packets: number[]
  close(): void
}

export async function subscribeBot(
  engine: LiveEngine,
  where: { readonly roomId: string; readonly bind: string },
  participantId: string,
  feeds: readonly FeedId[],
): Promise<Subscriber> {
  const peer = newPeer(where.bind)
  const packets: number[] = []
  const tracks: Track[] = []
  peer.onTrack((track) => {
    const line = tracks.push(track) - 1
    kept.push(track)
    packets[line] = 0
    track.onMessage((packet) => {
      const type = (packet[1] ?? 0) & 0x7f
      if (type < 64 || type > 95) packets[line] = (packets[line] ?? 0) + 1
    })
  })
  const up = connected(peer)
  const { peerId, offer } = await engine.subscribe(where.roomId, { participantId, feeds })
  await answerLast(peer, offer, (sdp) => engine.answer(where.roomId, peerId, sdp))
  return { peerId, connected: up, packets, close: () => peer.close() }
}
