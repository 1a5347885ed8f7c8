/** Administrators create and change members. */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { assertNotSelf, type Caller } from '#kit/caller.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { normalizeName } from '#kit/names.ts'
import { SUPERIOR_CYCLE } from '../contract/codes.ts'
import type { MemberAdminDetail, members } from '../contract/members.ts'
import { plainPhone } from '../contract/shapes.ts'
import { isDay } from './calendar-dates.ts'
import { lockCompany } from './companies.ts'
import { setPassword } from './credentials.ts'
import type { IdentityDb } from './db.ts'
import { memberDetail } from './members.ts'
import { insertMember } from './new-members.ts'
import { assertMayFill } from './organizations.ts'
import { assertPasswordAccepted, hashPassword } from './passwords.ts'
import { assertMayChange, keepingSuperAdmin } from './permission-limits.ts'
import { getPosition } from './positions.ts'
import { endSessions } from './sessions.ts'
import { refusingUsed } from './uniqueness.ts'
import { assertNoImitation, assertUserNameAccepted } from './user-names.ts'
import { forgetWrongPasswords } from './wrong-passwords.ts'

type NewMember = Static<(typeof members.createMember)['body']>
type MemberChange = Static<(typeof members.changeMember)['body']>
type BulkChange = Static<(typeof members.changeMembers)['body']>

/** Checks the values against other tables. */
async function assertTargets(db: IdentityDb, caller: Caller, change: MemberChange | BulkChange): Promise<void> {
  if (change.organizationId !== undefined) await assertMayFill(db, caller, change.organizationId, 'member.manage')
  if (typeof change.positionId === 'string') await getPosition(db, caller.companyId, change.positionId)
  if ('hiredOn' in change && typeof change.hiredOn === 'string' && !isDay(change.hiredOn))
    throw refuse(INVALID_INPUT, { fields: [{ path: 'hiredOn', rule: 'date', message: 'is not in the calendar' }] })
}

/** Refuses a cycle of superiors. */
async function assertSuperior(
  db: IdentityDb,
  companyId: string,
  memberIds: readonly string[],
  superiorId: string,
): Promise<void> {
  await lockCompany(db, companyId)
  const { rows } = await sql<{ id: string }>`
    with recursive chain as (
      select id, superior_id from identity.member where id = ${superiorId} and company_id = ${companyId}
      union select m.id, m.superior_id from identity.member m join chain on m.id = chain.superior_id
    ) select id from chain`.execute(db)
  if (rows.length === 0) throw refuse(NOT_FOUND)
  if (rows.some((row) => memberIds.includes(row.id))) throw refuse(SUPERIOR_CYCLE)
}

