/** Files: uploads, access to files, previews. Resumable uploads use the tus protocol at `uploadsPath`. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { errorCode, FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf } from '#kit/schema.ts'
import { Failure, mediaCalls, StreamSource, TranslateType } from './contract/media.ts'

export { type FileState, StreamSource } from './contract/media.ts'

/** Relative to `/api/v1`. The tus metadata are `filename`, `kind` and optionally `audience`. */
export const uploadsPath = '/system/file/uploads'

/** An image is larger than 5M (SYSTEM-066). */
const IMAGE_TOO_LARGE = errorCode(990001)
/** Not all bytes have arrived yet. The specification names 2000035 to 2000037 as upload problems only (SYSTEM-109). */
export const UPLOAD_INCOMPLETE = errorCode(2000035)
/** The content is unreadable as its type: empty, damaged, encrypted, or with too many pixels. */
export const FILE_UNREADABLE = errorCode(2000036)
export const FILE_NAME_REFUSED = errorCode(2000037)

const megabyte = 1024 * 1024
const gigabyte = 1024 * megabyte

/** The class of a file type decides its limits and its preview. */
export type FileClass = 'picture' | 'video' | 'audio' | 'pdf' | 'slides' | 'text' | 'office' | 'archive'

export interface FileType {
  readonly class: FileClass
  readonly contentType: string
}

const type = (fileClass: FileClass, contentType: string): FileType => ({ class: fileClass, contentType })
const openXml = 'application/vnd.openxmlformats-officedocument'

/** All accepted file types by extension. */
export const fileTypes: Readonly<Record<string, FileType>> = {
  jpg: type('picture', 'image/jpeg'),
  jpeg: type('picture', 'image/jpeg'),
  png: type('picture', 'image/png'),
  gif: type('picture', 'image/gif'),
  bmp: type('picture', 'image/bmp'),
  mp4: type('video', 'video/mp4'),
  m4v: type('video', 'video/mp4'),
  webm: type('video', 'video/webm'),
  mp3: type('audio', 'audio/mpeg'),
  m4a: type('audio', 'audio/mp4'),
  wav: type('audio', 'audio/wav'),
  ogg: type('audio', 'audio/ogg'),
  flac: type('audio', 'audio/flac'),
  aac: type('audio', 'audio/aac'),
  pdf: type('pdf', 'application/pdf'),
  ppt: type('slides', 'application/vnd.ms-powerpoint'),
  pptx: type('slides', `${openXml}.presentationml.presentation`),
  doc: type('office', 'application/msword'),
  docx: type('office', `${openXml}.wordprocessingml.document`),
  xls: type('office', 'application/vnd.ms-excel'),
  xlsx: type('office', `${openXml}.spreadsheetml.sheet`),
  txt: type('text', 'text/plain'),
  csv: type('text', 'text/csv'),
  zip: type('archive', 'application/zip'),
  h5p: type('archive', 'application/zip'),
}

/** Sizes of limits.tsv. */
const sizeBytesMaxOfClass: Readonly<Record<FileClass, number>> = {
  picture: 5 * megabyte,
  video: gigabyte,
  audio: gigabyte,
  pdf: 100 * megabyte,
  slides: 50 * megabyte,
  text: 100 * megabyte,
  office: 100 * megabyte,
  archive: gigabyte,
}

/** Slides may have 100 pages (SYSTEM-073). */
export const slidesPagesMax = 100

export interface FileKind {
  readonly extensions: readonly string[]
  /** The size limit of pictures, if it differs from 5M. */
  readonly pictureBytesMax?: number
  /** The size limit of videos, if it is below 1G. */
  readonly videoBytesMax?: number
  readonly nameLengthMax: number
}

const pictures = ['jpg', 'jpeg', 'png']
const documents = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt', 'csv']
const videos = ['mp4', 'm4v', 'webm']
const audios = ['mp3', 'm4a', 'wav', 'ogg', 'flac', 'aac']

/**
 * The kinds of upload fields. They settle rules that the specification leaves open (SYSTEM-065, 068, 077): gif and bmp
 * in rich text, 10M for covers, names of 200 characters for attachments.
 */
