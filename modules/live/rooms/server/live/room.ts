/** A room as one server process serves it: its connections, what they are told, and what they ask. */

import { sql } from 'kysely'
import type { WebSocket } from 'ws'
import { NO_PERMISSION, refuse } from '#kit/errors.ts'
import { NOT_NOW, REMOVED_FROM_ROOM, ROOM_ENDED } from '../../contract/errors.ts'
import { type RoomOp, verdict } from '../../contract/policy.ts'
import type { Feed } from '../../contract/shapes.ts'
import { closeCodes, type RoomEvent } from '../../contract/socket.ts'
import { inTransaction, type RoomsDb } from '../db.ts'
import { roomTopic, type Tally } from '../events.ts'
import type { RoomRole } from '../kinds.ts'
import { operationOf } from '../ops/all.ts'
import type { OpContext, Serving } from '../ops/operation.ts'
import { getRoom, lockRoom } from '../rooms.ts'
import { seatsOfRoom } from '../wire.ts'
import type { Connection } from './connection.ts'
import { RoomMedia } from './media.ts'
import type { RoomTools } from './room-tools.ts'
import { mayFor, readShared, type Shared, snapshotFor } from './snapshot.ts'
import { RoomStream } from './stream.ts'
import { RoomSums } from './sums.ts'
import { largeRoom } from './timings.ts'
import { eventsMax, type RoomKey, readEvents, type Told, toldBy } from './told.ts'

/** Likes of many people travel together. */
const likesMs = 300
/** Coming back with less to catch up than this gets what was missed; else a snapshot. */
const resumeMax = 300

export class LiveRoom implements Serving {
  readonly media: RoomMedia
  readonly stream: RoomStream
  readonly connections = new Set<Connection>()
  private readonly sums: RoomSums
  private readonly tools: RoomTools
  private readonly unsubscribe: () => void
  private readonly ready: Promise<void>
  private readonly streams = new Map<WebSocket, string>()
  private last = 0
  private state: Shared['state'] = 'waiting'
  private flushing: Promise<void> | undefined
  private flushAgain = false
  private timer: NodeJS.Timeout | undefined
  private endTimer: NodeJS.Timeout | undefined
  private cached: { readonly shared: Promise<Shared>; readonly last: number } | undefined
  private likes: { count: number; readonly kept: Promise<number> } | undefined
  private stopped = false

  constructor(tools: RoomTools) {
    this.tools = tools
    const { db, outside, companyId, roomId } = tools
    this.media = new RoomMedia({
      ...{ db, outside, companyId, roomId },
      onFeeds: (feeds) => this.setFeeds(feeds),
      onEngine: (state) => this.hand([{ all: { e: 'engine', state } }]),
    })
    this.stream = new RoomStream(this.media, roomId)
    this.sums = new RoomSums({ ...tools, ready: () => this.ready, hand: (told) => this.hand(told) })
    this.unsubscribe = outside.realtime.subscribe(roomTopic(roomId), (event) => {
      if (event === 'missed' || event.name === 'events') this.wake()
      if (event === 'missed' || event.name === 'sums') this.sums.heard(event === 'missed' ? undefined : event.data)
    })
    this.ready = this.begin()
    // Whoever waits for it is told.
    this.ready.catch(() => {})
  }

  get viewing(): 'rtc' | 'stream' {
    return this.sums.viewing
  }

  get key(): RoomKey {
    const { companyId, roomId } = this.tools
    return { companyId, roomId }
  }

  private get now(): number {
    return this.tools.outside.clock.now()
  }

  /** The connection is told everything from now on; first the room as it is, or what was missed. */
  async add(connection: Connection, after: number | undefined): Promise<void> {
    await this.ready
    this.connections.add(connection)
    // What was missed ends here, and what is handed on begins here, so that nothing comes twice.
    connection.dropHeld()
    const upTo = this.last
    this.sums.peopleChanged()
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
    this.sums.peopleChanged()
    if (this.of(connection.participantId).length === 0)
      for (const [socket, participantId] of this.streams)
        if (participantId === connection.participantId) socket.close(closeCodes.removed)
    for (const peerId of connection.peers.keys()) void this.media.closePeer(peerId)
  }

  /** Pictures for somebody who is in the room; they end when the person leaves it. */
  watchStream(socket: WebSocket, participantId: string): void {
    if (this.of(participantId).length === 0) {
      socket.close(closeCodes.removed)
      return
    }
    this.streams.set(socket, participantId)
    socket.on('close', () => this.streams.delete(socket))
    this.stream.add(socket)
  }

  async run(connection: Connection, op: RoomOp, input: Record<string, unknown>): Promise<Record<string, unknown>> {
    const operation = operationOf(op)
    const { db } = this.tools
    if (operation.way === 'outside') return operation.run(await this.contextOf(db, connection, op, false), input)
    let kept: OpContext | undefined
    const answer = await inTransaction(db, async (transaction) => {
      const context = await this.contextOf(transaction, connection, op, operation.way !== 'shared')
      kept = { ...context, db }
      return operation.run(context, input)
    })
    if (kept) await operation.after?.(kept, input)
    return answer
  }

  /** Whether the table lets this person do it now; throws the refusal. */
  async judge(connection: Connection, op: RoomOp): Promise<void> {
    await this.contextOf(this.tools.db, connection, op, false)
  }

