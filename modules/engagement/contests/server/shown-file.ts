/** How the file of a work is shown to somebody. */
import { fileById, grantAccess, officePdfOf } from '#modules/platform/files/server.ts'
import type { CopyState, fileKinds } from '../contract/states.ts'
import type { ShownFile } from '../contract/works.ts'
import type { ContestsDb } from './db.ts'

export interface VersionFile {
  readonly fileId: string
  readonly fileName: string
  readonly fileKind: (typeof fileKinds)[number]
  readonly copy: CopyState
  readonly copyFileId: string | null
}

interface Viewer {
  readonly companyId: string
  readonly memberId: string
}

const seconds = 4 * 3600

/** `isNameless`: the viewer gets the copy without names, or nothing as long as there is none. */
export async function shownFile(
  db: ContestsDb,
  viewer: Viewer,
  { fileId, fileName, fileKind, copy, copyFileId }: VersionFile,
  { isNameless, now }: { readonly isNameless: boolean; readonly now: number },
): Promise<ShownFile> {
  const shownId = isNameless ? copyFileId : fileId
  const file = shownId === null ? undefined : await fileById(db, viewer.companyId, shownId)
  const none = { kind: fileKind, name: isNameless ? '' : fileName, url: null, pdfUrl: null, copy }
  if (!file) return none
  const ask = { ...viewer, fileId: file.id, seconds, now }
  const pdf = fileKind === 'document' ? await officePdfOf(db, ask) : undefined
  const url = await grantAccess(db, { ...ask, isNameless })
  return { kind: fileKind, name: file.name, url, pdfUrl: pdf?.url ?? null, copy }
}
