/** The replay of a room: what is watched of it, its chapters, what was said at which time, and what its host does to it. */
import { type Static, Type } from 'typebox'
import type { Contract } from '#kit/contract.ts'
import { errorCode, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, Text } from '#kit/schema.ts'
import { RoomRole } from './shapes.ts'

/** There is no replay to watch: it is being made, has failed, was deleted, or nothing was recorded. */
export const REPLAY_NOT_READY = errorCode(370150)
/** More was claimed than the clock allows; the same claim is accepted after `data.retryAfterMs`. */
export const REPLAY_TOO_FAST = errorCode(370151)
/** Another playback of the member counts now. The player stops and says so. */
export const REPLAY_TAKEN_OVER = errorCode(370152)
/** The union of watched intervals has too many pieces; no player produces them. */
export const REPLAY_TOO_FRAGMENTED = errorCode(370153)
/** The file can't be the replay: none of the caller's own videos. */
export const REPLAY_FILE_REFUSED = errorCode(370154)
/** The host has not opened the replay for download. */
export const REPLAY_NO_DOWNLOAD = errorCode(370155)

/** The fastest that the server counts. */
export const replayRateMax = 2
export const chaptersMax = 200
export const chapterTitleMax = 80

const params = Type.Object({ id: Id })
const Milliseconds = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })
/** From, up to but without to: milliseconds of the film. */
const Interval = Type.Object({ from: Milliseconds, to: Milliseconds }, { additionalProperties: false })
export type Interval = Static<typeof Interval>

const ReplayState = OneOf(['none', 'making', 'ready', 'failed'] as const)
/** The texts stand under `replay.failure`. */
const ReplayFailure = OneOf(['engine', 'program', 'unreadable', 'too-long', 'cancelled', 'storage'] as const)

const Chapter = Type.Object({
  id: Id,
  atMs: Milliseconds,
  kind: OneOf(['slide', 'question', 'own'] as const),
  title: Type.String(),
})
export type Chapter = Static<typeof Chapter>

const Watched = Type.Object({
  /** What was watched of the film, repeats once. */
  coveredMs: Type.Integer(),
  positionMs: Type.Integer(),
})

const Replay = Type.Object({
  state: ReplayState,
  failure: Nullable(ReplayFailure),
  progressPermille: Type.Integer(),
  title: Type.String(),
  /** The instant of the room at which the film begins; null where it was uploaded. */
  beginsAt: Nullable(Instant),
  durationMs: Type.Integer(),
  watermark: Type.Boolean(),
  downloadable: Type.Boolean(),
  /** A film that was uploaded in place of the recording. */
  replaced: Type.Boolean(),
  chapters: Type.Array(Chapter),
  watched: Watched,
  /** How long the caller was there while the room ran. */
  liveSeconds: Type.Integer(),
  /** Live and replay together; 0 where the room asks for none. */
  minimumMinutes: Type.Integer(),
  mayManage: Type.Boolean(),
  mayDownload: Type.Boolean(),
})
export type Replay = Static<typeof Replay>

const Playback = Type.Object({
  playbackId: Id,
  /** The film by ranges of bytes; null where it is only played as a stream. */
  url: Nullable(Type.String()),
  stream: Nullable(Type.Object({ fileId: Id, grant: Type.String(), url: Type.String() })),
  posterUrl: Nullable(Type.String()),
  /** How far its qualities are made; null where they never will be. */
  translateType: Nullable(OneOf([0, 1, 2] as const)),
  progressPermille: Type.Integer(),
  expiresAt: Instant,
  durationMs: Type.Integer(),
  resumeMs: Type.Integer(),
  rateMax: Type.Number(),
  beatEveryMs: Type.Integer(),
  watched: Type.Array(Interval),
  watermark: Type.Boolean(),
})
export type ReplayPlayback = Static<typeof Playback>

const Said = Type.Object({
  id: Id,
  kind: OneOf(['message', 'question'] as const),
  /** In the film. */
  atMs: Type.Integer(),
  name: Type.String(),
  role: RoomRole,
  text: Type.String(),
  votes: Type.Integer(),
  answered: Type.Boolean(),
})
export type Said = Static<typeof Said>

