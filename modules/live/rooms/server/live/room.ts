/** A room in one server process: its connections, their events, and their requests. */

import { sql } from 'kysely'
import type { WebSocket } from 'ws'
import { NO_PERMISSION, refuse, TOO_MANY_CALLS } from '#kit/errors.ts'
import { takeToken } from '#server/db/rates.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { REMOVED_FROM_ROOM, ROOM_ENDED, WRONG_ROOM_STATE } from '../../contract/errors.ts'
import { type RoomOp, verdict } from '../../contract/policy.ts'
import type { Feed } from '../../contract/shapes.ts'
import { closeCodes, type RoomEvent } from '../../contract/socket.ts'
import type { RoomsDb } from '../db.ts'
import { type Counter, roomTopic } from '../events.ts'
import type { RoomRole } from '../kinds.ts'
import type { OpContext, ServedRoom } from '../ops/operation.ts'
import { operationOf } from '../ops/operations.ts'
import { getRoom, lockRoom } from '../rooms.ts'
import { seatsOfRoom } from '../wire-objects.ts'
import type { Connection } from './connection.ts'
import { RoomCounters } from './counters.ts'
import { type Delivery, deliveriesOf, eventsMax, type RoomKey, readEvents } from './deliveries.ts'
import { Limiter, rates } from './limits.ts'
import { RoomMedia } from './media.ts'
import type { RoomTools } from './room-tools.ts'
import { mayFor, readShared, type Shared, snapshotFor } from './snapshot.ts'
import { RoomStream } from './stream.ts'
import { largeRoom } from './timings.ts'

/** One statement adds the likes of this time. */
const likesMs = 300
/** A reconnect with fewer missed events receives them; with more it receives a snapshot. */
const resumeMax = 300

export class LiveRoom implements ServedRoom {
  readonly media: RoomMedia
  readonly stream: RoomStream
  readonly connections = new Set<Connection>()
  private readonly counters: RoomCounters
  private readonly tools: RoomTools
  private readonly unsubscribe: () => void
  private readonly ready: Promise<void>
  private readonly streams = new Map<WebSocket, string>()
  /** By participant. They stay as long as the room, so that reconnecting gives nobody new tokens. */
  private readonly limiters = new Map<string, Limiter>()
  private last = 0
  private state: Shared['state'] = 'waiting'
  private flushing: Promise<void> | undefined
  private flushAgain = false
  private timer: NodeJS.Timeout | undefined
  private endTimer: NodeJS.Timeout | undefined
  private cached: { readonly shared: Promise<Shared>; readonly last: number } | undefined
  private likes: { count: number; readonly stored: Promise<number> } | undefined
  private stopped = false

  constructor(tools: RoomTools) {
    this.tools = tools
    const { db, outside, companyId, roomId } = tools
    this.media = new RoomMedia({
      ...{ db, outside, companyId, roomId },
      onFeeds: (feeds) => this.setFeeds(feeds),
      onEngine: (state) => this.deliver([{ all: { e: 'engine', state } }]),
    })
    this.stream = new RoomStream(this.media, roomId)
    this.counters = new RoomCounters({
      ...tools,
      ready: () => this.ready,
      deliver: (deliveries) => this.deliver(deliveries),
    })
    this.unsubscribe = outside.realtime.subscribe(roomTopic(roomId), (event) => {
      if (event === 'missed' || event.name === 'events') this.wake()
      if (event === 'missed' || event.name === 'counters')
        this.counters.handleChange(event === 'missed' ? undefined : event.data)
    })
    this.ready = this.begin()
    // Every waiting caller receives the error.
    this.ready.catch(() => {})
  }

  get viewing(): 'rtc' | 'stream' {
    return this.counters.viewing
  }

  get key(): RoomKey {
    const { companyId, roomId } = this.tools
    return { companyId, roomId }
  }

  private get now(): number {
    return this.tools.outside.clock.now()
  }

