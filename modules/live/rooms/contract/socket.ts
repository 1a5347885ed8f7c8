/**
 * The room's socket, `GET /api/v1/rooms/{id}/socket?ticket=…&after=…`: JSON text in both directions. The browser sends
 * `{ n, op, …input }` (requests.ts) with numbers of its choice. The server answers each request with `{ n, ok: true,
 * …answer }` or `{ n, error: { code, message, data? } }`. An answer with `ok` means that the change is stored. The
 * server sends arrays of events `[{ e, … }, …]`, several times a second at most. The first event is `snapshot`; if
 * `after` (a sequence number) is recent enough, it is `resumed`, followed by the missed events. The parts stage, feeds
 * and slides are sent complete; a message, question or person replaces the one with its id. The stream's socket, `GET
 * /api/v1/rooms/{id}/stream?ticket=…`, sends to the browser only. Text: `StreamText`. Binary: one byte for the kind (0
 * initialization, 1 piece, 2 piece at which a player may start), then the bytes for the SourceBuffer.
 */
import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable } from '#kit/schema.ts'
import {
  ChatMessage,
  Feed,
  Person,
  Poll,
  Question,
  RoomMode,
  RoomSettings,
  RoomSnapshot,
  RoomState,
  Seat,
  SignRound,
  Slides,
  Stroke,
  Viewing,
} from './shapes.ts'

const Count = Type.Integer({ minimum: 0 })
const event = <const E extends string, P extends Parameters<typeof Type.Object>[0]>(e: E, properties: P) =>
  Type.Object({ e: Type.Literal(e), ...properties })

export const RoomEvent = Type.Union([
  event('snapshot', { room: RoomSnapshot }),
  /** The same person is back; the missed events follow. */
  event('resumed', { sequence: Count, me: Person, may: Type.Array(Type.String()) }),
  event('state', { state: RoomState, startedAt: Nullable(Instant), endedAt: Nullable(Instant), now: Instant }),
  event('room', {
    title: Type.String(),
    mode: RoomMode,
    plannedEndAt: Instant,
    settings: RoomSettings,
    seatsMax: Count,
  }),
  event('host', { hostId: Nullable(Id), hostAwaySince: Nullable(Instant) }),
  /** The operations that the caller may request, after the role or the room's state has changed. */
  event('may', { me: Person, may: Type.Array(Type.String()) }),
  event('presence', { online: Count, onlinePeak: Count }),
  event('person', { person: Person }),
  event('invited', { by: Type.String() }),
  event('stage', { seats: Type.Array(Seat) }),
  event('feeds', { feeds: Type.Array(Feed) }),
  /** Down: pictures stop. Back: publish and subscribe again. */
  event('engine', { state: Type.Union([Type.Literal('down'), Type.Literal('back')]) }),
  event('viewing', { viewing: Viewing }),
  event('chat', { message: ChatMessage }),
  event('chat.removed', { id: Id }),
  event('question', { question: Question }),
  event('question.removed', { id: Id }),
  event('question.votes', { votes: Type.Array(Type.Object({ id: Id, votes: Count })) }),
  event('poll', { poll: Poll }),
  event('sign', { round: SignRound }),
  event('likes', { total: Count }),
  event('reward', { name: Type.String(), to: Type.String(), coins: Count }),
  event('slides', { slides: Slides, strokes: Type.Array(Stroke) }),
  event('stroke', { stroke: Stroke, by: Nullable(Id) }),
  event('board.undone', { ids: Type.Array(Id) }),
  event('board.cleared', { fileId: Nullable(Id), page: Count }),
  /** The last event before the socket closes. */
  event('bye', {
    reason: Type.Union(['removed', 'left', 'signed-out', 'link', 'no-access'].map((reason) => Type.Literal(reason))),
  }),
])
export type RoomEvent = Static<typeof RoomEvent>

/** The reasons why the server closes a socket, beyond 1000 and 1001 (reconnect at once). */
export const closeCodes = {
  /** The session has ended: sign in again. */
  signedOut: 4001,
  /** Removed, left, no longer of the audience, or the link was revoked: do not reconnect. */
  removed: 4002,
  /** More requests than a person sends. */
  flood: 4008,
  /** Too much data waits for this receiver; reconnect. */
  tooSlow: 4009,
  /** Invalid JSON, or not a request. */
  garbage: 4010,
} as const

export const StreamText = Type.Union([
  /** A stream starts or restarts: the type for MediaSource. The initialization segment follows. */
  event('start', { mimeType: Type.String(), feedId: Type.String() }),
  event('end', {}),
])
export type StreamText = Static<typeof StreamText>
