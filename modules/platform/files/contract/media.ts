/**
 * Renditions of files (encrypted streams of videos, PDFs of office files, posters), and the calls that play and show
 * them.
 */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { errorCode, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf } from '#kit/schema.ts'

/** The file type has no conversion, or the program for it is not installed. */
export const NOT_CONVERTIBLE = errorCode(2000038)

/** 0 converting, 1 done, 2 failed: the map `translate-type` (SYSTEM-084, SYSTEM-103). */
export const TranslateType = OneOf([0, 1, 2] as const)
export type TranslateType = Static<typeof TranslateType>

/** Reasons of failed conversions; the texts are under `conversion.failure`. */
const conversionFailures = ['unreadable', 'too-large', 'too-long', 'cancelled', 'program'] as const
export const Failure = OneOf(conversionFailures)
export type Failure = Static<typeof Failure>

/** The renditions of a file, finished or in progress. */
const FileState = Type.Object({
  id: Id,
  /** null if the file type has no conversion or its program is not installed; then the file itself is shown. */
  translateType: Nullable(TranslateType),
  progressPermille: Type.Integer({ minimum: 0, maximum: 1000 }),
  failure: Nullable(Failure),
  /** Heights of the stream's qualities in descending order; empty without a stream. */
  qualities: Type.Array(Type.Integer()),
  hasPoster: Type.Boolean(),
  /** Whether an office file can be read as a PDF. */
  hasPdf: Type.Boolean(),
})
export type FileState = Static<typeof FileState>

/** The data that a player needs for a stream. */
export const StreamSource = Type.Object({
  /** The id for the call `m3u8-token`. */
  fileId: Id,
  /** The owning module's short-lived permission for this member, for the call `m3u8-token`. */
  grant: Type.String(),
  /** The playlist, to which the token is added as `token`. */
  url: Type.String(),
})
export type StreamSource = Static<typeof StreamSource>

/** A video for a player. Modules with videos include it in their answers. */
export const Playback = Type.Object({
  /** The file itself, for range requests; null if it may only be played as a stream. */
  url: Nullable(Type.String()),
  stream: Nullable(StreamSource),
  posterUrl: Nullable(Type.String()),
  translateType: Nullable(TranslateType),
  progressPermille: Type.Integer(),
  /** The end of `url`, `posterUrl` and the stream's grant; then the client calls the owning module again. */
  expiresAt: Instant,
})
export type Playback = Static<typeof Playback>

const MediaToken = Type.String({ minLength: 1, maxLength: 200 })
const tokenQuery = Type.Object({ token: Type.Optional(MediaToken) })
const Quality = Type.String({ pattern: '^s[1-9][0-9]{1,3}$', maxLength: 5 })
/** Relative to `/api/v1`: playlists, pieces and key of a file's stream. */
export const streamPath = '/system/file/stream'

export const mediaCalls = contract({
  fileStates: {
    method: 'GET',
    path: '/system/file/states',
    summary: 'The progress of conversions; files without access are omitted (SYSTEM-084)',
    access: 'signed-in',
    query: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 50 }) }),
    response: Type.Object({ items: Type.Array(FileState) }),
    cacheSeconds: 0,
  },
  retryParse: {
    method: 'POST',
    path: '/system/file-cloud/retry-parse-file',
    summary: 'Restarts the conversion of a file; its translate type becomes 0 (SYSTEM-086, SYSTEM-094)',
    access: 'signed-in',
    body: Body({ id: Id }),
    response: FileState,
    errors: [NOT_FOUND, NOT_CONVERTIBLE],
  },
  m3u8Token: {
    method: 'GET',
    path: '/system/file-cloud/m3u8-token',
    aliases: ['/course-study/file/m3u8-token'],
    summary:
      "A token, bound to caller and file, for the playlists, pieces and key of a video's stream (SYSTEM-101, SYSTEM-102)",
    access: 'signed-in',
    query: Type.Object({
      id: Id,
      /** From the owning module; without it, the caller needs access to the file itself. */
      grant: Type.Optional(MediaToken),
      /** `native`: the token lasts for the whole video, because the player can't change it while playing. */
      player: Type.Optional(OneOf(['native'] as const)),
    }),
    response: Type.Object({ token: Type.String(), expiresAt: Instant }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  masterPlaylist: {
    method: 'GET',
    path: `${streamPath}/{id}/index.m3u8`,
    summary: 'The qualities of a stream, for the bearer of an m3u8 token (SYSTEM-087)',
    access: 'public',
    kind: 'stream',
    params: Type.Object({ id: Id }),
    query: tokenQuery,
    response: Type.Unknown(),
    errors: [NOT_FOUND],
  },
  qualityPlaylist: {
    method: 'GET',
    path: `${streamPath}/{id}/{quality}/index.m3u8`,
    summary: 'The pieces of one quality, for the bearer of an m3u8 token (SYSTEM-087)',
    access: 'public',
    kind: 'stream',
    params: Type.Object({ id: Id, quality: Quality }),
    query: tokenQuery,
    response: Type.Unknown(),
    errors: [NOT_FOUND],
  },
  streamPiece: {
    method: 'GET',
    path: `${streamPath}/{id}/{quality}/{number}`,
    summary: 'One encrypted piece of a stream, for the bearer of an m3u8 token (SYSTEM-087)',
    access: 'public',
    kind: 'stream',
    params: Type.Object({ id: Id, quality: Quality, number: Type.Integer({ minimum: 0, maximum: 100_000 }) }),
    query: tokenQuery,
    response: Type.Unknown(),
    errors: [NOT_FOUND],
  },
  streamKey: {
    method: 'GET',
    path: `${streamPath}/{id}/key`,
    summary: 'The key of a stream, for the bearer of an m3u8 token (SYSTEM-087)',
    access: 'public',
    kind: 'stream',
    params: Type.Object({ id: Id }),
    query: tokenQuery,
    response: Type.Unknown(),
    errors: [NOT_FOUND],
  },
})