  /** The connection receives all events from now on; first it receives the snapshot or the missed events. */
  async add(connection: Connection, after: number | undefined): Promise<void> {
    await this.ready
    this.connections.add(connection)
    // The missed events end here, and delivery starts here, so that no event arrives twice.
    connection.discardBuffered()
    const upTo = this.last
    this.counters.peopleChanged()
    const { db } = this.tools
    const missed = after === undefined ? undefined : await this.missedBy(connection, after, upTo)
    if (missed) return connection.begin(missed)
    const snapshot = await snapshotFor(db, await this.shared(), connection.participantId, this.now)
    if (!snapshot) return connection.bye('removed')
    connection.person = snapshot.me
    connection.begin([{ e: 'snapshot', room: snapshot }])
  }

  remove(connection: Connection): void {
    this.connections.delete(connection)
    this.counters.peopleChanged()
    if (this.connectionsOf(connection.participantId).length === 0)
      for (const [socket, participantId] of this.streams)
        if (participantId === connection.participantId) socket.close(closeCodes.removed)
    for (const peerId of connection.peers.keys()) void this.media.closePeer(peerId)
  }

  /** Sends the stream to a person in the room; it ends when the person leaves. */
  watchStream(socket: WebSocket, participantId: string): void {
    if (this.connectionsOf(participantId).length === 0) {
      socket.close(closeCodes.removed)
      return
    }
    this.streams.set(socket, participantId)
    socket.on('close', () => this.streams.delete(socket))
    this.stream.add(socket)
  }

  limiterOf(participantId: string): Limiter {
    const limiter = this.limiters.get(participantId) ?? new Limiter()
    this.limiters.set(participantId, limiter)
    return limiter
  }

  /** Refuses what the person has asked too often here and in the other processes. */
  private async assertRate({ participantId }: Connection, op: RoomOp): Promise<void> {
    const rate = rates[op]
    if (rate && !(await takeToken(this.tools.db, `room ${participantId} ${op}`, rate, Date.now())))
      throw refuse(TOO_MANY_CALLS)
  }

  async run(connection: Connection, op: RoomOp, input: Record<string, unknown>): Promise<Record<string, unknown>> {
    const operation = operationOf(op)
    const { db } = this.tools
    await this.assertRate(connection, op)
    if (operation.way === 'outside') return operation.run(await this.contextOf(db, connection, op, false), input)
    let stored: OpContext | undefined
    const answer = await inTransaction(db, async (transaction) => {
      const context = await this.contextOf(transaction, connection, op, operation.way !== 'shared')
      stored = { ...context, db }
      return operation.run(context, input)
    })
    if (stored) await operation.after?.(stored, input)
    return answer
  }

  /** Throws the refusal if the policy table forbids the operation now. */
  async assertAllowed(connection: Connection, op: RoomOp): Promise<void> {
    await this.contextOf(this.tools.db, connection, op, false)
  }

  recount(counter: Counter): void {
    this.counters.changed(counter)
  }

  addLikes(count: number): Promise<number> {
    if (!this.likes) {
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      this.likes = { count: 0, stored: promise }
      setTimeout(() => void this.storeLikes().then(resolve, reject), Math.min(likesMs, this.tools.timings.recountMs))
    }
    this.likes.count += count
    return this.likes.stored
  }

  /** Tells every browser to reconnect, possibly to another process. */
  stop(): void {
    this.stopped = true
    this.unsubscribe()
    clearTimeout(this.timer)
    clearTimeout(this.endTimer)
    this.counters.stop()
    this.media.stop()
    this.stream.close()
    for (const connection of this.connections) connection.close(1001)
  }

  private async begin(): Promise<void> {
    const { db } = this.tools
    const room = await getRoom(db, this.key.companyId, this.key.roomId)
    this.last = room.sequence
    this.state = room.state as Shared['state']
    this.media.setSeats(await seatsOfRoom(db, room.id, this.now))
    if (this.state === 'running') this.media.watch()
  }

