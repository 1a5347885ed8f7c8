/** A member that signs in with a password. */
import type { Connection } from '#server/db/connection.ts'
import { identityTables } from './db.ts'
import { type BuiltMember, buildMember } from './members.fixture.ts'

export interface MemberInput {
  readonly phone?: string
  readonly email?: string
  readonly enabled?: boolean
}

/** The hash comes from the caller, because computing one takes long. */
export async function buildWithPassword(
  { db: connection, now }: { readonly db: Connection; readonly now: number },
  companyId: string,
  passwordHash: string,
  input: MemberInput = {},
): Promise<BuiltMember> {
  const member = await buildMember(connection, { companyId, now })
  const db = identityTables(connection)
  const { id } = member
  await db.updateTable('identity.credential').set({ password_hash: passwordHash }).where('member_id', '=', id).execute()
  if (Object.keys(input).length > 0) await db.updateTable('identity.member').set(input).where('id', '=', id).execute()
  return member
}