export const fileKinds = {
  image: { extensions: pictures, nameLengthMax: 100 },
  'rich-image': { extensions: [...pictures, 'gif', 'bmp'], nameLengthMax: 100 },
  cover: { extensions: pictures, pictureBytesMax: 10 * megabyte, nameLengthMax: 100 },
  avatar: { extensions: pictures, pictureBytesMax: 3 * megabyte, nameLengthMax: 100 },
  video: { extensions: videos, nameLengthMax: 100 },
  // Posts of members are the only field with a video limit of 100 MB (SYSTEM-075).
  'post-video': { extensions: videos, videoBytesMax: 100 * megabyte, nameLengthMax: 100 },
  audio: { extensions: audios, nameLengthMax: 100 },
  pdf: { extensions: ['pdf'], nameLengthMax: 100 },
  document: { extensions: documents, nameLengthMax: 100 },
  archive: { extensions: ['zip'], nameLengthMax: 100 },
  // Learning packages: SCORM, xAPI and cmi5 are archives of any name, H5P has its own extension.
  package: { extensions: ['zip', 'h5p'], nameLengthMax: 100 },
  attachment: { extensions: [...pictures, 'gif', ...documents, ...videos, ...audios, 'zip'], nameLengthMax: 200 },
} as const satisfies Readonly<Record<string, FileKind>>

export type FileKindName = keyof typeof fileKinds
export const fileKindNames = Object.keys(fileKinds) as FileKindName[]

/** At most 10 attachments, 5 in the declared places (SYSTEM-078). */
export const attachmentsMax = 10

