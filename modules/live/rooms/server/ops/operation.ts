/** What every operation of the socket is given, and what it may ask of the process that serves it. */
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Outside } from '#server/outside.ts'
import { outranks, type RoomOp } from '../../contract/policy.ts'
import type { RequestAnswer, RequestInput } from '../../contract/requests.ts'
import type { ParticipantRow, RoomRow, RoomsDb } from '../db.ts'
import type { Place, Tally } from '../events.ts'
import type { RoomRole } from '../kinds.ts'

/** The room as the process that holds the socket serves it. */
export interface Serving {
  /** Counted again and told, at most once a second, in all processes. */
  nudge(tally: Tally): void
  /** Kept with others' likes in one statement; answers the new sum. */
  addLikes(count: number): Promise<number>
  /** Whether viewers get pictures by WebRTC or as a stream. */
  readonly viewing: 'rtc' | 'stream'
  /** The room at the engine, opened where it is not. */
  readonly media: MediaLine
}

/** Audio and video of one connection. */
export interface MediaLine {
  publish(participantId: string, input: RequestInput<'media.publish'>): Promise<RequestAnswer<'media.publish'>>
  subscribe(participantId: string, feeds: readonly string[]): Promise<RequestAnswer<'media.subscribe'>>
  answer(peerId: string, sdp: string): Promise<void>
  closePeer(peerId: string): Promise<void>
  mute(participantId: string, medium: 'audio' | 'video', muted: boolean): Promise<void>
  entry(participant: { readonly id: string; readonly name: string }): Promise<RequestAnswer<'media.entry'>>
}

/** A connection of a person. */
export interface Line {
  readonly sessionId: string | null
  readonly device: string
  /** The peers of this connection, and what goes through each. */
  readonly peers: Map<string, 'camera' | 'screen' | 'receive'>
}

export interface OpContext {
  /** The transaction of the operation; for `outside`, connections without one. */
  readonly db: RoomsDb
  readonly place: Place
  readonly room: RoomRow
  readonly me: ParticipantRow
  readonly line: Line
  readonly serving: Serving
  readonly outside: Outside
}

export interface Operation<O extends RoomOp> {
  /**
   * `locked` (where nothing is said): one at a time in a room. `shared`: with others at once; the database guards what it
   * writes. `outside`: talks to the engine, in no transaction.
   */
  readonly way?: 'locked' | 'shared' | 'outside'
  run(context: OpContext, input: RequestInput<O>): Promise<RequestAnswer<O>>
  /** What is done at the engine once it is kept. */
  after?(context: OpContext, input: RequestInput<O>): Promise<void>
}

export type Operations<O extends RoomOp> = { readonly [K in O]: Operation<K> }

/** Somebody of the room; 900005 where there is nobody. */
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

/** Somebody over whom the caller has a say; 10138 for one of the same rank or above. */
export async function findLower(context: OpContext, participantId: string): Promise<ParticipantRow> {
  const person = await findPerson(context, participantId)
  if (!outranks(context.me.role as RoomRole, person.role as RoomRole)) throw refuse(NO_PERMISSION)
  return person
}
