/** Who may read a file with the audience `link` by its plain address: members, where a module shows the file to them. */
import type { Caller } from '#kit/caller.ts'
import { callerOfMember } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import type { FileRow } from './files.ts'
import type { Reader } from './signing.ts'

/**
 * A module that shows files inside of texts, where addresses carry no grant. It is asked each time, so whoever may no longer read
 * the text no longer reads its pictures.
 */
export interface ShownFiles {
  /** Whether the module shows the file to the caller, of whose company it is. */
  isShown(db: Connection, caller: Caller, fileId: string, now: number): Promise<boolean>
}

export const shownFiles = extensionPoint<ShownFiles>('files.shown')

/** Whether some module shows the file to the reader. */
export async function isShownTo(
  db: Connection,
  reader: Reader,
  file: Pick<FileRow, 'id' | 'company_id' | 'audience'>,
  now: number,
): Promise<boolean> {
  if (file.audience !== 'link' || file.company_id !== reader.companyId) return false
  const kinds = shownFiles.all()
  const caller = kinds.length > 0 ? await callerOfMember(db, reader.memberId) : undefined
  if (!caller) return false
  for (const kind of kinds) if (await kind.isShown(db, caller, file.id, now)) return true
  return false
}
