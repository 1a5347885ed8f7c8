/** What other modules keep of a class: they hear when it is copied and when it is closed. */
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import type { PlacedClass } from './placed-class.ts'

export interface ClassCopy {
  readonly classId: string
  /** How far its times lie after those of the original; null: it has no times. */
  readonly shift: number | null
  /** The activities by those of the original. */
  readonly activities: Readonly<Record<string, string>>
}

export interface ClassCopies {
  readonly companyId: string
  readonly originalId: string
  readonly copies: readonly ClassCopy[]
  readonly by: string
  readonly now: number
}

interface ClassPart {
  /** Takes over to the copies what belongs to the settings of the class, in a bounded number of statements for all of them. */
  readonly copied?: (connection: Connection, copies: ClassCopies) => Promise<void>
  /** Ends what is still on its way. The class is locked, and nothing of it is changed afterwards. */
  readonly closed?: (
    connection: Connection,
    found: PlacedClass,
    of: { readonly by: string; readonly now: number },
  ) => Promise<void>
}

export const classPart = extensionPoint<ClassPart>('classes.part')
