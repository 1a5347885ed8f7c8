/** What is made of files: encrypted streams of videos, PDFs of office files, posters; and the calls that play and show it. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { errorCode, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf } from '#kit/schema.ts'

/** There is nothing to convert in such a file, or the program for it is not installed here. */
export const NOT_CONVERTIBLE = errorCode(2000038)

/** 0 converting, 1 done, 2 failed: the map `translate-type` (SYSTEM-084, SYSTEM-103). */
export const TranslateType = OneOf([0, 1, 2] as const)
export type TranslateType = Static<typeof TranslateType>

/** Why a conversion failed; the texts stand under `conversion.failure`. */
const conversionFailures = ['unreadable', 'too-large', 'too-long', 'cancelled', 'program'] as const
export const Failure = OneOf(conversionFailures)
export type Failure = Static<typeof Failure>

/** What has been made of a file, or is being made. */
const FileState = Type.Object({
  id: Id,
  /** null where nothing is made of such a file, or the program for it is not installed: it is shown as it is. */
  translateType: Nullable(TranslateType),
  progressPermille: Type.Integer({ minimum: 0, maximum: 1000 }),
  failure: Nullable(Failure),
  /** Heights of the qualities of a video's stream, the highest first; empty where there is none. */
  qualities: Type.Array(Type.Integer()),
  hasPoster: Type.Boolean(),
  /** Whether an office file can be read as a PDF. */
  hasPdf: Type.Boolean(),
})
export type FileState = Static<typeof FileState>

/** Everything that a player needs to play a stream. */
export const StreamSource = Type.Object({
  /** The id that `m3u8-token` is asked for. */
  fileId: Id,
  /** Handed to `m3u8-token` with the id: the owning module's word that this member may watch for a while. */
  grant: Type.String(),
  /** The playlist, to which the token is added as `token`. */
  url: Type.String(),
})
export type StreamSource = Static<typeof StreamSource>

/** A video as a player gets it. Modules that show videos put it into their own answers. */
export const Playback = Type.Object({
  /** The file by ranges of bytes; null where it is only played as a stream. */
  url: Nullable(Type.String()),
  stream: Nullable(StreamSource),
  posterUrl: Nullable(Type.String()),
  translateType: Nullable(TranslateType),
  progressPermille: Type.Integer(),
  /** When `url`, `posterUrl` and the stream's grant end; then the owning module is asked again. */
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
    summary: 'How far the conversion of files is; files that the caller may not see are left out (SYSTEM-084)',
    access: 'signed-in',
    query: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 50 }) }),
    response: Type.Object({ items: Type.Array(FileState) }),
    cacheSeconds: 0,
  },
  retryParse: {
    method: 'POST',
    path: '/system/file-cloud/retry-parse-file',
    summary: 'Start the conversion of a file again; its translate type is then 0 (SYSTEM-086, SYSTEM-094)',
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
      /** From the owning module; without it the caller must be one who may see the file by itself. */
      grant: Type.Optional(MediaToken),
      /** `native`: for a player that can't change the token while it plays; it lasts as long as the film. */
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
