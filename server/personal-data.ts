/**
 * The personal data in a module. Every module with rows about a person registers how to export and how to erase them.
 * The module `privacy` runs all of them in the order of the modules.
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
   * Removes data that identifies or only concerns the person. Data that others rely on (a certificate's number, the
   * totals of a report, a discussion) stays without a name. May run twice.
   */
  erase(db: Connection, owner: PersonalDataOwner): Promise<void>
}

export const personalData = extensionPoint<PersonalData>('personal-data')
