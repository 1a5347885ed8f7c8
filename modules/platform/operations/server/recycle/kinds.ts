/** What has a recycle bin: the owning modules register it (SYSTEM-246). */
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import type { Bilingual } from '../../contract/shapes.ts'

export interface RecycledAbout {
  readonly companyId: string
  readonly itemId: string
  readonly now: number
}

export interface RecycleKind {
  /** `course`: lower case, unique on the platform. */
  readonly kind: string
  readonly label: Bilingual
  /** Takes the mark of deletion away, in the transaction of who asks. Refuses where the item has no place any more. */
  restore(db: Connection, item: RecycledAbout): Promise<void>
  /** Removes the item for good, in a transaction of its own. What is gone already is no error. */
  purge(db: Connection, item: RecycledAbout): Promise<void>
}

export const recycleKind = extensionPoint<RecycleKind>('operations.recycle-kind')

export function findRecycleKind(kind: string): RecycleKind | undefined {
  return recycleKind.all().find((one) => one.kind === kind)
}