/** The extension of a name in lower case; empty if there is none. */
export function extensionOf(name: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** The size limit for this type in a field of this kind. */
export function sizeBytesMax(kind: FileKindName, extension: string): number {
  const fileClass = fileTypes[extension]?.class
  if (fileClass === undefined) return 0
  const { pictureBytesMax, videoBytesMax }: FileKind = fileKinds[kind]
  const own = fileClass === 'picture' ? pictureBytesMax : fileClass === 'video' ? videoBytesMax : undefined
  return own ?? sizeBytesMaxOfClass[fileClass]
}

/** The error code of an oversized file; images over 5M have their own code (SYSTEM-066, SYSTEM-074). */
export function tooLargeCode(kind: FileKindName, extension: string) {
  const isImage = fileTypes[extension]?.class === 'picture' && sizeBytesMax(kind, extension) === 5 * megabyte
  return isImage ? IMAGE_TOO_LARGE : FILE_TOO_LARGE
}

const Kind = OneOf(fileKindNames)
/** company: every member of the company. owner: the uploader only. link: members with a grant of the owning module. */
const Audience = OneOf(['company', 'owner', 'link'] as const)
export type Audience = Static<typeof Audience>

const FileInfo = Type.Object({
  id: Id,
  /** `files/{id}`: the name of the file in other rows and answers; it is served at `/human/file/{id}`. */
  path: Type.String(),
  kind: Kind,
  name: Type.String(),
  sizeBytes: Type.Integer(),
  contentType: Type.String(),
  /** Pixels of a picture or a video. */
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
  /** Of audio and video. */
  durationMs: Nullable(Type.Integer()),
  /** Of a PDF or of slides. */
  pages: Nullable(Type.Integer()),
  createTime: Instant,
})
export type FileInfo = Static<typeof FileInfo>

/** The full path of a preview is its url, or its path if there is no url (SYSTEM-081, SYSTEM-082). */
export const Preview = Type.Object({
  url: Type.String(),
  path: Type.String(),
  source: OneOf(['local', 'cloud'] as const),
  configId: Nullable(Type.String()),
  isAuth: Type.Boolean(),
  isCloud: Type.Boolean(),
  name: Type.String(),
  sizeBytes: Type.Integer(),
  contentType: Type.String(),
  translateType: Nullable(TranslateType),
  progressPermille: Type.Integer(),
  failure: Nullable(Failure),
  /** An office file as a PDF. */
  pdfUrl: Nullable(Type.String()),
  posterUrl: Nullable(Type.String()),
  stream: Nullable(StreamSource),
  /** Whether the caller may restart a failed conversion. */
  mayRetry: Type.Boolean(),
})
export type Preview = Static<typeof Preview>

const idQuery = Type.Object({ id: Id })
const idParams = Type.Object({ id: Id })
/** Additional widths in which a picture is served as webp. */
export const pictureWidths = ['320', '640', '1280'] as const

const uploadRefusals = [FILE_TOO_LARGE, IMAGE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, FILE_UNREADABLE, FILE_NAME_REFUSED]
const tenMinutesMs = 600_000

const fileCalls = contract({
  finishUpload: {
    method: 'POST',
    path: `${uploadsPath}/{id}/finish`,
    summary: 'Turns a complete resumable upload into a file. May be repeated',
    access: 'signed-in',
    noDryRun: 'upload',
    params: idParams,
    response: FileInfo,
    errors: [NOT_FOUND, UPLOAD_INCOMPLETE, FILE_TOO_LARGE, IMAGE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, FILE_UNREADABLE],
    timeoutMs: tenMinutesMs,
    outside: true,
  },
  uploadFile: {
    method: 'POST',
    path: '/human/file/upload',
    aliases: ['/system/file-cloud/upload'],
    summary: 'Stores a file from a single request; answers id and path (SYSTEM-061, SYSTEM-092, SYSTEM-093)',
    access: 'signed-in',
    noDryRun: 'upload',
    kind: 'multipart',
    uploadBytesMax: gigabyte,
    uploadToDisk: true,
    body: Body({ kind: Type.Optional(Kind), audience: Type.Optional(Audience) }),
    response: FileInfo,
    errors: uploadRefusals,
    timeoutMs: tenMinutesMs,
    outside: true,
  },
  cropperUpload: {
    method: 'POST',
    path: '/system/file/cropper-upload',
    aliases: ['/system/file/cloud/cropper-upload', '/system/file-cloud/upload/cropper'],
    summary: 'Stores a cropped picture as a png of 200×200 pixels (SYSTEM-062, SYSTEM-089 to SYSTEM-091)',
    access: 'signed-in',
    noDryRun: 'upload',
    kind: 'multipart',
    uploadBytesMax: 3 * megabyte,
    response: Type.Object({ code: Type.Literal(200), path: Type.String(), imgId: Id, id: Id }),
    errors: [FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, FILE_UNREADABLE],
    timeoutMs: tenMinutesMs,
    outside: true,
  },
  fileContent: {
    method: 'GET',
    path: '/human/file/{id}',
    aliases: ['/system/file/content/{id}'],
    summary: 'The content of a file or a range of it. Pages load it without headers, by the access cookie or a grant',
    // Public, because the access cookie may also identify the caller; the handler checks the access.
    access: 'public',
    kind: 'stream',
    params: idParams,
    query: Type.Object({
      grant: Type.Optional(Type.String({ maxLength: 200 })),
      /** The company, if the grant is for a guest without an account. */
      guest: Type.Optional(Id),
      download: Type.Optional(OneOf(['1'])),
      /** A rendition instead of the file itself. */
      rendition: Type.Optional(OneOf(['pdf', 'poster'] as const)),
      /** A narrower version of a picture. */
      width: Type.Optional(OneOf(pictureWidths)),
    }),
    response: Type.Unknown(),
    errors: [NOT_FOUND],
  },
  fileInfo: {
    method: 'GET',
    path: '/system/file/info/{id}',
    summary: 'Name, size and type of a file',
    access: 'signed-in',
    params: idParams,
    response: FileInfo,
    errors: [NOT_FOUND],
  },
  preview: {
    method: 'GET',
    path: '/system/file-agent/preview',
    aliases: ['/file-agent/file/preview', '/system/file-cloud/preview-new'],
    summary: 'The addresses of a preview (SYSTEM-081, SYSTEM-095, SYSTEM-097, SYSTEM-099)',
    access: 'signed-in',
    query: idQuery,
    response: Preview,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  downloadAddress: {
    method: 'GET',
    path: '/human/file/down-encode-auth',
    summary: 'A short-lived download address for the caller (SYSTEM-096)',
    access: 'signed-in',
    query: idQuery,
    response: Type.Object({ url: Type.String(), name: Type.String() }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
})

export const files = { ...fileCalls, ...mediaCalls }
