/** The embedded engine needs nothing but the platform. It runs as a process of its own (`server/engine/`). */
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import type { EngineHealth } from '../engine.ts'
import type { RunningEngine } from '../running-engine.ts'
import { findNode } from './nodes.ts'
import { listRecordings } from './recordings.ts'
import { Rooms } from './rooms.ts'
import { Streams } from './streams.ts'
import { libraryVersion, Supervisor } from './supervisor.ts'

export interface EmbeddedEngine extends RunningEngine {
  readonly kind: 'embedded'
  /** The engine process that this server process runs, if it runs one. */
  readonly processId: number | undefined
}

/** `host` stands for a machine: server processes of the same name share one engine process. */
export function createEmbedded(outside: Outside, db: Connection, host = hostname()): EmbeddedEngine {
  const { live, publicUrl, logLevel } = outside.config
  const settings = {
    control: live.embedded.control,
    bind: live.embedded.bind,
    port: live.embedded.port,
    announced: live.embedded.announced,
    loopback: ['localhost', '127.0.0.1', '[::1]'].includes(new URL(publicUrl).hostname),
    recordings: live.recordings,
  }
  const log = (message: string) => {
    if (logLevel !== 'silent') console.error(`engine: ${message}`)
  }
  const supervisor = new Supervisor({ db, host, settings, log })
  const rooms = new Rooms(db, host, supervisor)
  const streams = new Streams(rooms)
  return {
    kind: 'embedded',
    signalling: 'platform',
    get processId() {
      return supervisor.processId
    },
    open: (roomId, options) => rooms.open(roomId, options),
    publish: (roomId, { participantId, source }) => rooms.call(roomId, 'publish', { participantId, source }),
    subscribe: (roomId, { participantId, feeds }) =>
      rooms.call(roomId, 'subscribe', { participantId, feeds: [...feeds] }),
    async answer(roomId, peerId, sdp) {
      await rooms.call(roomId, 'answer', { peerId, sdp })
    },
    async closePeer(roomId, peerId) {
      await rooms.call(roomId, 'closePeer', { peerId })
    },
    async drop(roomId, participantId) {
      await rooms.call(roomId, 'drop', { participantId })
    },
    async mute(roomId, feedId, medium, muted) {
      await rooms.call(roomId, 'mute', { feedId, medium, muted })
    },
    status: (roomId) => rooms.call(roomId, 'status', {}),
    stream: (roomId, feedId, sink) => streams.watch(roomId, feedId, sink),
    recordings: (roomId) =>
      listRecordings(live.recordings, roomId, () =>
        rooms.askCarrier<'writing'>(roomId, (link) => link.request('writing', { roomId })),
      ),
    end: (roomId) => rooms.end(roomId),
    health: () => healthOf(db, host, rooms, supervisor),
    on: (roomId, listener) => rooms.on(roomId, listener),
    async stop() {
      rooms.stop()
      await supervisor.stop()
    },
  }
}

/** The status page does not wait longer for the first check of the library. */
const libraryCheckMs = 3000

async function healthOf(db: Connection, host: string, rooms: Rooms, supervisor: Supervisor): Promise<EngineHealth> {
  const none = { rooms: 0, peers: 0, cpuPermille: null }
  try {
    if (supervisor.fault !== null) return { state: 'down', detail: supervisor.fault, ...none }
    const row = await findNode(db, host)
    if (!row || row.isStale) {
      const library = await Promise.race([libraryVersion(), wait(libraryCheckMs, 'libdatachannel', { ref: false })])
      return { state: 'ok', detail: `${library}, starts at first use`, ...none }
    }
    const { recordingFault, library, ...load } = await (await rooms.local()).request('load', {})
    return recordingFault === null
      ? { state: 'ok', detail: library, ...load }
      : { state: 'warning', detail: recordingFault, ...load }
  } catch (error) {
    return { state: 'down', detail: error instanceof Error ? error.message : String(error), ...none }
  }
}
