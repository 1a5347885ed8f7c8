/** The contents of a room on the wire. Unbounded lists come in pages or as a count. */
import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf, Text } from '#kit/schema.ts'

export const RoomRole = OneOf(['host', 'lecturer', 'assistant', 'viewer'])
export const RoomMode = OneOf(['audio', 'video', 'interactive'])
export const RoomState = OneOf(['waiting', 'running', 'ended', 'closed'])
export const FeedSource = OneOf(['camera', 'screen'])
export const Medium = OneOf(['audio', 'video'])

/** The places on the stage of an interactive room: the host's (number 0) and six more. */
export const seatsMax = 7
export const chatLengthMax = 500
/**
 * Rooms up to this size broadcast every arrival and departure; larger rooms broadcast counts, and list people in pages.
 */
export const peopleShownMax = 200

const Count = Type.Integer({ minimum: 0 })

/** A person in the room; several devices of a member are one person. */
export const Person = Type.Object({
  id: Id,
  name: Type.String(),
  role: RoomRole,
  /** Entered by a link, without an account. */
  guest: Type.Boolean(),
  avatarPath: Type.String(),
  online: Type.Boolean(),
  /** The time when the hand was raised. */
  handAt: Nullable(Instant),
  /** Invited to the stage, without an answer yet. */
  invited: Type.Boolean(),
  /** May not write. */
  silenced: Type.Boolean(),
})
export type Person = Static<typeof Person>

export const Seat = Type.Object({
  number: Type.Integer({ minimum: 0, maximum: seatsMax - 1 }),
  participantId: Id,
  name: Type.String(),
  role: RoomRole,
  avatarPath: Type.String(),
  online: Type.Boolean(),
  /** Muted by the host or a moderator. */
  audioMuted: Type.Boolean(),
  videoMuted: Type.Boolean(),
  /** The devices that the person has switched on. */
  microphone: Type.Boolean(),
  camera: Type.Boolean(),
  screen: Type.Boolean(),
})
export type Seat = Static<typeof Seat>

/** The media that one person sends; `{participantId}:camera` or `{participantId}:screen`. */
export const Feed = Type.Object({
  id: Type.String(),
  participantId: Id,
  source: FeedSource,
  audio: Type.Boolean(),
  video: Type.Boolean(),
  audioMuted: Type.Boolean(),
  videoMuted: Type.Boolean(),
})
export type Feed = Static<typeof Feed>

export const ChatMessage = Type.Object({
  id: Id,
  participantId: Nullable(Id),
  name: Type.String(),
  role: RoomRole,
  avatarPath: Type.String(),
  /** Plain text, whatever it looks like. */
  text: Type.String(),
  at: Instant,
  pinned: Type.Boolean(),
})
export type ChatMessage = Static<typeof ChatMessage>

export const Question = Type.Object({
  id: Id,
  participantId: Nullable(Id),
  name: Type.String(),
  text: Type.String(),
  votes: Count,
  at: Instant,
  answeredAt: Nullable(Instant),
})
export type Question = Static<typeof Question>

export const Poll = Type.Object({
  id: Id,
  kind: OneOf(['poll', 'quiz']),
  question: Type.String(),
  options: Type.Array(Type.String()),
  /** A person may choose several options. */
  multiple: Type.Boolean(),
  state: OneOf(['open', 'closed', 'published']),
  openedAt: Instant,
  answered: Count,
  /** The votes of each option: for moderators, and for everybody once the poll is published. */
  counts: Nullable(Type.Array(Count)),
  /** The right options of a quiz, with the same visibility as the counts. */
  correct: Nullable(Type.Array(Count)),
})
export type Poll = Static<typeof Poll>

export const SignRound = Type.Object({
  id: Id,
  number: Type.Integer({ minimum: 1 }),
  openedAt: Instant,
  closesAt: Nullable(Instant),
  closed: Type.Boolean(),
  signed: Count,
})
export type SignRound = Static<typeof SignRound>

export const Deck = Type.Object({ fileId: Id, name: Type.String(), pages: Type.Integer({ minimum: 1, maximum: 2000 }) })
export type Deck = Static<typeof Deck>

/** The current deck and its page; without a deck, the whiteboard alone. */
export const Slides = Type.Object({
  decks: Type.Array(Deck),
  fileId: Nullable(Id),
  page: Type.Integer({ minimum: 1, maximum: 2000 }),
})
export type Slides = Static<typeof Slides>

/** A line on the page; x and y alternate, in ten-thousandths of its width and height. */
export const Stroke = Type.Object({
  id: Id,
  fileId: Nullable(Id),
  page: Type.Integer({ minimum: 1, maximum: 2000 }),
  tool: OneOf(['pen', 'marker', 'line', 'rectangle', 'ellipse', 'text', 'eraser']),
  color: Type.String({ pattern: '^#[0-9a-f]{6}$' }),
  /** In ten-thousandths of the page's width. */
  width: Type.Integer({ minimum: 1, maximum: 1000 }),
  /** For the tool `text`, which starts at its only point; `width` is then the height of a line. */
  text: Type.Optional(Text(200)),
  points: Type.Array(Type.Integer({ minimum: -10_000, maximum: 20_000 }), { minItems: 2, maxItems: 1000 }),
})
export type Stroke = Static<typeof Stroke>

export const RoomSettings = Type.Object({
  chatOpen: Type.Boolean(),
  questionsOpen: Type.Boolean(),
  handsOpen: Type.Boolean(),
  guestsMayWrite: Type.Boolean(),
  /** Seconds between two messages of one viewer; 0: none. */
  slowModeSeconds: Type.Integer({ minimum: 0, maximum: 600 }),
  /** The number of viewers that WebRTC serves; beyond it the room switches to the stream. */
  rtcViewersMax: Type.Integer({ minimum: 0, maximum: 500 }),
})
export type RoomSettings = Static<typeof RoomSettings>

/** The transport of sound and picture to a viewer: WebRTC, or a stream over HTTP (MSE). */
export const Viewing = OneOf(['rtc', 'stream'])

/** The complete state of the room for a browser; later changes arrive as events with higher sequence numbers. */
export const RoomSnapshot = Type.Object({
  id: Id,
  kind: Type.String(),
  title: Type.String(),
  mode: RoomMode,
  state: RoomState,
  plannedEndAt: Instant,
  startedAt: Nullable(Instant),
  endedAt: Nullable(Instant),
  /** The server's clock. */
  now: Instant,
  sequence: Count,
  settings: RoomSettings,
  /** Seats on the stage. */
  seatsMax: Type.Integer(),
  hostId: Nullable(Id),
  /** The time when the host's browser disconnected; null while the host is there. */
  hostAwaySince: Nullable(Instant),
  me: Person,
  /** The operations that the caller may request now. */
  may: Type.Array(Type.String()),
  seats: Type.Array(Seat),
  feeds: Type.Array(Feed),
  viewing: Viewing,
  online: Count,
  onlinePeak: Count,
  /** Everybody in a small room; the stage, the staff and raised hands in a large one. */
  people: Type.Array(Person),
  chat: Type.Array(ChatMessage),
  questions: Type.Array(Question),
  /** The caller's up-votes among them. */
  voted: Type.Array(Id),
  polls: Type.Array(Poll),
  /** The caller's answers by poll. */
  answers: Type.Array(Type.Object({ pollId: Id, options: Type.Array(Count) })),
  sign: Nullable(SignRound),
  signed: Type.Boolean(),
  likes: Count,
  slides: Slides,
  strokes: Type.Array(Stroke),
})
export type RoomSnapshot = Static<typeof RoomSnapshot>