export const replayCalls = {
  replay: {
    method: 'GET',
    path: '/rooms/{id}/replay',
    summary: 'The replay of a live room: how far it is, its chapters, and what the caller has watched of it',
    access: 'signed-in',
    params,
    response: Replay,
    errors: [NOT_FOUND],
    passesOnRefusals: true,
    cacheSeconds: 0,
  },
  startReplay: {
    method: 'POST',
    path: '/rooms/{id}/replay/playbacks',
    summary: 'Begin to watch the replay here; an earlier playback of the member ends',
    access: 'signed-in',
    noDryRun: 'access',
    params,
    response: Playback,
    errors: [NOT_FOUND, REPLAY_NOT_READY],
    passesOnRefusals: true,
  },
  replayBeat: {
    method: 'POST',
    path: '/rooms/replay-playbacks/{playbackId}/beats',
    summary: 'What was played since the last beat; counted as far as the clock allows',
    access: 'signed-in',
    params: Type.Object({ playbackId: Id }),
    body: Body({
      sequence: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
      intervals: Type.Array(Interval, { maxItems: 100 }),
      positionMs: Type.Optional(Milliseconds),
      activeMs: Milliseconds,
    }),
    response: Type.Object({ ...Watched.properties, acknowledgedSequence: Type.Integer(), creditedUntil: Instant }),
    errors: [REPLAY_TAKEN_OVER, REPLAY_TOO_FAST, REPLAY_TOO_FRAGMENTED],
  },
  replayTalk: {
    method: 'GET',
    path: '/rooms/{id}/replay/talk',
    summary: 'Chat and questions of the room in the order of the film, from a moment on',
    access: 'signed-in',
    params,
    query: Type.Object({
      fromMs: Type.Optional(Milliseconds),
      /** What was answered before, last of all: where many were said in one moment. */
      after: Type.Optional(Id),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 100 })),
    }),
    response: Type.Object({ items: Type.Array(Said), more: Type.Boolean() }),
    errors: [NOT_FOUND],
    passesOnRefusals: true,
  },
  changeReplay: {
    method: 'PATCH',
    path: '/rooms/{id}/replay',
    summary: "Whether the viewer's name stands over the replay, and whether viewers may download it",
    access: 'signed-in',
    params,
    body: Body({ watermark: Type.Optional(Type.Boolean()), downloadable: Type.Optional(Type.Boolean()) }),
    response: Done,
    errors: [NOT_FOUND],
  },
  setChapters: {
    method: 'PUT',
    path: '/rooms/{id}/replay/chapters',
    summary: 'The chapters of the replay, in place of those before',
    access: 'signed-in',
    params,
    body: Body({
      chapters: Type.Array(
        Type.Object(
          { id: Type.Optional(Id), atMs: Milliseconds, title: Text(chapterTitleMax) },
          { additionalProperties: false },
        ),
        { maxItems: chaptersMax },
      ),
    }),
    response: Type.Object({ items: Type.Array(Chapter) }),
    errors: [NOT_FOUND, REPLAY_NOT_READY],
  },
  retryReplay: {
    method: 'POST',
    path: '/rooms/{id}/replay/retry',
    summary: 'Make a replay again that has failed',
    access: 'signed-in',
    params,
    response: Done,
    errors: [NOT_FOUND],
  },
  replaceReplay: {
    method: 'PUT',
    path: '/rooms/{id}/replay/file',
    summary: 'Put a video of the caller in place of the replay',
    access: 'signed-in',
    params,
    body: Body({ fileId: Id }),
    response: Done,
    errors: [NOT_FOUND, REPLAY_FILE_REFUSED],
  },
  deleteReplay: {
    method: 'DELETE',
    path: '/rooms/{id}/replay',
    summary: 'Delete the replay; the minutes that were watched stay',
    access: 'signed-in',
    params,
    response: Done,
    errors: [NOT_FOUND],
  },
  downloadReplay: {
    method: 'GET',
    path: '/rooms/{id}/replay/download',
    summary: 'An address under which the caller may download the replay for a while',
    access: 'signed-in',
    params,
    response: Type.Object({ url: Type.String() }),
    errors: [NOT_FOUND, REPLAY_NOT_READY, REPLAY_NO_DOWNLOAD],
    passesOnRefusals: true,
    cacheSeconds: 0,
  },
  attendanceTimelines: {
    method: 'GET',
    path: '/rooms/{id}/attendance/timelines',
    summary: 'From when to when some people were in the room; for who looks after it',
    access: 'signed-in',
    params,
    query: Type.Object({ participantIds: Type.Array(Id, { minItems: 1, maxItems: 50 }) }),
    response: Type.Object({
      items: Type.Array(
        Type.Object({
          participantId: Id,
          intervals: Type.Array(Type.Object({ from: Instant, to: Instant })),
          signedAt: Type.Array(Instant),
        }),
      ),
    }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  attendanceCurve: {
    method: 'GET',
    path: '/rooms/{id}/attendance/curve',
    summary:
      'How many viewers were there at each time, against the pages that were shown; for who looks after the room',
    access: 'signed-in',
    params,
    response: Type.Object({
      startedAt: Nullable(Instant),
      /** The end of the room, or now. */
      until: Nullable(Instant),
      stepSeconds: Type.Integer(),
      /** Viewers in the middle of each step. */
      viewers: Type.Array(Type.Integer()),
      slides: Type.Array(Type.Object({ at: Instant, deck: Type.String(), page: Type.Integer() })),
    }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
} as const satisfies Contract
