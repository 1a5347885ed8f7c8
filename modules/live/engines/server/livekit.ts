/**
 * LiveKit carries audio and video. Browsers speak to it with its own client and a token from here; rooms use its HTTP
 * interface. This process stores nothing: rooms, people and tracks come from LiveKit.
 */
import { AccessToken, type ParticipantInfo, RoomServiceClient, ServerError, WebhookReceiver } from 'livekit-server-sdk'
import type { LiveKitConfig } from '#server/config-live.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { publish as announce } from '#server/realtime/publish.ts'
import { type EngineEvent, EngineUnavailable, type Feed, type LiveEngine, StageFull } from './engine.ts'
import { feedsOf, mediumOf, readFeedId, sources, tracksOf } from './livekit-feeds.ts'
import type { RunningEngine } from './running-engine.ts'

export interface LiveKitEngine extends RunningEngine {
  readonly kind: 'livekit'
}

const timeoutSeconds = 5
/** Valid for entering, which follows at once; LiveKit renews it for people in the room. */
const tokenSeconds = 60
/** How long a room waits for its first person, and for a person who comes back. */
const emptySeconds = 3600
const pollMs = 3000
const topic = 'engines.livekit'

/** The address of its HTTP interface: the same host. */
const httpUrl = (url: string): string => url.replace(/^ws/, 'http')
const socketUrl = (url: string): string => url.replace(/^http/, 'ws')

const isNotFound = (error: unknown): boolean =>
  error instanceof ServerError && (error.code === 'not_found' || error.status === 404)

async function callApi<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isNotFound(error)) throw error
    const code = error instanceof ServerError ? ` ${error.status} ${error.code ?? ''}` : ''
    const reason = error instanceof Error ? error.message : String(error)
    throw new EngineUnavailable(`LiveKit:${code} ${reason}`, { cause: error })
  }
}

