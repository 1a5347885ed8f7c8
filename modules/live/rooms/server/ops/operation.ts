/** The context of every operation of the socket, and its interface to the serving process. */
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Outside } from '#server/outside.ts'
import { outranks, type RoomOp } from '../../contract/policy.ts'
import type { RequestAnswer, RequestInput } from '../../contract/requests.ts'
import type { ParticipantRow, RoomRow, RoomsDb } from '../db.ts'
import type { Counter, Place } from '../events.ts'
import type { RoomRole } from '../kinds.ts'

/** The room in the process that has the socket. */
export interface ServedRoom {
  /** Reads the counter again and delivers it, at most once a second, in all processes. */
  recount(counter: Counter): void
  /** Adds the likes together with others in one statement; answers the new total. */
  addLikes(count: number): Promise<number>
  /** Whether viewers get pictures by WebRTC or as a stream. */
  readonly viewing: 'rtc' | 'stream'
  /** The room at the engine; opens it if necessary. */
  readonly media: ConnectionMedia
}

/** Audio and video of one connection. */
export interface ConnectionMedia {
  publish(participantId: string, input: RequestInput<'media.publish'>): Promise<RequestAnswer<'media.publish'>>
  subscribe(participantId: string, feeds: readonly string[]): Promise<RequestAnswer<'media.subscribe'>>
  answer(peerId: string, sdp: string): Promise<void>
  closePeer(peerId: string): Promise<void>
  mute(participantId: string, medium: 'audio' | 'video', muted: boolean): Promise<void>
  entry(participant: { readonly id: string; readonly name: string }): Promise<RequestAnswer<'media.entry'>>
}

/** A connection of a person. */
export interface ParticipantConnection {
  readonly sessionId: string | null
  readonly device: string
  /** The peers of this connection, and the media of each. */
  readonly peers: Map<string, 'camera' | 'screen' | 'receive'>
}

export interface OpContext {
  /** The transaction of the operation; for `outside`, connections without one. */
  readonly db: RoomsDb
  readonly place: Place
  readonly room: RoomRow
  readonly me: ParticipantRow
  readonly connection: ParticipantConnection
  readonly servedRoom: ServedRoom
  readonly outside: Outside
}

export interface Operation<O extends RoomOp> {
  /**
   * `locked` (the default): one at a time in a room. `shared`: concurrent with others; the database guards the rows.
   * `outside`: calls the engine, in no transaction.
   */
  readonly way?: 'locked' | 'shared' | 'outside'
  run(context: OpContext, input: RequestInput<O>): Promise<RequestAnswer<O>>
  /** The engine's part, after the change is stored. */
  after?(context: OpContext, input: RequestInput<O>): Promise<void>
}

export type Operations<O extends RoomOp> = { readonly [K in O]: Operation<K> }

/** A person of the room; refuses with 900005 if there is none. */
export async function findPerson({ db, place }: OpContext, participantId: string): Promise<ParticipantRow> {
  const person = await db
    .selectFrom('rooms.participant')
    .selectAll()
    .where('id', '=', participantId)
    .where('room_id', '=', place.roomId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!person) throw refuse(NOT_FOUND)
  return person
}

/** A person of a lower rank than the caller; refuses with 10138 for the same rank or above. */
export async function findSubordinate(context: OpContext, participantId: string): Promise<ParticipantRow> {
  const person = await findPerson(context, participantId)
  if (!outranks(context.me.role as RoomRole, person.role as RoomRole)) throw refuse(NO_PERMISSION)
  return person
}
