/** All rooms of this engine, and the timers that drive them. */
import type { EngineSettings, Fault, Load, RoomRequest } from '../embedded/protocol.ts'
import { EngineRefused, StageFull } from '../engine.ts'
import type { PieceSink } from './muxer.ts'
import { Room, type RoomSurroundings } from './room.ts'

const tickMs = 20
const reportMs = 1000
/** A fault of a recording is reported for this long. */
const faultMs = 600_000

/** The engine does not know the room, because it has restarted. */
class NoRoom extends Error {}

export interface Client {
  /** A sink for the bytes of a feed, under the number that the client chose. */
  sink(stream: number): PieceSink
  readonly streams: Map<number, () => void>
}

export class Rooms {
  private readonly rooms = new Map<string, Room>()
  private readonly surroundings: RoomSurroundings
  private readonly library: string
  private ssrc = 10_000
  private fault: { readonly message: string; readonly at: number } | undefined
  private cpu = { used: process.cpuUsage(), at: performance.now(), permille: 0 }
  private reportedAt = 0
  private readonly timer: NodeJS.Timeout

  constructor(settings: EngineSettings & { readonly library: string }, emit: RoomSurroundings['emit']) {
    this.surroundings = {
      settings,
      recordings: settings.recordings,
      emit,
      fault: (message) => {
        console.error(message)
        this.fault = { message, at: Date.now() }
      },
      ssrcs: () => {
        this.ssrc += 2
        return { audio: this.ssrc, video: this.ssrc + 1 }
      },
      now: () => Date.now(),
    }
    this.library = settings.library
    this.timer = setInterval(() => this.tick(), tickMs)
  }

  async perform(request: RoomRequest, client: Client): Promise<unknown> {
    if (request.op === 'open') return this.open(request)
    const room = this.rooms.get(request.roomId)
    if (request.op === 'end') return this.end(room)
    if (request.op === 'writing') return room?.writing() ?? []
    if (!room) throw new NoRoom()
    switch (request.op) {
      case 'publish':
        return room.publish(request.participantId, request.source)
      case 'subscribe':
        return room.subscribe(request.participantId, request.feeds)
      case 'answer':
        return room.answer(request.peerId, request.sdp)
      case 'closePeer':
        return room.closePeer(request.peerId)
      case 'drop':
        return room.drop(request.participantId)
      case 'mute':
        return room.mute(request.feedId, request.medium, request.muted)
      case 'status':
        return room.status()
      case 'stream':
        client.streams.get(request.stream)?.()
        client.streams.set(request.stream, room.watch(request.feedId, client.sink(request.stream)))
        return null
      case 'streamEnd':
        client.streams.get(request.stream)?.()
        client.streams.delete(request.stream)
        return null
    }
  }

  load(): Load {
    const peers = [...this.rooms.values()].reduce((total, room) => total + room.peers, 0)
    const isFaulty = this.fault !== undefined && Date.now() - this.fault.at < faultMs
    return {
      library: this.library,
      rooms: this.rooms.size,
      peers,
      cpuPermille: this.cpu.permille,
      recordingFault: isFaulty ? (this.fault?.message ?? null) : null,
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.timer)
    await Promise.all([...this.rooms.values()].map((room) => room.end()))
  }

  private open({ roomId, options }: Extract<RoomRequest, { op: 'open' }>): null {
    const room = this.rooms.get(roomId)
    if (room) room.change(options)
    else this.rooms.set(roomId, new Room(roomId, options, this.surroundings))
    return null
  }

  private async end(room: Room | undefined): Promise<null> {
    if (!room) return null
    this.rooms.delete(room.id)
    await room.end()
    return null
  }

  private tick(): void {
    const now = Date.now()
    for (const room of this.rooms.values()) room.tick(now)
    if (now - this.reportedAt < reportMs) return
    this.reportedAt = now
    for (const room of this.rooms.values()) room.report(now)
    this.measure()
  }

  private measure(): void {
    const at = performance.now()
    if (at - this.cpu.at < 3 * reportMs) return
    const used = process.cpuUsage()
    const spentUs = used.user + used.system - this.cpu.used.user - this.cpu.used.system
    this.cpu = { used, at, permille: Math.round(spentUs / (at - this.cpu.at)) }
  }
}

export function toFault(error: unknown): Fault {
  if (error instanceof NoRoom) return { name: 'no-room' }
  if (error instanceof StageFull) return { name: 'stage-full' }
  if (error instanceof EngineRefused) return { name: 'refused', reason: error.reason }
  return { name: 'failed', message: error instanceof Error ? error.message : String(error) }
}