/** An object that is gone needs no removal. */
async function ignoreNotFound(work: Promise<unknown>): Promise<void> {
  try {
    await callApi(work)
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
}

/** A token lets a person into one room, and permits publishing only on the stage; never more. */
export async function liveKitToken(
  config: LiveKitConfig,
  roomId: string,
  participant: { readonly id: string; readonly name: string; readonly mayPublish: boolean },
): Promise<string> {
  const token = new AccessToken(config.apiKey, config.apiSecret, {
    identity: participant.id,
    name: participant.name,
    ttl: tokenSeconds,
  })
  token.addGrant({ room: roomId, roomJoin: true, ...rights(participant.mayPublish) })
  return await token.toJwt()
}

const rights = (mayPublish: boolean) => ({
  canPublish: mayPublish,
  ...(mayPublish ? { canPublishSources: [...sources.camera, ...sources.screen] } : {}),
  canSubscribe: true,
  canPublishData: false,
  canUpdateOwnMetadata: false,
})

interface Watched {
  readonly listeners: Set<(event: EngineEvent) => void>
  feeds: Map<string, Feed>
  isDown: boolean
  stop: () => void
}

export function createLiveKit(outside: Outside, _db: Connection): LiveKitEngine {
  const config = outside.config.live.liveKit
  if (!config) throw new EngineUnavailable('LiveKit is not set up')
  const rooms = new RoomServiceClient(httpUrl(config.url), config.apiKey, config.apiSecret, {
    requestTimeout: timeoutSeconds,
    failover: false,
  })
  const watched = new Map<string, Watched>()

  const people = async (roomId: string): Promise<ParticipantInfo[]> => {
    try {
      return await callApi(rooms.listParticipants(roomId))
    } catch (error) {
      if (isNotFound(error)) return []
      throw error
    }
  }
  /** The room itself carries the limit of publishers, for every process that lets people in. */
  const publishersMax = async (roomId: string): Promise<number> => {
    const [room] = await callApi(rooms.listRooms([roomId]))
    if (!room) throw new EngineUnavailable(`the room ${roomId} is not open`)
    return Number(/^\d+$/.exec(room.metadata)?.[0] ?? 0)
  }

  const look = async (roomId: string, room: Watched): Promise<void> => {
    const emit = (event: EngineEvent) => {
      for (const listener of [...room.listeners]) listener(event)
    }
    try {
      const now = new Map(feedsOf(await people(roomId)).map((feed) => [feed.id, feed]))
      if (room.isDown) emit({ name: 'back', roomId })
      room.isDown = false
      const before = room.feeds
      room.feeds = now
      for (const feed of before.values()) if (!now.has(feed.id)) emit({ name: 'unpublished', roomId, feed })
      for (const feed of now.values())
        if (JSON.stringify(before.get(feed.id)) !== JSON.stringify(feed)) emit({ name: 'published', roomId, feed })
    } catch {
      if (!room.isDown) emit({ name: 'down', roomId })
      room.isDown = true
    }
  }
  const watch = (roomId: string): Watched => {
    const room: Watched = { listeners: new Set(), feeds: new Map(), isDown: false, stop: () => {} }
    const lookNow = () => void look(roomId, room)
    const timer = setInterval(lookNow, pollMs)
    timer.unref()
    const unsubscribe = outside.realtime.subscribe(topic, (event) => {
      if (event === 'missed' || event.data.roomId === roomId) lookNow()
    })
    room.stop = () => {
      clearInterval(timer)
      unsubscribe()
    }
    watched.set(roomId, room)
    lookNow()
    return room
  }
  const rejectSignaling = () => Promise.reject(new EngineUnavailable('browsers speak to LiveKit themselves'))

  const engine: LiveEngine = {
    kind: 'livekit',
    signalling: 'vendor',
    async open(roomId, options) {
      const metadata = String(options.publishersMax)
      const times = { emptyTimeout: emptySeconds, departureTimeout: emptySeconds }
      await callApi(rooms.createRoom({ name: roomId, metadata, ...times }))
    },
    publish: rejectSignaling,
    subscribe: rejectSignaling,
    answer: rejectSignaling,
    closePeer: async () => {},
    async entry(roomId, participant) {
      const [there, max] = await Promise.all([people(roomId), publishersMax(roomId)])
      const others = feedsOf(there).filter(({ participantId }) => participantId !== participant.id)
      const onStage = new Set(others.map(({ participantId }) => participantId))
      if (participant.mayPublish && onStage.size >= max) throw new StageFull()
      // People in the room get or lose the right without entering again.
      if (there.some(({ identity }) => identity === participant.id))
        await ignoreNotFound(
          rooms.updateParticipant(roomId, participant.id, { permission: rights(participant.mayPublish) }),
        )
      return { url: socketUrl(config.url), token: await liveKitToken(config, roomId, participant) }
    },
    drop: (roomId, participantId) => ignoreNotFound(rooms.removeParticipant(roomId, participantId)),
    async mute(roomId, feedId, medium, muted) {
      const feed = readFeedId(feedId)
      const person = feed && (await people(roomId)).find(({ identity }) => identity === feed.participantId)
      if (!feed || !person) return
      const tracks = tracksOf(person, feed.source).filter((track) => mediumOf(track) === medium)
      for (const { sid } of tracks)
        await ignoreNotFound(rooms.mutePublishedTrack(roomId, feed.participantId, sid, muted))
    },
    async status(roomId) {
      const there = await people(roomId)
      const feeds = feedsOf(there)
      const publishing = new Set(feeds.map(({ participantId }) => participantId))
      return { feeds, receivers: there.filter(({ identity }) => !publishing.has(identity)).length, recording: false }
    },
    // LiveKit's own recording service (egress) writes to its configured place; the platform receives none of its files.
    recordings: async () => [],
    end: (roomId) => ignoreNotFound(rooms.deleteRoom(roomId)),
    async health() {
      try {
        const open = await callApi(rooms.listRooms())
        const peers = open.reduce((sum, room) => sum + room.numParticipants, 0)
        return { state: 'ok', detail: `LiveKit at ${config.url}`, rooms: open.length, peers, cpuPermille: null }
      } catch (error) {
        const detail = error instanceof Error ? error.message : String(error)
        return { state: 'down', detail, rooms: 0, peers: 0, cpuPermille: null }
      }
    },
    on(roomId, listener) {
      const room = watched.get(roomId) ?? watch(roomId)
      room.listeners.add(listener)
      return () => {
        room.listeners.delete(listener)
        if (room.listeners.size > 0) return
        room.stop()
        watched.delete(roomId)
      }
    },
  }
  return {
    ...engine,
    kind: 'livekit',
    async stop() {
      for (const room of watched.values()) room.stop()
      watched.clear()
    },
  }
}

/**
 * Takes an event of LiveKit's webhook. Every process that watches the room reads its state at once. Answers false if
 * the caller does not have our key, or the signature covers another body.
 */
export async function receiveLiveKitWebhook(
  outside: Outside,
  db: Connection,
  body: string,
  authorization: string | undefined,
): Promise<boolean> {
  const config = outside.config.live.liveKit
  if (!config) return false
  const receiver = new WebhookReceiver(config.apiKey, config.apiSecret)
  const event = await receiver.receive(body, authorization ?? '').catch(() => undefined)
  if (!event) return false
  if (event.room) await announce(db, { topic, name: event.event, data: { roomId: event.room.name } })
  return true
}
