/** Who the members are, asked of the module above that knows them. */
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'

export interface DirectoryMember {
  readonly id: string
  readonly fullName: string
  readonly organizationName: string
}

export interface Directory {
  /** Members of the company by id; those that are gone are missing. */
  byIds(db: Connection, companyId: string, ids: readonly string[]): Promise<ReadonlyMap<string, DirectoryMember>>
  /** Members of the company whose name, account or number contains the keyword. */
  search(db: Connection, companyId: string, keyword: string, limit: number): Promise<readonly DirectoryMember[]>
  /** The company that was made first: it runs the platform, and sees what concerns the whole of it. */
  operatingCompany(db: Connection): Promise<string | undefined>
}

/** Registered by identity. */
export const memberDirectory = extensionPoint<Directory>('operations.member-directory')

export function directory(): Directory | undefined {
  return memberDirectory.all()[0]
}