  private async contextOf(db: RoomsDb, connection: Connection, op: RoomOp, lock: boolean): Promise<OpContext> {
    const { companyId, roomId } = this.key
    const room = lock ? await lockRoom(db, companyId, roomId) : await getRoom(db, companyId, roomId)
    const me = await db
      .selectFrom('rooms.participant')
      .selectAll()
      .where('id', '=', connection.participantId)
      .where('room_id', '=', roomId)
      .executeTakeFirst()
    if (!me || me.removed_at !== null) throw refuse(REMOVED_FROM_ROOM)
    const permission = verdict(op, me.role as RoomRole, room.state as Shared['state'])
    if (permission === 'wrong role') throw refuse(NO_PERMISSION)
    if (permission === 'wrong state')
      throw refuse(room.state === 'ended' || room.state === 'closed' ? ROOM_ENDED : WRONG_ROOM_STATE)
    const place = { companyId, roomId, now: this.now }
    return { db, place, room, me, connection, servedRoom: this, outside: this.tools.outside }
  }

  /** The shared part of the snapshot, read once for all who enter at the same time. */
  private shared(): Promise<Shared> {
    if (this.cached && this.cached.last === this.last) return this.cached.shared
    const { db } = this.tools
    const shared = readShared(db, this.key, { feeds: this.media.feeds, viewing: this.viewing }, this.now)
    const cached = { shared, last: this.last }
    this.cached = cached
    const forget = () => {
      if (this.cached === cached) this.cached = undefined
    }
    shared.then(() => setTimeout(forget, this.tools.timings.recountMs).unref(), forget)
    return shared
  }

  private async missedBy(connection: Connection, after: number, upTo: number): Promise<RoomEvent[] | undefined> {
    const { db } = this.tools
    if (after > upTo || upTo - after > resumeMax) return undefined
    const rows = (await readEvents(db, this.key, after)).filter(({ sequence }) => sequence <= upTo)
    if (rows.length > 0 && rows[0]?.sequence !== after + 1) return undefined
    const [snapshot] = [await snapshotFor(db, await this.shared(), connection.participantId, this.now)]
    if (!snapshot) return undefined
    connection.person = snapshot.me
    const { me, may, feeds, seats, viewing, online, onlinePeak, likes, state, startedAt, endedAt, now } = snapshot
    const deliveries = (await deliveriesOf(db, this.key, rows, this.now)).flatMap((one) =>
      this.eventsFor(connection, one),
    )
    return [
      { e: 'resumed', sequence: rows.at(-1)?.sequence ?? after, me, may },
      ...deliveries,
      { e: 'state', state, startedAt, endedAt, now },
      { e: 'stage', seats },
      { e: 'feeds', feeds },
      { e: 'viewing', viewing },
      { e: 'presence', online, onlinePeak },
      { e: 'likes', total: likes },
    ]
  }

  private eventsFor(connection: Connection, deliveries: Delivery): RoomEvent[] {
    const { all, staff, one, person } = deliveries
    const events: RoomEvent[] = []
    const common = connection.isStaff ? (staff ?? all) : all
    if (common) events.push(common)
    if (one?.participantId === connection.participantId) events.push(one.event)
    if (person?.id === connection.participantId) events.push({ e: 'may', me: person, may: mayFor(person, this.state) })
    if (person && (connection.isStaff || this.counters.isSmall)) events.push({ e: 'person', person })
    return events
  }

  /** New events exist: the process reads and delivers them after a pause that batches them. */
  private wake(): void {
    if (this.timer || this.stopped) return
    const { batchMs, largeBatchMs } = this.tools.timings
    const wait = this.connections.size > largeRoom ? largeBatchMs : batchMs
    this.timer = setTimeout(() => {
      this.timer = undefined
      void this.flush()
    }, wait)
  }

  private flush(): Promise<void> {
    if (this.flushing) {
      this.flushAgain = true
      return this.flushing
    }
    this.flushing = this.flushNow()
      .catch((error: unknown) => {
        if (this.stopped) return
        this.tools.logError('events of a room were not read', error)
        this.wake()
      })
      .finally(() => {
        this.flushing = undefined
        if (this.flushAgain) this.wake()
        this.flushAgain = false
      })
    return this.flushing
  }

