/** The pictures of a paper as a PDF takes them: PNG or JPEG, no larger than they are printed. */
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { Caller } from '#kit/caller.ts'
import { readableFiles } from '#modules/platform/files/server.ts'
import type { Outside } from '#server/outside.ts'
import type { PapersDb } from '../db.ts'
import { picturesIn } from './marks.ts'
import type { Paragraph } from './paragraphs.ts'

export interface PrintedPicture {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/** In pixels: 300 dpi on the width of the text. */
const widthMax = 2000
/** More of a paper is printed as a word. */
const bytesMax = 60 * 1024 * 1024

async function printed(outside: Outside, fileId: string): Promise<PrintedPicture | undefined> {
  try {
    const picture = sharp(await buffer(await outside.storage.get(fileId)))
    const { data, info } = await picture
      .rotate()
      .resize({ width: widthMax, withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: 90 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch {
    // A type that is not read, or a damaged file: a word stands in its place.
    return undefined
  }
}

/** Those that the caller may open: a text may name any. */
export async function printedPictures(
  db: PapersDb,
  { caller, outside }: { readonly caller: Caller; readonly outside: Outside },
  paragraphs: readonly Paragraph[],
): Promise<() => Promise<Map<string, PrintedPicture>>> {
  const ids = [...new Set(paragraphs.flatMap(({ text }) => picturesIn(text)))]
  const found = await readableFiles(db, caller, ids)
  return async () => {
    const pictures = new Map<string, PrintedPicture>()
    let left = bytesMax
    for (const { id, sizeBytes } of found) {
      left -= sizeBytes
      const picture = left < 0 ? undefined : await printed(outside, id)
      if (picture) pictures.set(id, picture)
    }
    return pictures
  }
}
