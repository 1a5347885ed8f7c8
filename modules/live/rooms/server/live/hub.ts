/** The rooms of a server process, and the work for all of them together: heartbeats, pings, sessions. */
import { performance } from 'node:perf_hooks'
import { v7 as uuid } from 'uuid'
import { runningSessions } from '#modules/platform/identity/server.ts'
import type { Connection as Database } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { publish } from '#server/realtime/publish.ts'
import { type RoomsDb, roomsTables } from '../db.ts'
import { roomTopic } from '../events.ts'
import { closePresences, type Departure, heartbeat } from '../presence.ts'
import { sendAwayUnadmitted } from './admissions.ts'
import type { Connection } from './connection.ts'
import type { RoomKey } from './deliveries.ts'
import { LiveRoom } from './room.ts'
import type { Timings } from './timings.ts'

/** One statement writes the departures of this time. */
const departuresMs = 200
/** A connection that misses this many pings is gone. */
const pingsMissedMax = 2
/** The rooms are pinged in turns, so that not all connections answer at once. */
const pingTurns = 10

export interface HubTools {
  readonly db: Database
  readonly outside: Outside
  readonly timings: Timings
  readonly logError: (message: string, error: unknown) => void
}

export class Hub {
  readonly processId = uuid()
  private readonly tools: HubTools
  private readonly db: RoomsDb
  private readonly rooms = new Map<string, LiveRoom>()
  private readonly timers: NodeJS.Timeout[] = []
  private departures: (Departure & { readonly roomId: string })[] = []
  private departing: Promise<void> = Promise.resolve()
  private departureTimer: NodeJS.Timeout | undefined
  private turn = 0

  constructor(tools: HubTools) {
    this.tools = tools
    this.db = roomsTables(tools.db)
    const { heartbeatMs, pingMs, sessionsMs } = tools.timings
    this.every(heartbeatMs, () => this.heartbeat())
    this.every(pingMs / pingTurns, async () => this.ping())
    this.every(sessionsMs, () => this.checkSessions())
    this.every(sessionsMs, () => this.checkAdmissions())
  }

  room(key: RoomKey): LiveRoom {
    const known = this.rooms.get(key.roomId)
    if (known) return known
    const { outside, timings, logError } = this.tools
    const room = new LiveRoom({ ...key, db: this.db, outside, timings, logError, processId: this.processId })
    this.rooms.set(key.roomId, room)
    return room
  }

  /** The connection is gone: its attendance ends at its last activity, and an empty room is released. */
  leave(room: LiveRoom, connection: Connection, wasHeardNow: boolean): void {
    room.remove(connection)
    const { presenceId } = connection
    if (presenceId !== undefined) {
      const silentMs = wasHeardNow ? 0 : performance.now() - connection.heardAt
      this.depart({ presenceId, roomId: room.key.roomId, at: Math.round(this.tools.outside.clock.now() - silentMs) })
    }
    if (room.connections.size > 0 || this.rooms.get(room.key.roomId) !== room) return
    this.rooms.delete(room.key.roomId)
    room.stop()
  }

  /** Ends everybody's attendance now; people reconnect to another process. */
  async stop(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer)
    clearTimeout(this.departureTimer)
    const at = this.tools.outside.clock.now()
    for (const room of this.rooms.values()) {
      for (const { presenceId } of room.connections)
        if (presenceId !== undefined) this.departures.push({ presenceId, roomId: room.key.roomId, at })
      room.stop()
    }
    this.rooms.clear()
    await this.departing
    await this.writeDepartures()
  }

  private every(ms: number, run: () => Promise<void>): void {
    const { logError } = this.tools
    const timer = setInterval(() => {
      run().catch((error: unknown) => logError('a periodic task of the rooms failed', error))
    }, ms)
    timer.unref()
    this.timers.push(timer)
  }

  private async heartbeat(): Promise<void> {
    if (this.rooms.size > 0)
      await heartbeat(this.db, this.processId, [...this.rooms.keys()], this.tools.outside.clock.now())
  }

  private ping(): void {
    this.turn = (this.turn + 1) % pingTurns
    const goneBefore = performance.now() - this.tools.timings.pingMs * (pingsMissedMax + 1)
    let number = 0
    for (const room of this.rooms.values())
      for (const connection of room.connections) {
        number += 1
        if (number % pingTurns !== this.turn) continue
        if (connection.heardAt < goneBefore) connection.terminate()
        else connection.ping()
      }
  }

  private async checkSessions(): Promise<void> {
    const connections = [...this.rooms.values()].flatMap((room) =>
      [...room.connections].map((connection) => ({ room, connection, sessionId: connection.sessionId })),
    )
    const ids = new Set(connections.flatMap(({ sessionId }) => sessionId ?? []))
    if (ids.size === 0) return
    const running = await runningSessions(this.tools.db, [...ids], this.tools.outside.clock.now())
    for (const { room, connection, sessionId } of connections) {
      if (sessionId === null || running.has(sessionId)) continue
      room.sendAway(connection, 'signed-out')
    }
  }

  /** Members who may not be in the room any more, because they or its audience have changed. */
  private async checkAdmissions(): Promise<void> {
    const now = this.tools.outside.clock.now()
    for (const room of this.rooms.values()) {
      const present = [...new Set([...room.connections].map(({ participantId }) => participantId))]
      if (present.length > 0) await sendAwayUnadmitted(this.db, { ...room.key, now }, present)
    }
  }

  private depart(departure: Departure & { readonly roomId: string }): void {
    this.departures.push(departure)
    this.departureTimer ??= setTimeout(() => {
      this.departureTimer = undefined
      this.departing = this.departing.then(() => this.writeDepartures())
    }, departuresMs)
  }

  private async writeDepartures(): Promise<void> {
    const departures = this.departures
    this.departures = []
    try {
      await closePresences(this.db, departures)
      // A count before this moment still included them.
      const rooms = new Set(departures.map(({ roomId }) => roomId))
      const data = { by: null, counters: ['people'] }
      await publish(this.db, ...[...rooms].map((roomId) => ({ topic: roomTopic(roomId), name: 'counters', data })))
    } catch (error) {
      // Then they end with the last heartbeat.
      this.tools.logError('departures were not stored', error)
    }
  }
}
