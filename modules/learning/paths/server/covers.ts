/** The picture of a learning path. */
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { fileById, ownsFile } from '#modules/platform/files/server.ts'
import { COVER_DOES_NOT_FIT } from '../contract/errors.ts'
import type { PathsDb } from './db.ts'

export function coverAddress(fileId: string | null): string | null {
  return fileId && `/api/v1/human/file/${fileId}`
}

/** Refuses a new cover that is no picture, or that the caller has not uploaded. */
export async function assertCover(
  db: PathsDb,
  caller: Caller,
  coverFileId: string | null | undefined,
  before: string | null,
): Promise<void> {
  if (!coverFileId || coverFileId === before) return
  const file = await fileById(db, caller.companyId, coverFileId)
  if (!file || !(await ownsFile(db, caller, coverFileId))) throw refuse(COVER_DOES_NOT_FIT, { reason: 'missing' })
  if (!file.contentType.startsWith('image/')) throw refuse(COVER_DOES_NOT_FIT, { reason: 'other-kind' })
}