  nudge(tally: Tally): void {
    this.sums.changed(tally)
  }

  addLikes(count: number): Promise<number> {
    if (!this.likes) {
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      this.likes = { count: 0, kept: promise }
      setTimeout(() => void this.keepLikes().then(resolve, reject), Math.min(likesMs, this.tools.timings.recountMs))
    }
    this.likes.count += count
    return this.likes.kept
  }

  /** Everybody is told to come back, to another process perhaps. */
  stop(): void {
    this.stopped = true
    this.unsubscribe()
    clearTimeout(this.timer)
    clearTimeout(this.endTimer)
    this.sums.stop()
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
    const judged = verdict(op, me.role as RoomRole, room.state as Shared['state'])
    if (judged === 'wrong role') throw refuse(NO_PERMISSION)
    if (judged === 'wrong state') throw refuse(room.state === 'ended' || room.state === 'closed' ? ROOM_ENDED : NOT_NOW)
    const place = { companyId, roomId, now: this.now }
    return { db, place, room, me, line: connection, serving: this, outside: this.tools.outside }
  }

  /** What everybody sees, read once for all who come at the same time. */
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
    const told = (await toldBy(db, this.key, rows, this.now)).flatMap((one) => this.eventsFor(connection, one))
    return [
      { e: 'resumed', sequence: rows.at(-1)?.sequence ?? after, me, may },
      ...told,
      { e: 'state', state, startedAt, endedAt, now },
      { e: 'stage', seats },
      { e: 'feeds', feeds },
      { e: 'viewing', viewing },
      { e: 'presence', online, onlinePeak },
      { e: 'likes', total: likes },
    ]
  }

  private eventsFor(connection: Connection, told: Told): RoomEvent[] {
    const { all, staff, one, person } = told
    const events: RoomEvent[] = []
    const common = connection.isStaff ? (staff ?? all) : all
    if (common) events.push(common)
    if (one?.participantId === connection.participantId) events.push(one.event)
    if (person?.id === connection.participantId) events.push({ e: 'may', me: person, may: mayFor(person, this.state) })
    if (person && (connection.isStaff || this.sums.isSmall)) events.push({ e: 'person', person })
    return events
  }

  /** Something new is there: it is read and handed on after the pause that gathers what belongs together. */
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
    const told = await toldBy(this.tools.db, this.key, rows, this.now)
    if (this.stopped) return
    this.last = rows.at(-1)?.sequence ?? this.last
    this.hand(told)
    for (const one of told) this.follow(one)
    if (rows.length === eventsMax) this.flushAgain = true
  }

  /** What the process itself does when something has happened. */
  private follow({ all, one, person, seats }: Told): void {
    if (person) {
      for (const connection of this.of(person.id)) connection.person = person
      this.sums.known(person)
    }
    if (seats) {
      this.media.setSeats(seats)
      for (const connection of this.connections) this.closePublishing(connection, seats)
    }
    if (all?.e === 'state') this.enter(all.state)
    if (one?.event.e === 'bye') for (const connection of this.of(one.participantId)) connection.bye(one.event.reason)
  }

  private of(participantId: string): Connection[] {
    return [...this.connections].filter((connection) => connection.participantId === participantId)
  }

  /** Who has no seat any more sends nothing any more. */
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
      if (person) connection.tellOne({ e: 'may', me: person, may: mayFor(person, state) })
    }
    if (state === 'running') this.media.watch()
    if (state !== 'ended' && state !== 'closed') return
    this.media.stop()
    this.stream.close()
    this.endTimer ??= setTimeout(() => {
      for (const connection of this.connections) connection.close(1000)
    }, this.tools.timings.afterEndMs)
  }

  /** One text for all, one for the staff, and what is a person's own. */
  private hand(told: readonly Told[]): void {
    if (told.length === 0) return
    this.cached = undefined
    const isSmall = this.sums.isSmall
    const forEach = (isStaff: boolean) =>
      told.flatMap(({ all, staff, person }): RoomEvent[] => [
        ...((isStaff ? (staff ?? all) : all) ? [(isStaff ? (staff ?? all) : all) as RoomEvent] : []),
        ...(person && (isStaff || isSmall) ? [{ e: 'person', person } as const] : []),
      ])
    const bytes = (events: readonly RoomEvent[]) =>
      events.length === 0 ? undefined : Buffer.from(JSON.stringify(events))
    const forViewers = bytes(forEach(false))
    const forStaff = bytes(forEach(true))
    for (const connection of this.connections) {
      const common = connection.isStaff ? forStaff : forViewers
      if (common) connection.tell(common)
    }
    for (const { one, person } of told) {
      if (one) for (const connection of this.of(one.participantId)) connection.tellOne(one.event)
      if (person)
        for (const connection of this.of(person.id))
          connection.tellOne({ e: 'may', me: person, may: mayFor(person, this.state) })
    }
  }

  private setFeeds(feeds: readonly Feed[]): void {
    this.hand([{ all: { e: 'feeds', feeds: [...feeds] } }])
    this.stream.follow()
  }

  private async keepLikes(): Promise<number> {
    const count = this.likes?.count ?? 0
    this.likes = undefined
    const { rows } = await sql<{ likes: number }>`update rooms.room set likes = likes + ${count}
      where id = ${this.key.roomId} returning likes`.execute(this.tools.db)
    this.nudge('likes')
    return rows[0]?.likes ?? 0
  }
}