function columnsOf(change: MemberChange) {
  const { fullName, jobName, email } = change
  const columns = {
    name: change.memberName,
    full_name: fullName?.trim(),
    organization_id: change.organizationId,
    staff_number: change.staffNumber,
    phone: change.phone ? plainPhone(change.phone) : change.phone,
    email: email === null ? null : email?.toLowerCase(),
    sex: change.sex,
    position_id: change.positionId,
    job_name: jobName === undefined ? undefined : jobName.trim() || null,
    person_type: change.personType,
    bio: change.bio,
    hired_on: change.hiredOn,
    superior_id: change.superiorId,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

async function saveColumns(db: IdentityDb, id: string, change: MemberChange, now: number): Promise<void> {
  await refusingUsed(() =>
    db
      .updateTable('identity.member')
      .set({ ...columnsOf(change), updated_at: now })
      .where('id', '=', id)
      .execute(),
  )
}

export async function createMember(
  db: IdentityDb,
  caller: Caller,
  input: NewMember,
  now: number,
): Promise<MemberAdminDetail> {
  const { password, memberName, ...change } = input
  assertUserNameAccepted(memberName)
  if (password !== undefined) assertPasswordAccepted(password)
  await assertTargets(db, caller, change)
  await assertNoImitation(db, { companyId: caller.companyId, name: memberName })
  const id = await insertMember(
    db,
    {
      companyId: caller.companyId,
      organizationId: input.organizationId,
      name: memberName,
      fullName: input.fullName.trim(),
      passwordHash: password === undefined ? undefined : await hashPassword(password),
      changeNeeded: password !== undefined,
    },
    now,
  )
  if (typeof input.superiorId === 'string') await assertSuperior(db, caller.companyId, [id], input.superiorId)
  await saveColumns(db, id, change, now)
  return memberDetail(db, caller, id, now)
}

/** Refuses to move oneself: the organization and the superior say who decides about a member. */
async function assertOwnPlaceKept(db: IdentityDb, caller: Caller, change: MemberChange | BulkChange): Promise<void> {
  const own = await db
    .selectFrom('identity.member')
    .select(['organization_id', 'superior_id'])
    .where('id', '=', caller.memberId)
    .executeTakeFirstOrThrow()
  const { organizationId = own.organization_id, superiorId = own.superior_id } = change
  if (organizationId !== own.organization_id || superiorId !== own.superior_id) assertNotSelf(caller, [caller.memberId])
}

/**
 * The user name that is to be stored; undefined where it stays. A name that stays is not refused: members whose names look
 * alike from before can be changed otherwise.
 */
async function changedName(
  db: IdentityDb,
  companyId: string,
  memberId: string,
  name: string,
): Promise<string | undefined> {
  const { name: before } = await db
    .selectFrom('identity.member')
    .select('name')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  if (normalizeName(before) === name) return undefined
  if (before.toLowerCase() === name.toLowerCase()) return name
  assertUserNameAccepted(name)
  await assertNoImitation(db, { companyId, name, memberId })
  return name
}

export async function changeMember(
  db: IdentityDb,
  caller: Caller,
  id: string,
  change: MemberChange,
  now: number,
): Promise<MemberAdminDetail> {
  await assertMayChange(db, caller, [id])
  if (id === caller.memberId) await assertOwnPlaceKept(db, caller, change)
  await assertTargets(db, caller, change)
  const { memberName: name, ...others } = change
  const memberName = name === undefined ? undefined : await changedName(db, caller.companyId, id, name)
  if (typeof change.superiorId === 'string') await assertSuperior(db, caller.companyId, [id], change.superiorId)
  await saveColumns(db, id, { ...others, memberName }, now)
  return memberDetail(db, caller, id, now)
}

/** All or none. */
export async function changeMembers(
  db: IdentityDb,
  caller: Caller,
  change: BulkChange,
  now: number,
): Promise<{ changedCount: number }> {
  const { memberIds, enabled } = change
  await assertMayChange(db, caller, memberIds)
  if (memberIds.includes(caller.memberId)) await assertOwnPlaceKept(db, caller, change)
  await assertTargets(db, caller, change)
  if (typeof change.superiorId === 'string') await assertSuperior(db, caller.companyId, memberIds, change.superiorId)
  const save = async () => {
    await db
      .updateTable('identity.member')
      .set({
        updated_at: now,
        ...(change.organizationId !== undefined && { organization_id: change.organizationId }),
        ...(change.positionId !== undefined && { position_id: change.positionId }),
        ...(change.superiorId !== undefined && { superior_id: change.superiorId }),
        ...(enabled !== undefined && { enabled }),
      })
      .where('id', '=', sql<string>`any(${memberIds}::uuid[])`)
      .where('company_id', '=', caller.companyId)
      .execute()
  }
  if (enabled === false) {
    await keepingSuperAdmin(db, caller.companyId, save)
    await endSessions(db, memberIds, now)
  } else await save()
  return { changedCount: memberIds.length }
}

// The alphabet has no letters and digits that look alike.
const letters = 'abcdefghjkmnpqrstuvwxyz'
const digits = '23456789'

function pick(from: string, count: number): string {
  return Array.from({ length: count }, () => from[randomInt(from.length)]).join('')
}

/** Sets a password that must be changed at the next sign-in; generates one if there is no input. */
export async function resetMemberPassword(
  db: IdentityDb,
  caller: Caller,
  id: string,
  password: string | undefined,
  now: number,
): Promise<{ temporaryPassword: string }> {
  await assertMayChange(db, caller, [id])
  const temporaryPassword = password ?? `${pick(letters, 4)}-${pick(digits, 4)}`
  await setPassword(db, id, temporaryPassword, now, true)
  await endSessions(db, id, now)
  return { temporaryPassword }
}

export async function unlockMember(db: IdentityDb, caller: Caller, id: string): Promise<void> {
  await assertMayChange(db, caller, [id])
  await forgetWrongPasswords(db, id)
}
