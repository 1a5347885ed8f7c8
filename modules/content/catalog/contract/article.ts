/** What an article is made of beside text: the form of its HTML, which the editor writes, the server lets through and the view draws. */
import { type Static, Type } from 'typebox'
import type { Contract } from '#kit/contract.ts'
import { FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED } from '#kit/errors.ts'
import { Body } from '#kit/schema.ts'
import { FILE_UNREADABLE } from '#modules/platform/files/contract.ts'

/** More characters of HTML are refused before anything is read. */
export const articleHtmlMax = 500_000
/** Elements that stand in each other at most; deeper ones lose their tags and keep their text. */
export const articleDepthMax = 40
/** Members that an article may name; further names stay as plain text. */
export const mentionsMax = 50

/** `data-callout` of a `blockquote`. */
export const calloutKinds = ['info', 'success', 'warning', 'danger'] as const
export type CalloutKind = (typeof calloutKinds)[number]

/** `data-align` of paragraphs, headings and pictures. */
export const alignments = ['left', 'center', 'right'] as const

/** `data-width` of a picture, in percent of the text’s width. */
export const pictureShares = [25, 50, 75, 100] as const

/** Languages that code may be in (`class="language-…"`); another is shown without colors. */
export const codeLanguages = [
  ...['bash', 'c', 'cpp', 'csharp', 'css', 'go', 'java', 'javascript', 'json', 'kotlin', 'markdown', 'php', 'python'],
  ...['ruby', 'rust', 'sql', 'swift', 'typescript', 'xml', 'yaml'],
] as const
export type CodeLanguage = (typeof codeLanguages)[number]

export const ImportedArticle = Type.Object({
  html: Type.String(),
  /** Pictures that were stored as files of the caller. */
  pictureCount: Type.Integer(),
  /** Pictures that the article had to leave out: of a kind that no browser shows, damaged, too large, or too many. */
  lostCount: Type.Integer(),
  /** The text was longer than an article may be, and its end was cut off. */
  isCut: Type.Boolean(),
})
export type ImportedArticle = Static<typeof ImportedArticle>

const megabyte = 1024 * 1024

export const articleCalls = {
  importArticle: {
    method: 'POST',
    path: '/content/article/import',
    summary: 'The text of a Word document as HTML of an article; its pictures become files of the caller',
    access: 'signed-in',
    noDryRun: 'upload',
    kind: 'multipart',
    uploadBytesMax: 10 * megabyte,
    rate: { max: 20, windowSeconds: 60 },
    body: Body({}),
    response: ImportedArticle,
    errors: [FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, FILE_UNREADABLE],
    timeoutMs: 120_000,
    outside: true,
  },
} as const satisfies Contract
