/**
 * The node of each room, and this process' connection to it. A room whose node is gone moves to this machine's node.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from '#server/db/connection.ts'
import { type EngineEvent, EngineUnavailable, type RoomOptions } from '../engine.ts'
import { Link, NoRoom } from './link.ts'
import { findOpenRoom, forgetRoom, moveRoom, type Node, type NodeRow, saveRoom, toNode } from './nodes.ts'
import type { Answers, Op, RoomRequest } from './protocol.ts'
import type { Supervisor } from './supervisor.ts'

const attemptsMax = 4
/** The delays before the next attempt, for a room that is not open yet or an engine that does not come back. */
const retryDelaysMs = [250, 500, 1000, 2000]

type Listener = (event: EngineEvent) => void
type RoomOp = RoomRequest['op']
type RoomRequestOf<O extends RoomOp> = Omit<Extract<RoomRequest, { op: O }>, 'n' | 'op' | 'roomId'>

const isLoopback = (url: string) => /^ws:\/\/(127\.|localhost|\[::1\])/.test(url)

export class Rooms {
  private readonly db: Connection
  private readonly host: string
  private readonly supervisor: Supervisor
  private readonly links = new Map<string, Promise<Link>>()
  private readonly carriers = new Map<string, Link>()
  private readonly listeners = new Map<string, Set<Listener>>()
  private readonly watched = new Set<string>()
  private isStopped = false

  constructor(db: Connection, host: string, supervisor: Supervisor) {
    this.db = db
    this.host = host
    this.supervisor = supervisor
  }

  async open(roomId: string, options: RoomOptions): Promise<void> {
    const known = await findOpenRoom(this.db, roomId)
    const nodeId = known?.nodeId ?? (await this.supervisor.node()).id
    await saveRoom(this.db, roomId, options, nodeId)
    await this.call(roomId, 'open', { options })
  }

  /** Sends a request to the room's node. Opens the room there if the node does not know it. */
  async call<O extends RoomOp>(roomId: string, op: O, request: RoomRequestOf<O>): Promise<Answers[O]> {
    for (let attempt = 1; ; attempt += 1) {
      const link = await this.link(roomId)
      try {
        return await link.request(op, { ...request, roomId } as never)
      } catch (error) {
        if (!(error instanceof NoRoom) || attempt > attemptsMax) throw error
        await this.openOn(link, roomId)
      }
    }
  }

  async end(roomId: string): Promise<void> {
    const known = await findOpenRoom(this.db, roomId)
    if (!known) return
    const link = known.node && (await this.tryConnect(known.node))
    await link?.request('end', { roomId })
    this.carriers.delete(roomId)
    await forgetRoom(this.db, roomId)
  }

  /** Sends a request to the node without moving or opening the room; undefined if the node does not answer. */
  async askCarrier<O extends Op>(
    roomId: string,
    ask: (link: Link) => Promise<Answers[O]>,
  ): Promise<Answers[O] | undefined> {
    const known = await findOpenRoom(this.db, roomId)
    const link = known?.node && (await this.tryConnect(known.node))
    return link && ask(link).catch(() => undefined)
  }

  on(roomId: string, listener: Listener): () => void {
    const all = this.listeners.get(roomId) ?? new Set()
    this.listeners.set(roomId, all)
    all.add(listener)
    void this.watch(roomId)
    return () => {
      all.delete(listener)
      if (all.size === 0 && this.listeners.get(roomId) === all) this.listeners.delete(roomId)
    }
  }

  /** A connection to this machine's node, if one runs. */
  async local(): Promise<Link> {
    return this.connect(await this.supervisor.node())
  }

  /** The connection to the room's node. Moves the room to this machine's node if its own is gone. */
  async link(roomId: string): Promise<Link> {
    const carrier = this.carriers.get(roomId)
    if (carrier?.isOpen) return carrier
    for (let attempt = 1; attempt <= attemptsMax && !this.isStopped; attempt += 1) {
      const known = await findOpenRoom(this.db, roomId)
      if (!known) throw new EngineUnavailable(`the room ${roomId} is not open`)
      const link = known.node && (await this.tryConnect(known.node))
      if (link) {
        this.carriers.set(roomId, link)
        return link
      }
      this.assertGone(known.node)
      const node = await this.supervisor.node(known.nodeId)
      await moveRoom(this.db, roomId, known.nodeId, node.id)
    }
    throw new EngineUnavailable('the engine does not answer')
  }

  stop(): void {
    this.isStopped = true
    this.listeners.clear()
    for (const link of this.links.values())
      void link.then(
        (one) => one.close(),
        () => {},
      )
  }

  /** A node of another machine belongs to that machine, as long as that machine sends heartbeats. */
  private assertGone(row: NodeRow | undefined): void {
    if (!row || row.isStale || row.host === this.host) return
    const advice = row.url !== null && isLoopback(row.url) ? '; set LIVE_CONTROL_ADDRESS there' : ''
    throw new EngineUnavailable(`the engine of ${row.host} is not reached from ${this.host}${advice}`)
  }

  private async tryConnect(row: NodeRow): Promise<Link | undefined> {
    const node = toNode(row)
    if (!node || (row.host !== this.host && isLoopback(node.url))) return undefined
    return this.connect(node).catch(() => undefined)
  }

  private connect(node: Node): Promise<Link> {
    const known = this.links.get(node.id)
    if (known) return known
    const forget = () => this.links.delete(node.id)
    const connecting = Link.connect(node, {
      event: (event) => this.emit(event),
      closed: () => {
        forget()
        this.lost(node.id)
      },
    })
    this.links.set(node.id, connecting)
    connecting.catch(forget)
    return connecting
  }

  private async openOn(link: Link, roomId: string): Promise<void> {
    const known = await findOpenRoom(this.db, roomId)
    if (!known) throw new EngineUnavailable(`the room ${roomId} is not open`)
    await link.request('open', { roomId, options: known.options })
  }

  private emit(event: EngineEvent): void {
    for (const listener of this.listeners.get(event.roomId) ?? []) listener(event)
  }

  private lost(nodeId: string): void {
    for (const [roomId, link] of this.carriers) {
      if (link.node.id !== nodeId) continue
      this.carriers.delete(roomId)
      if (this.isStopped || !this.listeners.has(roomId)) continue
      this.emit({ name: 'down', roomId })
      void this.watch(roomId, true)
    }
  }

  /** Keeps a connection for the room's events, as long as somebody listens. */
  private async watch(roomId: string, wasDown = false): Promise<void> {
    if (this.watched.has(roomId)) return
    this.watched.add(roomId)
    try {
      for (let attempt = 0; !this.isStopped && this.listeners.has(roomId); attempt += 1) {
        const isThere = await this.reopen(roomId)
        if (isThere) {
          if (wasDown) this.emit({ name: 'back', roomId })
          return
        }
        await wait(retryDelaysMs[Math.min(attempt, retryDelaysMs.length - 1)], undefined, { ref: false })
      }
    } finally {
      this.watched.delete(roomId)
    }
  }

  private async reopen(roomId: string): Promise<boolean> {
    try {
      await this.openOn(await this.link(roomId), roomId)
      return true
    } catch {
      return false
    }
  }
}
