/** The replay of a room: the watched parts, its chapters, the chat by time, and the host's changes. */
import { type Static, Type } from 'typebox'
import type { Contract } from '#kit/contract.ts'
import { errorCode, NOT_FOUND } from '#kit/errors.ts'
import { heartbeatFields, Interval, Position } from '#kit/playback.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, Title } from '#kit/schema.ts'
import { RoomRole } from './shapes.ts'

/** There is no replay to watch: it is in the making, has failed, was deleted, or nothing was recorded. */
export const REPLAY_NOT_READY = errorCode(370150)
/** The heartbeat claims more than the clock allows; the same claim is accepted after `data.retryAfterMs`. */
export const REPLAY_TOO_FAST = errorCode(370151)
/** Another playback of the member counts now. The player stops and shows a message. */
export const REPLAY_TAKEN_OVER = errorCode(370152)
/** The union of watched intervals has too many pieces. No real player produces them. */
export const REPLAY_TOO_FRAGMENTED = errorCode(370153)
/** The file cannot be the replay, because it is not the caller's own video. */
export const REPLAY_FILE_REFUSED = errorCode(370154)
/** The host has not permitted downloads of the replay. */
export const REPLAY_NO_DOWNLOAD = errorCode(370155)

/** The fastest playback rate that the server counts. */
export const replayRateMax = 2
export const chaptersMax = 200
export const chapterTitleMax = 80

const params = Type.Object({ id: Id })
const Milliseconds = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })

const ReplayState = OneOf(['none', 'making', 'ready', 'failed'] as const)
/** The texts are under `replay.failure`. */
const ReplayFailure = OneOf(['engine', 'program', 'unreadable', 'too-long', 'cancelled', 'storage'] as const)

const Chapter = Type.Object({
  id: Id,
  atMs: Milliseconds,
  kind: OneOf(['slide', 'question', 'own'] as const),
  title: Type.String(),
})
export type Chapter = Static<typeof Chapter>

const Watched = Type.Object({
  /** The watched part of the video; repeats count once. */
  coveredMs: Type.Integer(),
  positionMs: Type.Integer(),
})

const Replay = Type.Object({
  state: ReplayState,
  failure: Nullable(ReplayFailure),
  progressPermille: Type.Integer(),
  title: Type.String(),
  /** The instant of the room at which the video starts; null if it was uploaded. */
  beginsAt: Nullable(Instant),
  durationMs: Type.Integer(),
  watermark: Type.Boolean(),
  downloadable: Type.Boolean(),
  /** A video that was uploaded in place of the recording. */
  replaced: Type.Boolean(),
  chapters: Type.Array(Chapter),
  watched: Watched,
  /** How long the caller was in the room while it ran. */
  liveSeconds: Type.Integer(),
  /** Live and replay together; 0 if the room requires none. */
  minimumMinutes: Type.Integer(),
  mayManage: Type.Boolean(),
  mayDownload: Type.Boolean(),
})
export type Replay = Static<typeof Replay>

const Playback = Type.Object({
  playbackId: Id,
  /** The video by byte ranges; null if it is only played as a stream. */
  url: Nullable(Type.String()),
  stream: Nullable(Type.Object({ fileId: Id, grant: Type.String(), url: Type.String() })),
  posterUrl: Nullable(Type.String()),
  /** The progress of its renditions; null if there will be none. */
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

const TalkItem = Type.Object({
  id: Id,
  kind: OneOf(['message', 'question'] as const),
  /** The time in the video. */
  atMs: Type.Integer(),
  name: Type.String(),
  role: RoomRole,
  text: Type.String(),
  votes: Type.Integer(),
  answered: Type.Boolean(),
})
export type TalkItem = Static<typeof TalkItem>

export const replayCalls = {
  replay: {
    method: 'GET',
    path: '/rooms/{id}/replay',
    summary: 'The replay of a live room: its state, its chapters, and the progress of the caller',
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
    summary: 'Starts a playback of the replay; an earlier playback of the member ends',
    access: 'signed-in',
    noDryRun: 'access',
    params,
    response: Playback,
    errors: [NOT_FOUND, REPLAY_NOT_READY],
    passesOnRefusals: true,
  },
  replayHeartbeat: {
    method: 'POST',
    path: '/rooms/replay-playbacks/{playbackId}/beats',
    summary: 'Reports the intervals played since the last heartbeat; counted as far as the clock allows',
    access: 'signed-in',
    params: Type.Object({ playbackId: Id }),
    body: Body({
      ...heartbeatFields,
      positionMs: Type.Optional(Position),
    }),
    response: Type.Object({ ...Watched.properties, acknowledgedSequence: Type.Integer(), creditedUntil: Instant }),
    errors: [REPLAY_TAKEN_OVER, REPLAY_TOO_FAST, REPLAY_TOO_FRAGMENTED],
    passesOnRefusals: true,
  },
  replayTalk: {
    method: 'GET',
    path: '/rooms/{id}/replay/talk',
    summary: 'Chat and questions of the room in the order of the video, from a given time',
    access: 'signed-in',
    params,
    query: Type.Object({
      fromMs: Type.Optional(Milliseconds),
      /** The last item of the previous page, because many items may have the same time. */
      after: Type.Optional(Id),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 100 })),
    }),
    response: Type.Object({ items: Type.Array(TalkItem), more: Type.Boolean() }),
    errors: [NOT_FOUND],
    passesOnRefusals: true,
  },
  changeReplay: {
    method: 'PATCH',
    path: '/rooms/{id}/replay',
    summary: 'Sets the watermark of the replay, and whether viewers may download it',
    access: 'signed-in',
    params,
    body: Body({ watermark: Type.Optional(Type.Boolean()), downloadable: Type.Optional(Type.Boolean()) }),
    response: Done,
    errors: [NOT_FOUND],
  },
  setChapters: {
    method: 'PUT',
    path: '/rooms/{id}/replay/chapters',
    summary: 'Replaces the chapters of the replay',
    access: 'signed-in',
    params,
    body: Body({
      chapters: Type.Array(
        Type.Object(
          { id: Type.Optional(Id), atMs: Milliseconds, title: Title(chapterTitleMax) },
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
    summary: 'Makes a failed replay again',
    access: 'signed-in',
    params,
    response: Done,
    errors: [NOT_FOUND],
  },
  replaceReplay: {
    method: 'PUT',
    path: '/rooms/{id}/replay/file',
    summary: 'Replaces the replay with a video of the caller',
    access: 'signed-in',
    params,
    body: Body({ fileId: Id }),
    response: Done,
    errors: [NOT_FOUND, REPLAY_FILE_REFUSED],
  },
  deleteReplay: {
    method: 'DELETE',
    path: '/rooms/{id}/replay',
    summary: 'Deletes the replay; watched minutes stay',
    access: 'signed-in',
    params,
    response: Done,
    errors: [NOT_FOUND],
  },
  downloadReplay: {
    method: 'GET',
    path: '/rooms/{id}/replay/download',
    summary: 'A temporary download address of the replay',
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
    summary: 'The presence of some participants over time; for the managers of the room',
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
    summary: 'The number of viewers over time, with the slides shown; for the managers of the room',
    access: 'signed-in',
    params,
    response: Type.Object({
      startedAt: Nullable(Instant),
      /** The end of the room, or now. */
      until: Nullable(Instant),
      stepSeconds: Type.Integer(),
      /** The viewers in the middle of each step. */
      viewers: Type.Array(Type.Integer()),
      slides: Type.Array(Type.Object({ at: Instant, deck: Type.String(), page: Type.Integer() })),
    }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
} as const satisfies Contract
