/** As which account a member publishes and answers. */
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { ACCOUNT_FROZEN, type EnjoyType, EXPERT_FROZEN, type MemberType, NO_EXPERT } from '../contract/shapes.ts'
import { communityTables } from './db.ts'

/** An account that the caller belongs to. */
export interface OwnAccount {
  readonly id: string
  readonly name: string
  readonly enjoyType: EnjoyType
  readonly memberType: MemberType
  readonly frozen: boolean
}

function ownAccounts(connection: Connection, caller: Caller) {
  return communityTables(connection)
    .selectFrom('community.account as a')
    .innerJoin('community.account_member as m', 'm.account_id', 'a.id')
    .select(['a.id', 'a.name', 'a.enjoy_type', 'm.member_type', 'a.frozen_at', 'a.organization_id'])
    .where('m.company_id', '=', caller.companyId)
    .where('m.member_id', '=', caller.memberId)
}

type OwnRow = Awaited<ReturnType<ReturnType<typeof ownAccounts>['execute']>>[number]

const ownAccount = ({ id, name, enjoy_type, member_type, frozen_at }: OwnRow): OwnAccount => ({
  ...{ id, name, frozen: frozen_at !== null },
  enjoyType: enjoy_type as EnjoyType,
  memberType: member_type as MemberType,
})

/** The caller’s accounts, the personal one first; frozen ones as well. */
export async function accountsOfCaller(connection: Connection, caller: Caller): Promise<OwnAccount[]> {
  const rows = await ownAccounts(connection, caller)
    .orderBy('a.enjoy_type')
    .orderBy('m.member_type')
    .orderBy('a.name')
    .limit(200)
    .execute()
  return rows.map(ownAccount)
}

/**
 * The account under which the caller is about to publish. Refuses an account of another company (900005), one that the caller
 * does not belong to (70304), and a frozen one (70306; 70307 where the caller `answers`). With `lock`, nobody freezes it before
 * the transaction ends.
 */
export async function accountForPublishing(
  connection: Connection,
  caller: Caller,
  accountId: string,
  lock: boolean,
  { answers = false }: { readonly answers?: boolean } = {},
): Promise<OwnAccount & { readonly organizationId: string }> {
  const own = ownAccounts(connection, caller).where('a.id', '=', accountId)
  const row = await (lock ? own.forShare() : own).executeTakeFirst()
  if (!row) {
    const known = await communityTables(connection)
      .selectFrom('community.account')
      .select('id')
      .where('id', '=', accountId)
      .where('company_id', '=', caller.companyId)
      .executeTakeFirst()
    throw refuse(known ? NO_EXPERT : NOT_FOUND)
  }
  if (row.frozen_at !== null) throw refuse(answers ? EXPERT_FROZEN : ACCOUNT_FROZEN)
  return { ...ownAccount(row), organizationId: row.organization_id }
}
