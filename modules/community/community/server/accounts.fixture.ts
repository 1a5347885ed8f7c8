/** Builders for tests and demo data: share accounts with their members. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { EnjoyType, MemberType } from '../contract/shapes.ts'
import { communityTables } from './db.ts'
import { createInvitationCode } from './invitations.ts'
import { nameKey } from './names.ts'

export interface AccountInput {
  readonly companyId: string
  readonly organizationId?: string
  readonly enjoyType?: EnjoyType
  readonly name?: string
  readonly description?: string
  readonly avatarFileId?: string
  /** The first member is the total administrator. */
  readonly memberIds: readonly string[]
  /** The types of the other members; 2 by default. */
  readonly memberTypes?: readonly MemberType[]
  readonly now?: number
}

export async function buildAccount(connection: Connection, input: AccountInput): Promise<string> {
  const db = communityTables(connection)
  const { companyId, enjoyType = 1, name = `团队 ${uuid().slice(-6)}`, memberIds, now = Date.now() } = input
  const id = uuid()
  await db
    .insertInto('community.account')
    .values({
      id,
      company_id: companyId,
      organization_id: input.organizationId ?? companyId,
      enjoy_type: enjoyType,
      name,
      name_key: nameKey(name),
      description: input.description ?? '',
      avatar_file_id: input.avatarFileId ?? uuid(),
      invitation_code: enjoyType === 0 ? null : createInvitationCode(),
      invitation_code_at: enjoyType === 0 ? null : now - 60_000,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const members = memberIds.map((memberId, at) => ({
    account_id: id,
    member_id: memberId,
    company_id: companyId,
    member_type: at === 0 ? 0 : (input.memberTypes?.[at - 1] ?? 2),
    joined_at: now + at,
  }))
  await db.insertInto('community.account_member').values(members).execute()
  const [owner] = memberIds
  if (enjoyType === 0 && owner !== undefined) {
    await db
      .insertInto('community.personal_account')
      .values({ member_id: owner, company_id: companyId, account_id: id })
      .execute()
  }
  return id
}

/** A knowledge circle with its administrator. */
export async function buildCircle(
  connection: Connection,
  input: { readonly companyId: string; readonly ownerId: string; readonly name: string; readonly now?: number },
): Promise<string> {
  const db = communityTables(connection)
  const { companyId, ownerId, name, now = Date.now() } = input
  const id = uuid()
  await db
    .insertInto('community.circle')
    .values({ id, company_id: companyId, name, name_key: nameKey(name), created_at: now })
    .execute()
  await db
    .insertInto('community.circle_member')
    .values({ circle_id: id, member_id: ownerId, company_id: companyId, is_administrator: true, joined_at: now })
    .execute()
  return id
}
