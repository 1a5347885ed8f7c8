/** The member directory, which identity provides because it stands above this module. */
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'

export interface DirectoryMember {
  readonly id: string
  readonly fullName: string
  readonly organizationName: string
}

export interface Directory {
  /** Members of the company by id, without deleted ones. */
  byIds(db: Connection, companyId: string, ids: readonly string[]): Promise<ReadonlyMap<string, DirectoryMember>>
  /** Members of the company whose name, account or number contains the keyword. */
  search(db: Connection, companyId: string, keyword: string, limit: number): Promise<readonly DirectoryMember[]>
  /** Formats instants to the second in the company's time zone. */
  secondText(db: Connection, companyId: string): Promise<(instant: number) => string>
  /** The oldest company: it runs the platform and sees its status. */
  operatingCompany(db: Connection): Promise<string | undefined>
}

/** Registered by identity. */
export const memberDirectory = extensionPoint<Directory>('operations.member-directory')

export function directory(): Directory | undefined {
  return memberDirectory.all()[0]
}
