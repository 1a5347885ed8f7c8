/**
 * What a module keeps of a member: every module that has rows about a person registers how they are handed out and how
 * they are erased. The module `privacy` asks them all, in the order of the modules.
 */
import type { Connection } from './db/connection.ts'
import { extensionPoint } from './extension.ts'

export interface PersonalDataOwner {
  readonly companyId: string
  readonly memberId: string
  readonly now: number
}

/** Rows of one kind, as the member reads them: column names in small letters, instants in milliseconds. */
export interface PersonalRecords {
  /** The name of the file in the export: `sign-ins`, `course-progress`. */
  readonly name: string
  readonly title: { readonly cn: string; readonly en: string }
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

export interface PersonalData {
  readonly module: string
  collect(db: Connection, owner: PersonalDataOwner): Promise<readonly PersonalRecords[]>
  /**
   * Removes what identifies the person, and what only concerned the person. What others rely on (a certificate's number,
   * the sums of a report, a discussion) stays without a name. May run twice.
   */
  erase(db: Connection, owner: PersonalDataOwner): Promise<void>
}

export const personalData = extensionPoint<PersonalData>('personal-data')
