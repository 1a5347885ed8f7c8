/** Invitation codes of teams. */
import { randomInt } from 'node:crypto'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, refuse } from '#kit/errors.ts'
import {
  ACCOUNT_FROZEN,
  MEMBERS_REFUSED,
  TEAM_FULL,
  TOO_OFTEN,
  teamMembersMax,
  UNKNOWN_INVITATION,
} from '../contract/shapes.ts'
import { type AccountRecord, lockAccount } from './accounts.ts'
import type { CommunityDb } from './db.ts'

/** No characters that people mistake for one another. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const codeLength = 8
const renewEveryMs = 10_000

/** 32^8 codes: twenty tries a minute can't guess one. */
export function createInvitationCode(): string {
  return Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** Accepts codes as people type and paste them. */
function readCode(text: string): string {
  return text.normalize('NFKC').toUpperCase().replace(/[\s-]/gu, '')
}

async function lockTeam(
  db: CommunityDb,
  caller: Caller,
  id: string,
): Promise<AccountRecord & { invitation_code: string }> {
  const account = await lockAccount(db, caller, id)
  if (account.memberType === 2) throw refuse(NO_PERMISSION)
  const { invitation_code } = account
  if (invitation_code === null) throw refuse(MEMBERS_REFUSED)
  return { ...account, invitation_code }
}

export async function invitationCode(db: CommunityDb, caller: Caller, id: string): Promise<string> {
  return (await lockTeam(db, caller, id)).invitation_code
}

export async function renewInvitationCode(db: CommunityDb, caller: Caller, id: string, now: number): Promise<string> {
  const account = await lockTeam(db, caller, id)
  if (account.invitation_code_at !== null && now - account.invitation_code_at < renewEveryMs) throw refuse(TOO_OFTEN)
  const code = createInvitationCode()
  await db
    .updateTable('community.account')
    .set({ invitation_code: code, invitation_code_at: now, updated_at: now })
    .where('id', '=', id)
    .execute()
  return code
}

/** Adds the caller to the team of the code; present members keep their role (COMMUNITY-068). */
export async function join(db: CommunityDb, caller: Caller, text: string, now: number): Promise<string> {
  const account = await db
    .selectFrom('community.account')
    .select(['id', 'frozen_at'])
    .where('invitation_code', '=', readCode(text))
    .where('company_id', '=', caller.companyId)
    .forUpdate()
    .executeTakeFirst()
  if (!account) throw refuse(UNKNOWN_INVITATION)
  if (account.frozen_at !== null) throw refuse(ACCOUNT_FROZEN)
  await db
    .insertInto('community.account_member')
    .values({
      account_id: account.id,
      member_id: caller.memberId,
      company_id: caller.companyId,
      member_type: 2,
      joined_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await assertNotOverfull(db, account.id)
  return account.id
}

/** The caller holds the lock of the account, so the count can't change meanwhile. */
export async function assertNotOverfull(db: CommunityDb, accountId: string): Promise<void> {
  const { count } = await db
    .selectFrom('community.account_member')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (count > teamMembersMax) throw refuse(TEAM_FULL, { membersMax: teamMembersMax })
}
