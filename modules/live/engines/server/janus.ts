/**
 * Janus carries audio and video: this server alone drives its video-room plug-in. Browsers exchange descriptions over
 * the platform's own socket and never speak to Janus; its interface stays on loopback behind a secret. A room in Janus
 * has our room's id, a publisher has our feed's id. Several server processes may drive one room. The state of a room
 * comes from Janus; the options to open it again are in the database.
 */
import { randomUUID } from 'node:crypto'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { publish as announce } from '#server/realtime/publish.ts'
import {
  EngineRefused,
  EngineUnavailable,
  type FeedId,
  type LiveEngine,
  type RoomOptions,
  StageFull,
} from './engine.ts'
import { createControl, type Jsep, type Message, pluginData } from './janus-control.ts'
import { janusHealth } from './janus-health.ts'
import { listJanusRecordings, makeRecordingFolder, recordingBase } from './janus-recordings.ts'
import { isRefused, readPeerId, toEngineError } from './janus-refusals.ts'
import {
  createRequest,
  feedIdOf,
  janusCode,
  observerId,
  participantsBefore,
  recordingFolder,
  roomSecrets,
} from './janus-room.ts'
import { audienceElsewhere, forgetRoom, loadRoomOptions, reportAudience, saveRoom } from './janus-rooms.ts'
import { JanusRoomState, type JanusTuning, type Peer, Peers } from './janus-state.ts'
import type { RunningEngine } from './running-engine.ts'

export interface JanusEngine extends RunningEngine {
  readonly kind: 'janus'
}

const connectMs = 30_000
const heartbeatMs = 5000
const topic = 'engines.janus'
/** More than a viewer of one stage needs. */
const peersPerPersonMax = 32

