/**
 * A browser's side of a room's audio and video: plain RTCPeerConnections that answer the engine's offers, or make an
 * offer if the engine asks for one. The caller transports the descriptions (`Signalling`).
 */

export type Source = 'camera' | 'screen'

type Offered = { readonly peerId: string; readonly offer: string }

/** The part of the room's socket that media need. Each function rejects if the room refuses. */
export interface Signalling {
  publish(
    source: Source,
    offer?: string,
  ): Promise<Offered | { readonly needs: 'offer' } | { readonly peerId: string; readonly answer: string }>
  subscribe(feeds: readonly string[]): Promise<Offered>
  answer(peerId: string, sdp: string): Promise<void>
  closePeer(peerId: string): Promise<void>
}

export type PeerState = 'connecting' | 'connected' | 'lost' | 'closed'

interface PeerOptions {
  readonly iceServers?: readonly RTCIceServer[]
  /** Called at each change. `lost`: start again with a new peer; an old one never comes back. */
  readonly onState?: (state: PeerState) => void
}

export interface PublishOptions extends PeerOptions {
  readonly source: Source
  /** null: not now; `replace` supplies it later. */
  readonly audio: MediaStreamTrack | null
  readonly video: MediaStreamTrack | null
  readonly videoKbps?: number
}

export interface Publication {
  readonly peerId: string
  /** Another device, or none: camera or microphone off. No new negotiation. */
  replace(kind: 'audio' | 'video', track: MediaStreamTrack | null): Promise<void>
  stats(): Promise<PeerStats>
  close(): void
}

export interface Subscription {
  readonly peerId: string
  stats(): Promise<PeerStats>
  close(): void
}

/** The traffic of a peer so far; audio and video of all its feeds together. */
export interface PeerStats {
  /** Milliseconds to the engine and back; null before the first measurement. */
  readonly roundTripMs: number | null
  readonly bytes: number
  readonly packets: number
  readonly packetsLost: number
  /** Encoded by a publisher, decoded by a subscriber. */
  readonly frames: number
  readonly framesPerSecond: number
  readonly width: number
  readonly height: number
  /** 0…1, how loud the audio is now. */
  readonly audioLevel: number
}

/** How long an answer waits for addresses, if the engine does not learn them from the first packet. */
const gatherMs = 1000

function watch(connection: RTCPeerConnection, onState: PeerOptions['onState']): void {
  connection.addEventListener('connectionstatechange', () => {
    const state = connection.connectionState
    if (state === 'connecting' || state === 'connected') onState?.(state)
    else if (state === 'failed' || state === 'disconnected') onState?.('lost')
  })
}

function gathered(connection: RTCPeerConnection): Promise<void> {
  if (connection.iceGatheringState === 'complete') return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, gatherMs)
    connection.addEventListener('icegatheringstatechange', () => {
      if (connection.iceGatheringState !== 'complete') return
      clearTimeout(timer)
      resolve()
    })
  })
}

const localSdp = (connection: RTCPeerConnection): string => connection.localDescription?.sdp ?? ''

/** Our own engine learns a browser's address from its first packet; other engines need it in the description. */
async function answerTo(connection: RTCPeerConnection, offer: string): Promise<string> {
  await connection.setLocalDescription()
  if (/^a=ice-lite/m.test(offer)) await gathered(connection)
  return localSdp(connection)
}

async function limitVideo(connection: RTCPeerConnection, source: Source, kbps: number): Promise<void> {
  for (const sender of connection.getSenders()) {
    if (sender !== videoSender(connection)) continue
    const parameters = sender.getParameters()
    const [encoding] = parameters.encodings
    if (!encoding) continue
    encoding.maxBitrate = kbps * 1000
    parameters.degradationPreference = source === 'screen' ? 'maintain-resolution' : 'balanced'
    await sender.setParameters(parameters)
  }
}

function senderOf(connection: RTCPeerConnection, kind: string): RTCRtpSender | undefined {
  return connection.getTransceivers().find((transceiver) => transceiver.receiver.track.kind === kind)?.sender
}

const videoSender = (connection: RTCPeerConnection) => senderOf(connection, 'video')

/** Puts the tracks into the m-lines that the engine offers; a room without video offers none. */
async function sendTracks(connection: RTCPeerConnection, options: PublishOptions): Promise<void> {
  for (const transceiver of connection.getTransceivers()) {
    const kind = transceiver.receiver.track.kind === 'audio' ? 'audio' : 'video'
    transceiver.direction = 'sendonly'
    await transceiver.sender.replaceTrack(options[kind])
  }
}

