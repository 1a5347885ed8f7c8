/** The settings of live sessions: the media engine, and how browsers reach it. */
import path from 'node:path'
import type { Reader } from './config-reader.ts'

export type JanusConfig = {
  /** Its WebSocket interface, which only our server reaches. */
  url: string
  apiSecret: string
  adminKey: string
  /** The folder of its recordings, as a path of this server. */
  recordings: string
}

export type LiveKitConfig = { url: string; apiKey: string; apiSecret: string }

export type BigBlueButtonConfig = {
  url: string
  secret: string
  /** The algorithm of signatures. Servers before 2.4 support sha1 only. */
  checksum: 'sha1' | 'sha256' | 'sha384' | 'sha512'
}

/** A relay for networks that let no UDP through: coturn with `use-auth-secret`. */
export type TurnConfig = { urls: string[]; secret: string }

export type LiveConfig = {
  /** What carries the media of the built-in rooms. */
  engine: 'embedded' | 'janus' | 'livekit'
  embedded: {
    /** The address that the engine binds its UDP port to. */
    bind: string
    /** One port for all rooms and people; 0: any that is free. */
    port: number
    /** The address by which server processes of other machines drive the engine; loopback where there are none. */
    control: string
    /** The public address for browsers, if the machine is behind NAT. */
    announced: string | null
  }
  /** Recordings that are under way. */
  recordings: string
  janus: JanusConfig | null
  liveKit: LiveKitConfig | null
  bigBlueButton: BigBlueButtonConfig | null
  turn: TurnConfig | null
}

export function readLive(read: Reader, dataDirectory: string): LiveConfig {
  const engine = read.choice('LIVE_ENGINE', ['embedded', 'janus', 'livekit'], 'embedded')
  const janus = readJanus(read)
  const liveKit = readLiveKit(read)
  if (engine === 'janus') read.require(['JANUS_URL'], 'LIVE_ENGINE=janus')
  if (engine === 'livekit') read.require(['LIVEKIT_URL'], 'LIVE_ENGINE=livekit')
  return {
    engine,
    embedded: {
      bind: read.address('LIVE_BIND', '0.0.0.0'),
      control: read.address('LIVE_CONTROL_ADDRESS', '127.0.0.1'),
      port: read.integer('LIVE_UDP_PORT', { lowest: 0, highest: 65535, otherwise: 0 }),
      announced: read.text('LIVE_ANNOUNCED_ADDRESS') === undefined ? null : read.address('LIVE_ANNOUNCED_ADDRESS', ''),
    },
    recordings: path.join(dataDirectory, 'recordings'),
    janus,
    liveKit,
    bigBlueButton: readBigBlueButton(read),
    turn: readTurn(read),
  }
}

/** The settings of a group. If one is set, all of `required` must be set. */
function isGiven(read: Reader, required: readonly string[], more: readonly string[] = []): boolean {
  const given = [...required, ...more].filter((name) => read.text(name) !== undefined)
  if (given.length === 0) return false
  read.require(required, given.join(', '))
  return true
}

function readJanus(read: Reader): JanusConfig | null {
  if (!isGiven(read, ['JANUS_URL', 'JANUS_API_SECRET', 'JANUS_ADMIN_KEY', 'JANUS_RECORDINGS'])) return null
  return {
    url: read.url('JANUS_URL', ['ws:', 'wss:']) ?? '',
    apiSecret: read.text('JANUS_API_SECRET') ?? '',
    adminKey: read.text('JANUS_ADMIN_KEY') ?? '',
    recordings: read.text('JANUS_RECORDINGS') ?? '',
  }
}

function readLiveKit(read: Reader): LiveKitConfig | null {
  if (!isGiven(read, ['LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET'])) return null
  return {
    url: read.url('LIVEKIT_URL', ['ws:', 'wss:', 'http:', 'https:']) ?? '',
    apiKey: read.text('LIVEKIT_API_KEY') ?? '',
    apiSecret: read.text('LIVEKIT_API_SECRET') ?? '',
  }
}

function readBigBlueButton(read: Reader): BigBlueButtonConfig | null {
  if (!isGiven(read, ['BIGBLUEBUTTON_URL', 'BIGBLUEBUTTON_SECRET'], ['BIGBLUEBUTTON_CHECKSUM'])) return null
  return {
    url: read.url('BIGBLUEBUTTON_URL', ['https:', 'http:']) ?? '',
    secret: read.text('BIGBLUEBUTTON_SECRET') ?? '',
    checksum: read.choice('BIGBLUEBUTTON_CHECKSUM', ['sha1', 'sha256', 'sha384', 'sha512'], 'sha256'),
  }
}

function readTurn(read: Reader): TurnConfig | null {
  if (!isGiven(read, ['TURN_URLS', 'TURN_SECRET'])) return null
  const urls = (read.text('TURN_URLS') ?? '').split(',').map((url) => url.trim())
  if (!urls.every((url) => /^turns?:[^\s,]+$/.test(url)))
    read.refuse('TURN_URLS', 'addresses such as turn:turn.example.com:3478?transport=udp, separated by commas')
  return { urls, secret: read.text('TURN_SECRET') ?? '' }
}
