/**
 * Word documents as articles. What a file unpacks to is read from its directory before anything is unpacked; it is read in a
 * thread with a limit of memory and time, two at once; its pictures go through all checks of an upload.
 */
import type { Caller } from '#kit/caller.ts'
import { Refusal, refuse } from '#kit/errors.ts'
import { FILE_UNREADABLE } from '#modules/platform/files/contract.ts'
import { storeFile } from '#modules/platform/files/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { inWorker } from '#server/spreadsheet/in-worker.ts'
import { assertOfficeFile } from '#server/spreadsheet/reader.ts'
import { articleHtmlMax, type ImportedArticle } from '../contract/article.ts'
import { cleanArticle } from './article.ts'

export interface ReadPicture {
  readonly extension: string
  readonly bytes: Uint8Array
}

export interface ReadDocument {
  /** Pictures are named by their places: `media:0`. */
  readonly html: string
  readonly pictures: readonly ReadPicture[]
  readonly lostCount: number
}

/** More pictures of one document are left out. */
const picturesMax = 100
const readersMax = 2

let reading = 0
const waiting: (() => void)[] = []

/** Each reader may take hundreds of megabytes: the others wait for their turn. */
async function inTurn<T>(read: () => Promise<T>): Promise<T> {
  if (reading >= readersMax) await new Promise<void>((resolve) => waiting.push(resolve))
  else reading += 1
  try {
    return await read()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else reading -= 1
  }
}

/** The text up to the end of its last paragraph that fits. */
function fitting(html: string): string {
  if (html.length <= articleHtmlMax) return html
  const end = html.lastIndexOf('</p>', articleHtmlMax - 1000)
  return end < 0 ? '' : html.slice(0, end + '</p>'.length)
}

interface Import {
  readonly caller: Caller
  readonly bytes: Buffer
  readonly now: number
}

/** The document as HTML of an article, with its pictures as files of the caller that the company may see. */
export async function importWord(
  connection: Connection,
  outside: Outside,
  { caller, bytes, now }: Import,
): Promise<ImportedArticle> {
  assertOfficeFile(bytes, ['docx'])
  const url = new URL('./article-import-worker.ts', import.meta.url)
  const read = await inTurn(() => inWorker<ReadDocument>(url, bytes)).catch(() => {
    throw refuse(FILE_UNREADABLE)
  })
  const html = fitting(read.html)
  const shown = new Set([...html.matchAll(place)].map(([, at]) => Number(at)))
  const sources = new Map<number, string>()
  for (const [at, picture] of read.pictures.slice(0, picturesMax).entries()) {
    if (!shown.has(at)) continue
    const id = await stored(connection, outside, { caller, picture, now, number: at + 1 })
    if (id !== undefined) sources.set(at, `/api/v1/human/file/${id}`)
  }
  const withSources = html.replace(place, (_, at: string) => `src="${sources.get(Number(at)) ?? ''}"`)
  return {
    html: cleanArticle(withSources.replaceAll(emptyFigure, '')),
    pictureCount: sources.size,
    lostCount: read.lostCount + shown.size - sources.size,
    isCut: html !== read.html,
  }
}

const place = /(?<=<img\b[^>]*)\bsrc="media:(\d{1,6})"/g
const emptyFigure = /<figure><img\b[^>]*\bsrc=""[^>]*><\/figure>/g

interface Picture extends Omit<Import, 'bytes'> {
  readonly picture: ReadPicture
  readonly number: number
}

/** The id of the stored picture; undefined where it is refused as an upload of it would be. */
async function stored(connection: Connection, outside: Outside, { caller, picture, now, number }: Picture) {
  try {
    const { id } = await storeFile(connection, outside, {
      ...{ companyId: caller.companyId, ownerId: caller.memberId, kind: 'rich-image', audience: 'company' },
      ...{ name: `picture-${number}.${picture.extension}`, content: Buffer.from(picture.bytes), now },
    })
    return id
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