  private async flushNow(): Promise<void> {
    await this.ready
    const rows = await readEvents(this.tools.db, this.key, this.last)
    const deliveries = await deliveriesOf(this.tools.db, this.key, rows, this.now)
    if (this.stopped) return
    this.last = rows.at(-1)?.sequence ?? this.last
    this.deliver(deliveries)
    for (const one of deliveries) this.react(one)
    if (rows.length === eventsMax) this.flushAgain = true
  }

  /** The process' own reactions to an event. */
  private react({ all, one, person, seats }: Delivery): void {
    if (person) {
      for (const connection of this.connectionsOf(person.id)) connection.person = person
      this.counters.remember(person)
    }
    if (seats) {
      this.media.setSeats(seats)
      for (const connection of this.connections) this.closePublishing(connection, seats)
    }
    if (all?.e === 'state') this.enter(all.state)
    if (one?.event.e === 'bye')
      for (const connection of this.connectionsOf(one.participantId)) this.sendAway(connection, one.event.reason)
  }

  /** Closes the connection, and takes the person out of the engine's media: its own client would go on. */
  sendAway(connection: Connection, reason: Parameters<Connection['bye']>[0]): void {
    connection.bye(reason)
    this.media.drop(connection.participantId)
  }

  private connectionsOf(participantId: string): Connection[] {
    return [...this.connections].filter((connection) => connection.participantId === participantId)
  }

  /** A person who has left the stage stops sending. */
  private closePublishing(connection: Connection, seats: readonly { readonly participantId: string }[]): void {
    if (seats.some(({ participantId }) => participantId === connection.participantId)) return
    for (const [peerId, through] of connection.peers) {
      if (through === 'receive') continue
      connection.peers.delete(peerId)
      void this.media.closePeer(peerId)
    }
  }

  private enter(state: Shared['state']): void {
    this.state = state
    for (const connection of this.connections) {
      const { person } = connection
      if (person) connection.deliverEvents({ e: 'may', me: person, may: mayFor(person, state) })
    }
    if (state === 'running') this.media.watch()
    if (state !== 'ended' && state !== 'closed') return
    this.media.stop()
    this.stream.close()
    this.endTimer ??= setTimeout(() => {
      for (const connection of this.connections) connection.close(1000)
    }, this.tools.timings.afterEndMs)
  }

  /** One text for all, one for the staff, and each person's own events. */
  private deliver(deliveries: readonly Delivery[]): void {
    if (deliveries.length === 0) return
    this.cached = undefined
    const isSmall = this.counters.isSmall
    const forEach = (isStaff: boolean) =>
      deliveries.flatMap(({ all, staff, person }): RoomEvent[] => [
        ...((isStaff ? (staff ?? all) : all) ? [(isStaff ? (staff ?? all) : all) as RoomEvent] : []),
        ...(person && (isStaff || isSmall) ? [{ e: 'person', person } as const] : []),
      ])
    const bytes = (events: readonly RoomEvent[]) =>
      events.length === 0 ? undefined : Buffer.from(JSON.stringify(events))
    const forViewers = bytes(forEach(false))
    const forStaff = bytes(forEach(true))
    for (const connection of this.connections) {
      const common = connection.isStaff ? forStaff : forViewers
      if (common) connection.deliver(common)
    }
    for (const { one, person } of deliveries) {
      if (one) for (const connection of this.connectionsOf(one.participantId)) connection.deliverEvents(one.event)
      if (person)
        for (const connection of this.connectionsOf(person.id))
          connection.deliverEvents({ e: 'may', me: person, may: mayFor(person, this.state) })
    }
  }

  private setFeeds(feeds: readonly Feed[]): void {
    this.deliver([{ all: { e: 'feeds', feeds: [...feeds] } }])
    this.stream.follow()
  }

  private async storeLikes(): Promise<number> {
    const count = this.likes?.count ?? 0
    this.likes = undefined
    const { rows } = await sql<{ likes: number }>`update rooms.room set likes = likes + ${count}
      where id = ${this.key.roomId} returning likes`.execute(this.tools.db)
    this.recount('likes')
    return rows[0]?.likes ?? 0
  }
}
