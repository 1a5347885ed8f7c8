/** Files: uploads, who may see them, previews. Resumable uploads speak the tus protocol at `uploadsPath`. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { errorCode, FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf } from '#kit/schema.ts'
import { Failure, mediaCalls, StreamSource, TranslateType } from './contract/media.ts'

export { type FileState, StreamSource } from './contract/media.ts'

/** Relative to `/api/v1`. The tus metadata are `filename`, `kind` and, where wanted, `audience`. */
export const uploadsPath = '/system/file/uploads'

/** An image is larger than 5M (SYSTEM-066). */
const IMAGE_TOO_LARGE = errorCode(990001)
/** Not all bytes have arrived yet. The specification names 2000035 to 2000037 as upload problems only (SYSTEM-109). */
export const UPLOAD_INCOMPLETE = errorCode(2000035)
/** The content can't be read as what it says it is: empty, damaged, encrypted, or too many pixels. */
export const FILE_UNREADABLE = errorCode(2000036)
export const FILE_NAME_REFUSED = errorCode(2000037)

const megabyte = 1024 * 1024
const gigabyte = 1024 * megabyte

/** What a type of file is to its limits and its preview. */
export type FileClass = 'picture' | 'video' | 'audio' | 'pdf' | 'slides' | 'text' | 'office' | 'archive'

export interface FileType {
  readonly class: FileClass
  readonly contentType: string
}

const type = (fileClass: FileClass, contentType: string): FileType => ({ class: fileClass, contentType })
const openXml = 'application/vnd.openxmlformats-officedocument'

/** Every type that any field takes, by the extension of its name. */
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
  /** Where pictures may be larger, or must be smaller, than 5M. */
  readonly pictureBytesMax?: number
  /** Where films must be smaller than 1G. */
  readonly videoBytesMax?: number
  readonly nameLengthMax: number
}

const pictures = ['jpg', 'jpeg', 'png']
const documents = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt', 'csv']
const videos = ['mp4', 'm4v', 'webm']
const audios = ['mp3', 'm4a', 'wav', 'ogg', 'flac', 'aac']

/**
 * The kinds of upload field. Where the specification leaves open which places allow what (SYSTEM-065, 068, 077), the
 * kinds decide: gif and bmp in rich text, 10M for covers, names of 200 characters for attachments.
 */
export const fileKinds = {
  image: { extensions: pictures, nameLengthMax: 100 },
  'rich-image': { extensions: [...pictures, 'gif', 'bmp'], nameLengthMax: 100 },
  cover: { extensions: pictures, pictureBytesMax: 10 * megabyte, nameLengthMax: 100 },
  avatar: { extensions: pictures, pictureBytesMax: 3 * megabyte, nameLengthMax: 100 },
  video: { extensions: videos, nameLengthMax: 100 },
  // The one place that takes films of 100 MB only (SYSTEM-075): what members post.
  'post-video': { extensions: videos, videoBytesMax: 100 * megabyte, nameLengthMax: 100 },
  audio: { extensions: audios, nameLengthMax: 100 },
  pdf: { extensions: ['pdf'], nameLengthMax: 100 },
  document: { extensions: documents, nameLengthMax: 100 },
  archive: { extensions: ['zip'], nameLengthMax: 100 },
  // Learning packages: SCORM, xAPI and cmi5 are archives of any name, H5P has an ending of its own.
  package: { extensions: ['zip', 'h5p'], nameLengthMax: 100 },
  attachment: { extensions: [...pictures, 'gif', ...documents, ...videos, ...audios, 'zip'], nameLengthMax: 200 },
} as const satisfies Readonly<Record<string, FileKind>>

export type FileKindName = keyof typeof fileKinds
export const fileKindNames = Object.keys(fileKinds) as FileKindName[]

/** At most 10 attachments, 5 in the places declared so (SYSTEM-078). */
export const attachmentsMax = 10

/** The last part of a name, in small letters; empty where there is none. */
export function extensionOf(name: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** The most bytes that a file of this type may have in a field of this kind. */
export function sizeBytesMax(kind: FileKindName, extension: string): number {
  const fileClass = fileTypes[extension]?.class
  if (fileClass === undefined) return 0
  const { pictureBytesMax, videoBytesMax }: FileKind = fileKinds[kind]
  const own = fileClass === 'picture' ? pictureBytesMax : fileClass === 'video' ? videoBytesMax : undefined
  return own ?? sizeBytesMaxOfClass[fileClass]
}

/** Which refusal a file over its size is: images of 5M have a code of their own (SYSTEM-066, SYSTEM-074). */
export function tooLargeCode(kind: FileKindName, extension: string) {
  const isImage = fileTypes[extension]?.class === 'picture' && sizeBytesMax(kind, extension) === 5 * megabyte
  return isImage ? IMAGE_TOO_LARGE : FILE_TOO_LARGE
}

const Kind = OneOf(fileKindNames)
/** company: every member of the company. owner: nobody else. link: whom the owning module grants it. */
const Audience = OneOf(['company', 'owner', 'link'] as const)
export type Audience = Static<typeof Audience>

const FileInfo = Type.Object({
  id: Id,
  /** `files/{id}`: how other rows and answers name the file; it is served at `/human/file/{id}`. */
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

/** From these the full path of a preview is built: the url where there is one, else the path (SYSTEM-081, SYSTEM-082). */
const Preview = Type.Object({
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
  /** Whether the caller may start a failed conversion again. */
  mayRetry: Type.Boolean(),
})
export type Preview = Static<typeof Preview>

const idQuery = Type.Object({ id: Id })
const idParams = Type.Object({ id: Id })
/** Widths in which a picture is also served, as webp. */
export const pictureWidths = ['320', '640', '1280'] as const

const uploadRefusals = [FILE_TOO_LARGE, IMAGE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, FILE_UNREADABLE, FILE_NAME_REFUSED]
const tenMinutesMs = 600_000

const fileCalls = contract({
  finishUpload: {
    method: 'POST',
    path: `${uploadsPath}/{id}/finish`,
    summary: 'Turn a resumable upload, all of whose bytes have arrived, into a file. May be repeated',
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
    summary: 'Store a file that is sent in one piece; answers id and path (SYSTEM-061, SYSTEM-092, SYSTEM-093)',
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
    summary: 'Store a cropped picture as a png of 200×200 pixels (SYSTEM-062, SYSTEM-089 to SYSTEM-091)',
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
    summary:
      'The content of a file, whole or a range. Pages show it without headers: by the pass cookie, or by a grant',
    // Who asks may also be known from the pass cookie, so the handler itself refuses nobody.
    access: 'public',
    kind: 'stream',
    params: idParams,
    query: Type.Object({
      grant: Type.Optional(Type.String({ maxLength: 200 })),
      /** The company, where the grant is for somebody without an account. */
      guest: Type.Optional(Id),
      download: Type.Optional(OneOf(['1'])),
      /** What was made of the file, instead of itself. */
      rendition: Type.Optional(OneOf(['pdf', 'poster'] as const)),
      /** A picture in this width, where it is wider. */
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
    summary: 'Where to see a file (SYSTEM-081, SYSTEM-095, SYSTEM-097, SYSTEM-099)',
    access: 'signed-in',
    query: idQuery,
    response: Preview,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  downloadAddress: {
    method: 'GET',
    path: '/human/file/down-encode-auth',
    summary: 'An address from which the caller may download a file for a while (SYSTEM-096)',
    access: 'signed-in',
    query: idQuery,
    response: Type.Object({ url: Type.String(), name: Type.String() }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
})

export const files = { ...fileCalls, ...mediaCalls }
