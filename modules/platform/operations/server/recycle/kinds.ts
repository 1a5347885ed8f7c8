/** Kinds of recycled items: the owning modules register them (SYSTEM-246). */
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import type { Bilingual } from '../../contract/shapes.ts'

export interface RecycledReference {
  readonly companyId: string
  readonly itemId: string
  readonly now: number
}

export interface RecycleKind {
  /** `course`: lower case, unique on the platform. */
  readonly kind: string
  readonly label: Bilingual
  /** Removes the mark of deletion in the caller's transaction. Refuses if the item's place no longer exists. */
  restore(db: Connection, item: RecycledReference): Promise<void>
  /** Deletes the item permanently in its own transaction. A missing item is no error. */
  purge(db: Connection, item: RecycledReference): Promise<void>
}

export const recycleKind = extensionPoint<RecycleKind>('operations.recycle-kind')

export function findRecycleKind(kind: string): RecycleKind | undefined {
  return recycleKind.all().find((one) => one.kind === kind)
}
