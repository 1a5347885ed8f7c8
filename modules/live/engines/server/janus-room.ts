/**
 * How Janus represents a room: its names, its secrets, the requests to the plug-in, and the plug-in's messages. This
 * file does no network calls.
 */
import { createHmac } from 'node:crypto'
import type { JanusConfig } from '#server/config-live.ts'
import type { Feed, FeedId, FeedSource, RoomOptions } from './engine.ts'
import { isMessage, type Message } from './janus-control.ts'

export const janusCode = {
  noSuchRoom: 426,
  roomExists: 427,
  noSuchFeed: 428,
  publishersFull: 432,
  unauthorized: 433,
  idExists: 436,
  noSuchHandle: 459,
  noSuchSession: 458,
} as const

/** The description is invalid or does not fit. The plug-in or Janus itself refuses it. */
export const badDescription: readonly number[] = [431, 437, 464, 465, 466, 467]

export interface RoomSecrets {
  /** Permits administration of the room. */
  readonly secret: string
  /** Permits joining the room. */
  readonly pin: string
}

/** Every room has its own secrets, and every server process can compute them. */
export function roomSecrets({ adminKey }: Pick<JanusConfig, 'adminKey'>, roomId: string): RoomSecrets {
  const derive = (what: string) => createHmac('sha256', adminKey).update(`${what}:${roomId}`).digest('base64url')
  return { secret: derive('secret'), pin: derive('pin') }
}

/** A participant that sends nothing and receives the events of the room: each server process has one. */
const observerMark = '~'
export const observerId = (process: string): string => `${observerMark}${process}`

export const feedIdOf = (participantId: string, source: FeedSource): FeedId => `${participantId}:${source}`

/** The sender of a feed; undefined if the id is no feed id. */
function ownerOf(feedId: string): { participantId: string; source: FeedSource } | undefined {
  const [, participantId, source] = /^([^~].*):(camera|screen)$/.exec(feedId) ?? []
  return participantId === undefined ? undefined : { participantId, source: source as FeedSource }
}

export function createRequest(
  config: Pick<JanusConfig, 'adminKey' | 'recordings'>,
  roomId: string,
  options: RoomOptions,
): Message {
  return {
    request: 'create',
    admin_key: config.adminKey,
    room: roomId,
    ...roomSecrets(config, roomId),
    is_private: true,
    // Camera and screen are two publishers of one person. People are counted when they join.
    publishers: options.publishersMax * 2,
    bitrate: options.videoKbps * 1000,
    bitrate_cap: true,
    audiocodec: 'opus',
    videocodec: 'vp8',
    opus_fec: true,
    // A player can start a recording every ten seconds.
    fir_freq: 10,
    // Tells a new participant who else is there, sending or about to send.
    notify_joining: true,
    record: options.record,
    // Only our server switches recordings, and chooses their place.
    lock_record: true,
    rec_dir: recordingFolder(config, roomId),
  }
}

/** A room's folder. The id comes from our own database; other characters than these never become a path. */
export function recordingFolder({ recordings }: Pick<JanusConfig, 'recordings'>, roomId: string): string {
  if (!/^[\w-]+$/.test(roomId)) throw new Error(`no room id: ${roomId}`)
  return `${recordings.replace(/\/+$/, '')}/${roomId}`
}

/** A feed as Janus knows it. Muting names its m-lines by their `mid`. */
export interface JanusFeed {
  readonly feed: Feed
  readonly mids: Readonly<Record<'audio' | 'video', readonly string[]>>
}

/** A feed from one entry of `publishers`; undefined for a participant without a feed of ours. */
function readPublisher(entry: unknown): JanusFeed | undefined {
  if (!isMessage(entry) || typeof entry.id !== 'string') return undefined
  const owner = ownerOf(entry.id)
  if (!owner || !Array.isArray(entry.streams)) return undefined
  const streams = entry.streams.filter((stream): stream is Message => isMessage(stream) && stream.disabled !== true)
  const ofType = (type: string) => streams.filter((stream) => stream.type === type && typeof stream.mid === 'string')
  const [audio, video] = [ofType('audio'), ofType('video')]
  const isMuted = (of: readonly Message[]) => of.length > 0 && of.every((stream) => stream.moderated === true)
  return {
    feed: {
      id: entry.id,
      ...owner,
      audio: audio.length > 0,
      video: video.length > 0,
      audioMuted: isMuted(audio),
      videoMuted: isMuted(video),
    },
    mids: { audio: audio.map(({ mid }) => String(mid)), video: video.map(({ mid }) => String(mid)) },
  }
}

export const readPublishers = (data: Message): JanusFeed[] =>
  (Array.isArray(data.publishers) ? data.publishers : []).flatMap((entry) => readPublisher(entry) ?? [])

/** The same feed after the plug-in has muted or unmuted one of its m-lines. */
export function withMuted(known: JanusFeed, mid: string, muted: boolean): JanusFeed {
  const medium = known.mids.audio.includes(mid)
    ? 'audioMuted'
    : known.mids.video.includes(mid)
      ? 'videoMuted'
      : undefined
  return medium === undefined ? known : { ...known, feed: { ...known.feed, [medium]: muted } }
}

/**
 * The people who joined earlier, from the answer to a join. The plug-in builds it under the room's lock, so all
 * participants have one order, whichever process asks. A person who finds the stage full is not in it.
 */
export function participantsBefore(joined: Message): Set<string> {
  const entries = [joined.publishers, joined.attendees].flatMap((list) => (Array.isArray(list) ? list : []))
  const ids = entries.flatMap((entry) => (isMessage(entry) && typeof entry.id === 'string' ? [entry.id] : []))
  return new Set(ids.flatMap((id) => ownerOf(id)?.participantId ?? []))
}
