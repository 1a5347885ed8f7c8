/** The requests of a browser over the socket: for each operation the input, and the answer if the server accepts it. */
import { type Static, type TProperties, Type } from 'typebox'
import { Body, Id, Instant, Nullable, Text, Title } from '#kit/schema.ts'
import type { RoomOp } from './policy.ts'
import {
  ChatMessage,
  chatLengthMax,
  FeedSource,
  Medium,
  Person,
  Poll,
  Question,
  RoomSettings,
  SignRound,
  Stroke,
} from './shapes.ts'

const nothing = Type.Object({})
const person = { participantId: Id }
const Sdp = Type.String({ minLength: 1, maxLength: 48_000 })
const FeedId = Type.String({ minLength: 1, maxLength: 100 })
const PeerId = Type.String({ minLength: 1, maxLength: 200 })
const Page = Type.Integer({ minimum: 1, maximum: 2000 })
const Options = Type.Array(Type.Integer({ minimum: 0, maximum: 9 }), { minItems: 1, maxItems: 10, uniqueItems: true })

function request<const I extends TProperties, A extends Parameters<typeof Type.Object>[0]>(input: I, answer: A) {
  return { input: Body(input), answer: Type.Object(answer) }
}

export const requests = {
  /** The room runs from now on; the recording starts. */
  'room.start': request({}, {}),
  /** For everybody, for good. */
  'room.end': request({}, {}),
  'room.settings': request({ settings: Type.Partial(RoomSettings) }, {}),
  /** The person gives up the place on the stage, the raised hand and the invitation; the socket may close then. */
  'room.leave': request({}, {}),
  /** Removes the person from the room for good. */
  'room.remove': request(person, {}),
  /** A lecturer leads the room after the host has been away for a while. */
  'room.takeOver': request({}, {}),
  'room.handOver': request(person, {}),
  'people.list': request(
    {
      page: Type.Integer({ minimum: 1, maximum: 1000 }),
      name: Type.Optional(Type.String({ maxLength: 50 })),
      handsOnly: Type.Optional(Type.Boolean()),
    },
    { items: Type.Array(Person), recordCount: Type.Integer() },
  ),

  /**
   * `peerId` with `offer`: answer the offer with `media.answer`. `needs: 'offer'`: send the request again with an
   * offer. `peerId` with `answer`: the answer to that offer.
   */
  'media.publish': request(
    { source: FeedSource, offer: Type.Optional(Sdp) },
    {
      peerId: Type.Optional(Type.String()),
      offer: Type.Optional(Type.String()),
      needs: Type.Optional(Type.Literal('offer')),
      answer: Type.Optional(Type.String()),
    },
  ),
  /** One peer for these feeds; m-lines in their order, audio before video. */
  'media.subscribe': request(
    { feeds: Type.Array(FeedId, { minItems: 1, maxItems: 14 }) },
    { peerId: Type.String(), offer: Type.String() },
  ),
  'media.answer': request({ peerId: PeerId, sdp: Sdp }, {}),
  'media.closePeer': request({ peerId: PeerId }, {}),
  /** The devices that the person has switched on, for the others' icons. */
  'media.state': request({ microphone: Type.Boolean(), camera: Type.Boolean(), screen: Type.Boolean() }, {}),
  /** The browser has published a feed through the engine's own client. */
  'media.vendorPublished': request({ source: FeedSource }, {}),
  'media.entry': request({}, { url: Type.String(), token: Type.String() }),
  /** The path of the second WebSocket, with its one-time ticket. */
  'media.stream': request({}, { path: Type.String() }),

  'stage.raiseHand': request({}, {}),
  /** The caller's own hand; with a person, another person's hand (for moderators). */
  'stage.lowerHand': request({ participantId: Type.Optional(Id) }, {}),
  'stage.invite': request(person, {}),
  'stage.accept': request({}, { seat: Type.Integer() }),
  'stage.decline': request({}, {}),
  /** Host and lecturers need no invitation. */
  'stage.enter': request({}, { seat: Type.Integer() }),
  'stage.leave': request({}, {}),
  'stage.remove': request(person, {}),
  'stage.mute': request({ ...person, medium: Medium, muted: Type.Boolean() }, {}),

  'chat.send': request({ text: Text(chatLengthMax) }, { message: ChatMessage }),
  /** Fifty messages before this one, newest last. */
  'chat.history': request({ before: Id }, { items: Type.Array(ChatMessage) }),
  'chat.pin': request({ id: Id }, {}),
  'chat.unpin': request({ id: Id }, {}),
  'chat.remove': request({ id: Id }, {}),
  'chat.mutePerson': request({ ...person, muted: Type.Boolean() }, {}),
  'chat.slowMode': request({ seconds: Type.Integer({ minimum: 0, maximum: 600 }) }, {}),

  'question.ask': request({ text: Text(300) }, { question: Question }),
  'question.vote': request({ id: Id, on: Type.Boolean() }, {}),
  'question.answered': request({ id: Id, answered: Type.Boolean() }, {}),
  'question.remove': request({ id: Id }, {}),
  'question.list': request(
    { page: Type.Integer({ minimum: 1, maximum: 200 }) },
    { items: Type.Array(Question), recordCount: Type.Integer() },
  ),

  'poll.open': request(
    {
      kind: Poll.properties.kind,
      question: Text(200),
      options: Type.Array(Text(80), { minItems: 2, maxItems: 10 }),
      multiple: Type.Boolean(),
      /** The right options of a quiz. */
      correct: Type.Optional(Options),
    },
    { poll: Poll },
  ),
  'poll.answer': request({ id: Id, options: Options }, {}),
  'poll.close': request({ id: Id }, {}),
  /** Everybody sees the result; an open poll closes. */
  'poll.publish': request({ id: Id }, {}),

  'sign.open': request({ seconds: Type.Integer({ minimum: 10, maximum: 3600 }) }, { round: SignRound }),
  'sign.close': request({}, {}),
  'sign.list': request(
    { roundId: Type.Optional(Id), page: Type.Integer({ minimum: 1, maximum: 1000 }) },
    {
      rounds: Type.Array(SignRound),
      items: Type.Array(Type.Object({ participantId: Id, name: Type.String(), at: Instant })),
      recordCount: Type.Integer(),
    },
  ),
  sign: request({}, { at: Instant }),

  /** Taps since the last request; at most two requests a second. */
  like: request({ count: Type.Integer({ minimum: 1, maximum: 50 }) }, { total: Type.Integer() }),
  /** Whole coins to the host; members only. */
  reward: request({ coins: Type.Integer({ minimum: 1, maximum: 10_000 }) }, { coins: Type.Integer() }),

  /** A file of the caller with a PDF rendition, or a PDF. */
  'slides.add': request({ fileId: Id, name: Title(200), pages: Page }, {}),
  'slides.remove': request({ fileId: Id }, {}),
  /** Without a file: the whiteboard. */
  'slides.show': request({ fileId: Nullable(Id), page: Page }, { strokes: Type.Array(Stroke) }),
  /** The address of the deck, valid for one hour and for this person alone. */
  'slides.address': request({ fileId: Id }, { url: Type.String() }),
  /** On the current page. The browser chooses the id, so that a repeat draws nothing twice. */
  'board.draw': request(Stroke.properties, {}),
  /** Removes the caller's own lines, whatever lies over them. */
  'board.undo': request({ ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true }) }, {}),
  'board.clear': request({}, {}),
} satisfies Record<RoomOp, { input: ReturnType<typeof Body>; answer: typeof nothing | object }>

export type RequestInput<O extends RoomOp> = Static<(typeof requests)[O]['input']>
export type RequestAnswer<O extends RoomOp> = Static<(typeof requests)[O]['answer']>
