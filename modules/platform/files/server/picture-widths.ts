/** Pictures in the widths of lists and cards, as webp: made on the first request and stored. */
import { buffer } from 'node:stream/consumers'
import { v7 as uuid } from 'uuid'
import type { Outside } from '#server/outside.ts'
import { pictureWidths } from '../contract.ts'
import type { FilesDb } from './db.ts'
import type { FileRow } from './files.ts'
import { drawWebp } from './pictures.ts'
import { findRendition, type RenditionRow } from './renditions.ts'

/** Pictures in progress in this process; parallel requests wait for the same one. */
const drawing = new Map<string, Promise<RenditionRow | undefined>>()

/** Smaller ones gain nothing. */
const drawnFrom = Number(pictureWidths[0])

/**
 * undefined for a small or animated picture, which is shown itself. A picture that is narrower than `width` keeps its width:
 * as webp it is half as large.
 */
export async function smallerPicture(
  db: FilesDb,
  outside: Outside,
  file: FileRow,
  width: number,
): Promise<RenditionRow | undefined> {
  const drawn = file.content_type === 'image/jpeg' || file.content_type === 'image/png'
  if (!drawn || (file.width ?? 0) <= drawnFrom) return undefined
  const name = `w${width}`
  const known = await findRendition(db, file.id, name)
  if (known) return known
  const key = `${file.id}-${name}`
  const running = drawing.get(key) ?? draw(db, outside, file, width, name).finally(() => drawing.delete(key))
  drawing.set(key, running)
  return running
}

async function draw(
  db: FilesDb,
  outside: Outside,
  file: FileRow,
  width: number,
  name: string,
): Promise<RenditionRow | undefined> {
  const picture = await drawWebp(await buffer(await outside.storage.get(file.id)), width)
  const object_key = uuid()
  await outside.storage.put(object_key, picture.bytes)
  const row = {
    file_id: file.id,
    name,
    company_id: file.company_id,
    object_key,
    content_type: 'image/webp',
    size_bytes: picture.bytes.length,
    width: picture.width,
    height: picture.height,
    created_at: outside.clock.now(),
  }
  const inserted = await db
    .insertInto('files.rendition')
    .values(row)
    .onConflict((conflict) => conflict.columns(['file_id', 'name']).doNothing())
    .returning('name')
    .executeTakeFirst()
  if (inserted) return row
  // Another process has stored it first.
  await outside.storage.delete(object_key)
  return findRendition(db, file.id, name)
}
