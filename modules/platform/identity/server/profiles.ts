/** Profiles: the caller changes its own, and sees those of others. */
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { editableFields, type profile } from '../contract/profile.ts'
import type { IdentityDb } from './db.ts'

type EditDetail = Static<(typeof profile.editDetail)['response']>
type ProfileChange = Static<(typeof profile.saveProfile)['body']>
type MemberDetail = Static<(typeof profile.otherDetail)['response']>

/** Members with a staff number cannot change their full name (IDENTITY-078). */
function editableOf(staffNumber: string): EditDetail['editable'] {
  return editableFields.filter((field) => field !== 'fullName' || staffNumber === '')
}

export async function editDetail(db: IdentityDb, caller: Caller): Promise<EditDetail> {
  const { rows } = await sql<Omit<EditDetail, 'editable'>>`
    select m.id, m.name as "memberName", m.full_name as "fullName", m.avatar_path as "headPortrait", m.sex, m.bio,
      coalesce(m.language, 'cn') as language, coalesce(m.phone, '') as phone, coalesce(m.email, '') as email, coalesce(m.staff_number, '') as "staffNumber",
      o.name as "organizationName", coalesce(p.name, '') as "positionName", coalesce(m.job_name, '') as "jobName",
      m.hired_on::text as "hiredOn", c.password_hash is not null as "hasPassword"
    from identity.member m join identity.organization o on o.id = m.organization_id
    left join identity.position p on p.id = m.position_id join identity.credential c on c.member_id = m.id
    where m.id = ${caller.memberId}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return { ...rows[0], editable: editableOf(rows[0].staffNumber) }
}

export async function saveProfile(
  db: IdentityDb,
  caller: Caller,
  change: ProfileChange,
  now: number,
): Promise<EditDetail> {
  const { editable } = await editDetail(db, caller)
  const refused = Object.keys(change).filter((field) => !editable.some((allowed) => allowed === field))
  if (refused.length > 0) throw refuse(NO_PERMISSION, { fields: refused })
  const { fullName, bio } = change
  await assertClean(db, caller.companyId, {
    ...(fullName !== undefined && { fullName }),
    ...(bio !== undefined && { bio }),
  })
  await db
    .updateTable('identity.member')
    .set({
      ...(change.fullName !== undefined && { full_name: change.fullName.trim() }),
      ...(change.sex !== undefined && { sex: change.sex }),
      ...(change.bio !== undefined && { bio: change.bio }),
      ...(change.avatarPath !== undefined && { avatar_path: change.avatarPath }),
      ...(change.language !== undefined && { language: change.language }),
      updated_at: now,
    })
    .where('id', '=', caller.memberId)
    .execute()
  return editDetail(db, caller)
}

const detailColumns = sql`m.id, m.name as "memberName", m.full_name as "memberFullName",
  m.avatar_path as "headPortrait", m.sex, m.bio, m.organization_id as "organizationId",
  o.name as "organizationName", coalesce(p.name, '') as "positionName", coalesce(m.job_name, '') as "jobName",
  m.created_at as "createdAt"`
const detailTables = sql`identity.member m join identity.organization o on o.id = m.organization_id
  left join identity.position p on p.id = m.position_id`

/** A colleague without personal figures; a member of another company is refused as not found. */
export async function otherDetail(db: IdentityDb, companyId: string, memberId: string): Promise<MemberDetail> {
  const { rows } = await sql<MemberDetail>`
    select ${detailColumns} from ${detailTables}
    where m.id = ${memberId} and m.company_id = ${companyId}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

/** The additional figures that only superiors see. */
export async function memberNumbers(db: IdentityDb, memberId: string): Promise<{ phone: string; email: string }> {
  const { phone, email } = await db
    .selectFrom('identity.member')
    .select(['phone', 'email'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return { phone: phone ?? '', email: email ?? '' }
}
