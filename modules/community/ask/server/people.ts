/** Who wrote something, as readers see it. */
import { membersByIds } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Writer } from '../contract/shapes.ts'

export interface Written {
  readonly authorId: string | null
  readonly expertId: string | null
  /** The name is nobody's to read. */
  readonly isAnonymous?: boolean
}

/** The writers of these rows, in one statement; null for anonymous ones and for erased accounts. */
export async function writersOf(
  db: Connection,
  companyId: string,
  rows: readonly Written[],
): Promise<(row: Written) => Writer> {
  const ids = rows.flatMap(({ authorId, isAnonymous }) => (authorId === null || isAnonymous ? [] : [authorId]))
  const members = ids.length === 0 ? new Map() : await membersByIds(db, companyId, [...new Set(ids)])
  return ({ authorId, expertId, isAnonymous }) => {
    const member = authorId === null || isAnonymous ? undefined : members.get(authorId)
    if (!member) return null
    return {
      memberId: member.id,
      fullName: member.fullName,
      picture: member.avatarPath,
      organizationName: member.organizationName,
      expertId,
    }
  }
}

export async function nameOf(db: Connection, companyId: string, memberId: string): Promise<string> {
  return (await membersByIds(db, companyId, [memberId])).get(memberId)?.fullName ?? ''
}