export function createJanus(outside: Outside, db: Connection, tuning: JanusTuning = {}): JanusEngine {
  const config = outside.config.live.janus
  if (!config) throw new EngineUnavailable('Janus is not set up')
  const self = randomUUID()
  const rooms = new Map<string, JanusRoomState>()
  const peers = new Peers()
  let unsubscribe: (() => void) | undefined
  let heartbeat: NodeJS.Timeout | undefined

  const roomOf = (roomId: string): JanusRoomState => {
    const room = rooms.get(roomId) ?? new JanusRoomState(roomId)
    rooms.set(roomId, room)
    return room
  }
  const control = createControl({
    url: config.url,
    apiSecret: config.apiSecret,
    ...(tuning.patienceMs === undefined ? {} : { patienceMs: tuning.patienceMs }),
    ...(tuning.reconnectAfterMs === undefined ? {} : { reconnectAfterMs: tuning.reconnectAfterMs }),
    onEvent: (event) => handleEvent(event),
    onDown: () => {
      for (const room of rooms.values()) if (room.options) room.emit({ name: 'down', roomId: room.id })
    },
    onUp: ({ reclaimed }) => {
      if (!reclaimed) {
        peers.clear()
        for (const room of rooms.values()) room.forget()
      }
      for (const room of rooms.values()) void bringBack(room)
    },
  })

  /** Opens a room again that was open before the engine was lost, and emits the event. */
  const bringBack = async (room: JanusRoomState): Promise<void> => {
    try {
      const wasOpen = room.options !== undefined
      if (!wasOpen && room.listeners.size === 0) return
      await observe(room)
      if (wasOpen) room.emit({ name: 'back', roomId: room.id })
    } catch {
      // Lost again: the next connection opens it.
    }
  }

  const handleEvent = (event: Message) => {
    const peer = peers.ofHandle(event.sender)
    if (peer && event.janus === 'webrtcup') {
      peer.isUp = true
      clearTimeout(peer.timer)
    } else if (peer && (event.janus === 'hangup' || event.janus === 'detached')) lose(peer)
    const data = pluginData(event)
    if (!data) return
    for (const room of rooms.values())
      if (room.observerHandle === event.sender) {
        if (data.videoroom === 'destroyed') unlearn(room)
        else room.handleEvent(data)
      }
  }
  /** The connection to the browser was lost, or somebody removed the person. */
  const lose = (peer: Peer) => {
    const room = roomOf(peer.roomId)
    const isNothingLeft = peer.receives.length > 0 && !peer.receives.some((feedId) => room.feeds.has(feedId))
    if (!peers.take(peer)) return
    void detach(peer.handle)
    if (!isNothingLeft && room.options)
      room.emit({ name: 'peer-lost', roomId: room.id, peerId: peer.id, participantId: peer.participantId })
  }
  const detach = async (handle: number, session = control.session()): Promise<void> => {
    try {
      await control.request({ janus: 'detach', session_id: session, handle_id: handle })
    } catch {
      // The handle is gone already, or it ends with its session.
    }
  }
  const close = async (peer: Peer): Promise<void> => {
    if (peers.take(peer)) await detach(peer.handle)
  }

  /** The room is gone: its observer goes too. */
  const unlearn = (room: JanusRoomState) => {
    if (room.observerHandle !== undefined) void detach(room.observerHandle)
    room.forget()
  }

  const create = async (room: JanusRoomState): Promise<void> => {
    room.options ??= await loadRoomOptions(db, room.id)
    if (!room.options) throw new EngineUnavailable(`the room ${room.id} is not open`)
    if (room.options.record) await makeRecordingFolder(recordingFolder(config, room.id))
    const handle = await control.attach('rooms')
    try {
      await control.ask(handle, createRequest(config, room.id, room.options))
    } catch (error) {
      if (!isRefused(error, janusCode.roomExists)) throw error
    } finally {
      void detach(handle)
    }
  }
  const ensureOpen = async (room: JanusRoomState): Promise<void> => {
    const opening = room.opened ?? create(room)
    room.opened = opening
    try {
      await opening
    } catch (error) {
      if (room.opened === opening) room.opened = undefined
      throw toEngineError(error)
    }
  }
  /** Runs a request in an open room. Opens the room again if Janus has lost it. */
  const inRoom = async <T>(roomId: string, work: (room: JanusRoomState) => Promise<T>): Promise<T> => {
    const room = roomOf(roomId)
    begin()
    try {
      await ensureOpen(room)
      try {
        return await work(room)
      } catch (error) {
        if (!isRefused(error, janusCode.noSuchRoom)) throw error
        unlearn(room)
        await ensureOpen(room)
        return await work(room)
      }
    } catch (error) {
      throw toEngineError(error)
    }
  }

  const join = (handle: number, room: JanusRoomState, body: Message) =>
    control.ask(handle, { request: 'join', room: room.id, pin: roomSecrets(config, room.id).pin, ...body })
  /** The handle that receives the events of the room. It makes the feeds known. */
  const observe = (room: JanusRoomState): Promise<number> => {
    const watch = async () => {
      await ensureOpen(room)
      const handle = await control.attach('observer')
      room.observerHandle = handle
      const { data } = await join(handle, room, { ptype: 'publisher', id: observerId(self) })
      room.add(data)
      return handle
    }
    const watching =
      room.observer ??
      watch().catch((error: unknown) => {
        if (room.observerHandle !== undefined) void detach(room.observerHandle)
        room.observer = undefined
        room.observerHandle = undefined
        throw error
      })
    room.observer = watching
    return watching
  }

  const begin = () => {
    unsubscribe ??= outside.realtime.subscribe(topic, (event) => {
      if (event === 'missed' || event.name !== 'drop' || event.data.from === self) return
      const { roomId, participantId } = event.data
      for (const peer of peers.find((one) => one.roomId === roomId && one.participantId === participantId))
        void close(peer)
    })
    if (heartbeat) return
    let lastReport = ''
    heartbeat = setInterval(() => {
      for (const room of rooms.values())
        if (room.listeners.size > 0 && !room.observer) void observe(room).catch(() => {})
      const counts = peers.audience()
      for (const room of rooms.values()) if (room.options && !counts.has(room.id)) counts.set(room.id, 0)
      const report = `${Math.floor(outside.clock.now() / 30_000)} ${JSON.stringify([...counts])}`
      if (report === lastReport) return
      lastReport = report
      reportAudience(db, self, counts, outside.clock.now()).catch(() => {
        lastReport = ''
      })
    }, heartbeatMs)
    heartbeat.unref()
  }

  const addPeer = (
    of: Pick<Peer, 'handle' | 'roomId' | 'participantId' | 'feedId'>,
    receives: readonly FeedId[],
  ): Peer => {
    const timer = setTimeout(() => lose(peer), tuning.connectMs ?? connectMs)
    timer.unref()
    const peer: Peer = { ...of, receives, id: `${control.session()}-${of.handle}`, isUp: false, timer }
    peers.add(peer)
    return peer
  }
  /** Makes a peer by `work`, and leaves no failed peer behind. */
  const withHandle = async <T>(participantId: string, work: (handle: number) => Promise<T>): Promise<T> => {
    if (!/^[\w-]{1,64}$/.test(participantId)) throw new EngineRefused('bad-id')
    if (peers.find((peer) => peer.participantId === participantId).length >= peersPerPersonMax)
      throw new EngineRefused('too-many-peers')
    const handle = await control.attach(participantId)
    try {
      return await work(handle)
    } catch (error) {
      const peer = peers.ofHandle(handle)
      if (peer) await close(peer)
      else await detach(handle)
      throw error
    }
  }
  /** Joins the room's order of people. An earlier feed of this person under the same name is removed. */
  const joinAsFeed = async (handle: number, room: JanusRoomState, feedId: FeedId): Promise<Message> => {
    const ask = async () => (await join(handle, room, { ptype: 'publisher', id: feedId })).data
    try {
      return await ask()
    } catch (error) {
      if (!isRefused(error, janusCode.idExists)) throw error
      await kick(room, feedId)
      return await ask()
    }
  }
  const kick = async (room: JanusRoomState, feedId: FeedId): Promise<void> => {
    const { secret } = roomSecrets(config, room.id)
    try {
      await control.ask(await observe(room), { request: 'kick', room: room.id, secret, id: feedId })
    } catch (error) {
      if (!isRefused(error, janusCode.noSuchFeed, janusCode.noSuchRoom)) throw error
    }
  }

  const publishOffer = (room: JanusRoomState, participantId: string, feedId: FeedId, offer: string) =>
    withHandle(participantId, async (handle) => {
      const before = participantsBefore(await joinAsFeed(handle, room, feedId))
      before.delete(participantId)
      if (before.size >= (room.options?.publishersMax ?? 0)) throw new StageFull()
      const peer = addPeer({ handle, roomId: room.id, participantId, feedId }, [])
      const record = room.options?.record === true
      const { jsep } = await control.ask(
        handle,
        {
          request: 'configure',
          ...(record ? { record, filename: recordingBase(feedId, outside.clock.now()) } : {}),
          secret: roomSecrets(config, room.id).secret,
        },
        { jsep: { type: 'offer', sdp: offer } },
      )
      if (jsep?.type !== 'answer') throw new EngineUnavailable('Janus answered no description')
      return { peerId: peer.id, answer: jsep.sdp }
    })
  const subscribeTo = (room: JanusRoomState, participantId: string, feeds: readonly FeedId[]) =>
    withHandle(participantId, async (handle) => {
      const streams = feeds.map((feed) => ({ feed }))
      const { jsep } = await join(handle, room, { ptype: 'subscriber', streams, autoupdate: false })
      if (jsep?.type !== 'offer') throw new EngineUnavailable('Janus offered no description')
      const peer = addPeer({ handle, roomId: room.id, participantId, feedId: null }, feeds)
      return { peerId: peer.id, offer: jsep.sdp }
    })

  const engine: LiveEngine = {
    kind: 'janus',
    signalling: 'platform',
    async open(roomId, options: RoomOptions) {
      const room = roomOf(roomId)
      if (JSON.stringify(room.options) !== JSON.stringify(options)) await saveRoom(db, roomId, options)
      room.options = options
      await inRoom(roomId, async () => {
        if (room.listeners.size > 0) await observe(room)
      })
    },
    async publish(roomId, { participantId, source, offer }) {
      if (offer === undefined) return { needs: 'offer' }
      const feedId = feedIdOf(participantId, source)
      const mine = peers.find((peer) => peer.roomId === roomId && peer.feedId === feedId)
      await Promise.all(mine.map(close))
      return await inRoom(roomId, (room) => publishOffer(room, participantId, feedId, offer))
    },
    subscribe: (roomId, { participantId, feeds }) => inRoom(roomId, (room) => subscribeTo(room, participantId, feeds)),
    async answer(_roomId, peerId, sdp) {
      const { session, handle } = readPeerId(peerId) ?? {}
      if (session === undefined || handle === undefined) throw new EngineRefused('no-peer')
      const jsep: Jsep = { type: 'answer', sdp }
      await control.ask(handle, { request: 'start' }, { jsep, session }).catch((error: unknown) => {
        throw toEngineError(error)
      })
    },
    async closePeer(_roomId, peerId) {
      const id = readPeerId(peerId)
      const peer = id?.session === control.session() ? peers.ofHandle(id?.handle) : undefined
      if (peer) await close(peer)
      else if (id) await detach(id.handle, id.session)
    },
    async drop(roomId, participantId) {
      const mine = peers.find((peer) => peer.roomId === roomId && peer.participantId === participantId)
      await Promise.all(mine.map(close))
      await announce(db, { topic, name: 'drop', data: { roomId, participantId, from: self } })
      await inRoom(roomId, async (room) => {
        await kick(room, feedIdOf(participantId, 'camera'))
        await kick(room, feedIdOf(participantId, 'screen'))
      })
    },
    mute: (roomId, feedId, medium, muted) =>
      inRoom(roomId, async (room) => {
        const handle = await observe(room)
        const { secret } = roomSecrets(config, roomId)
        for (const mid of room.feeds.get(feedId)?.mids[medium] ?? [])
          await control.ask(handle, { request: 'moderate', room: roomId, secret, id: feedId, mid, mute: muted })
      }),
    status: (roomId) =>
      inRoom(roomId, async (room) => {
        await observe(room)
        const elsewhere = await audienceElsewhere(db, self, roomId, outside.clock.now())
        return {
          feeds: [...room.feeds.values()].map(({ feed }) => feed),
          receivers: elsewhere + (peers.audience().get(roomId) ?? 0),
          recording: room.options?.record === true && room.feeds.size > 0,
        }
      }),
    async recordings(roomId) {
      const folder = recordingFolder(config, roomId)
      // Feeds that flow now are still being recorded. An ended room, or a room without Janus, has none.
      const isOpen = rooms.get(roomId)?.options ?? (await loadRoomOptions(db, roomId))
      if (isOpen) await observe(roomOf(roomId)).catch(() => {})
      return listJanusRecordings(folder, [...(rooms.get(roomId)?.feeds.keys() ?? [])])
    },
    async end(roomId) {
      const room = roomOf(roomId)
      const { secret } = roomSecrets(config, roomId)
      const mine = peers.find((peer) => peer.roomId === roomId)
      await Promise.all(mine.map(close))
      const handle = await control.attach('rooms').catch((error: unknown) => {
        throw toEngineError(error)
      })
      try {
        await control.ask(handle, { request: 'destroy', room: roomId, secret })
      } catch (error) {
        if (!isRefused(error, janusCode.noSuchRoom)) throw toEngineError(error)
      } finally {
        void detach(handle)
      }
      unlearn(room)
      room.options = undefined
      await forgetRoom(db, roomId)
      if (room.listeners.size === 0) rooms.delete(roomId)
    },
    health: () => janusHealth(control, config, peers.size),
    on(roomId, listener) {
      const room = roomOf(roomId)
      room.listeners.add(listener)
      begin()
      // A room that is not open yet is observed later: when it opens here, or soon after another process opens it.
      void observe(room).catch(() => {})
      return () => room.listeners.delete(listener)
    },
  }
  return {
    ...engine,
    kind: 'janus',
    async stop() {
      unsubscribe?.()
      clearInterval(heartbeat)
      peers.clear()
      rooms.clear()
      control.stop()
    },
  }
}