/** Sends camera and microphone, or a screen with its sound. Resolves when the engine has the answer. */
export async function publishTo(signalling: Signalling, options: PublishOptions): Promise<Publication> {
  const { source, video, videoKbps = source === 'screen' ? 1500 : 800 } = options
  if (video && video.contentHint === '' && source === 'screen') video.contentHint = 'detail'
  const connection = new RTCPeerConnection({ iceServers: [...(options.iceServers ?? [])] })
  let peerId: string | undefined
  const close = () => {
    connection.close()
    if (peerId !== undefined) void signalling.closePeer(peerId).catch(() => {})
  }
  try {
    watch(connection, options.onState)
    const step = await signalling.publish(source)
    if ('offer' in step) {
      peerId = step.peerId
      await connection.setRemoteDescription({ type: 'offer', sdp: step.offer })
      await sendTracks(connection, options)
      const sdp = await answerTo(connection, step.offer)
      await limitVideo(connection, source, videoKbps)
      await signalling.answer(step.peerId, sdp)
    } else {
      for (const kind of ['audio', 'video'] as const) connection.addTransceiver(kind, { direction: 'sendonly' })
      await sendTracks(connection, options)
      await connection.setLocalDescription()
      await limitVideo(connection, source, videoKbps)
      await gathered(connection)
      const answered = await signalling.publish(source, localSdp(connection))
      if (!('answer' in answered)) throw new Error('the engine brought no answer')
      peerId = answered.peerId
      await connection.setRemoteDescription({ type: 'answer', sdp: answered.answer })
    }
  } catch (error) {
    close()
    throw error
  }
  return {
    peerId,
    async replace(kind, track) {
      if (kind === 'video' && track && track.contentHint === '' && source === 'screen') track.contentHint = 'detail'
      await senderOf(connection, kind)?.replaceTrack(track)
    },
    stats: () => peerStats(connection),
    close,
  }
}

export interface SubscribeOptions extends PeerOptions {
  readonly feeds: readonly string[]
  /** Called for each track that arrives, with the feed that it belongs to. */
  readonly onTrack: (feed: string, track: MediaStreamTrack) => void
}

/** Receives feeds by one peer. A further feed needs a further peer. Resolves when the engine has the answer. */
export async function subscribeTo(signalling: Signalling, options: SubscribeOptions): Promise<Subscription> {
  const connection = new RTCPeerConnection({ iceServers: [...(options.iceServers ?? [])] })
  watch(connection, options.onState)
  const seen = { audio: 0, video: 0 }
  connection.addEventListener('track', ({ track }) => {
    // The m-lines come in the order of the feeds, one audio and one video of each.
    const kind = track.kind === 'audio' ? 'audio' : 'video'
    const feed = options.feeds[seen[kind]]
    seen[kind] += 1
    if (feed !== undefined) options.onTrack(feed, track)
  })
  let peerId: string | undefined
  const close = () => {
    connection.close()
    if (peerId !== undefined) void signalling.closePeer(peerId).catch(() => {})
  }
  try {
    const step = await signalling.subscribe(options.feeds)
    peerId = step.peerId
    await connection.setRemoteDescription({ type: 'offer', sdp: step.offer })
    await signalling.answer(step.peerId, await answerTo(connection, step.offer))
  } catch (error) {
    close()
    throw error
  }
  return { peerId, stats: () => peerStats(connection), close }
}

type Report = Readonly<Record<string, number | string | boolean | undefined>>

async function peerStats(connection: RTCPeerConnection): Promise<PeerStats> {
  const all: Report[] = []
  for (const report of (await connection.getStats()).values()) all.push(report as Report)
  const streams = all.filter(({ type }) => type === 'inbound-rtp' || type === 'outbound-rtp')
  const lossReports = all.filter(({ type }) => type === 'inbound-rtp' || type === 'remote-inbound-rtp')
  const sum = (reports: readonly Report[], ...names: string[]) =>
    reports.reduce((total, report) => total + names.reduce((value, name) => value + Number(report[name] ?? 0), 0), 0)
  const largest = (reports: readonly Report[], name: string) =>
    Math.max(0, ...reports.map((report) => Number(report[name] ?? 0)))
  const pair = all.find((one) => one.type === 'candidate-pair' && one.nominated === true && one.state === 'succeeded')
  const roundTrip = pair?.currentRoundTripTime
  return {
    roundTripMs: typeof roundTrip === 'number' ? Math.round(roundTrip * 1000) : null,
    bytes: sum(streams, 'bytesReceived', 'bytesSent'),
    packets: sum(streams, 'packetsReceived', 'packetsSent'),
    packetsLost: sum(lossReports, 'packetsLost'),
    frames: sum(streams, 'framesDecoded', 'framesEncoded'),
    framesPerSecond: largest(streams, 'framesPerSecond'),
    width: largest(streams, 'frameWidth'),
    height: largest(streams, 'frameHeight'),
    audioLevel: largest(
      all.filter(({ type, kind }) => kind === 'audio' && (type === 'inbound-rtp' || type === 'media-source')),
      'audioLevel',
    ),
  }
}
