/** The personal data of a member in identity: exported to the member, or erased. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { type PersonalDataOwner, type PersonalRecords, personalData } from '#server/personal-data.ts'
import { defaultAvatarPath } from '../contract/shapes.ts'
import { type IdentityDb, identityTables } from './db.ts'
import { forgetWrongPasswords } from './wrong-passwords.ts'

/** The text that replaces the name in every language, because the row may appear in any list. */
const erasedFullName = '已注销用户'

interface Part {
  readonly name: string
  readonly title: PersonalRecords['title']
  readonly rows: (db: IdentityDb, memberId: string) => Promise<PersonalRecords['rows']>
}

const parts: readonly Part[] = [
  {
    name: 'profile',
    title: { cn: '个人资料', en: 'Profile' },
    async rows(db, memberId) {
      const { rows } = await sql<Record<string, unknown>>`
        select m.name as member_name, m.full_name, m.staff_number, m.phone, m.email, m.sex, m.bio, m.avatar_path,
          m.language, o.name as organization, p.name as position, m.job_name, m.hired_on::text as hired_on,
          s.full_name as superior, m.person_type, m.created_at, c.password_changed_at
        from identity.member m join identity.organization o on o.id = m.organization_id
        join identity.credential c on c.member_id = m.id
        left join identity.position p on p.id = m.position_id left join identity.member s on s.id = m.superior_id
        where m.id = ${memberId}`.execute(db)
      return rows
    },
  },
  {
    name: 'information-form',
    title: { cn: '信息采集表', en: 'Information form' },
    async rows(db, memberId) {
      const form = await db
        .selectFrom('identity.member_information')
        .select(['fields', 'committed_at'])
        .where('member_id', '=', memberId)
        .executeTakeFirst()
      return form ? [{ ...(form.fields as object), committed_at: form.committed_at }] : []
    },
  },
  {
    name: 'interests',
    title: { cn: '感兴趣的话题', en: 'Interests' },
    rows: (db, memberId) =>
      db
        .selectFrom('identity.member_topic as c')
        .innerJoin('identity.topic as t', 't.id', 'c.topic_id')
        .select('t.name')
        .where('c.member_id', '=', memberId)
        .orderBy('t.sort')
        .execute(),
  },
  {
    name: 'roles',
    title: { cn: '角色', en: 'Roles' },
    rows: (db, memberId) =>
      db
        .selectFrom('identity.role_grant as g')
        .innerJoin('identity.organization as o', 'o.id', 'g.organization_id')
        .leftJoin('identity.custom_role as made', (join) => join.on(sql`made.id::text`, '=', sql.ref('g.role')))
        .select(['o.name as organization', 'g.enabled', 'g.granted_at'])
        .select(sql<string>`coalesce(made.name, g.role)`.as('role'))
        .where('g.member_id', '=', memberId)
        .orderBy('g.granted_at')
        .execute(),
  },
  {
    name: 'sign-ins',
    title: { cn: '登录记录', en: 'Sign-ins' },
    rows: (db, memberId) =>
      db
        .selectFrom('identity.sign_in_record')
        .select(['at', 'method', 'succeeded', 'error_code', 'ip', 'user_agent'])
        .where('member_id', '=', memberId)
        .orderBy('at', 'desc')
        .execute(),
  },
  {
    name: 'sessions',
    title: { cn: '登录设备', en: 'Sessions' },
    rows: (db, memberId) =>
      db
        .selectFrom('identity.session')
        .select(['created_at', 'last_seen_at', 'ended_at', 'ip', 'user_agent'])
        .where('member_id', '=', memberId)
        .orderBy('created_at', 'desc')
        .execute(),
  },
  {
    name: 'external-accounts',
    title: { cn: '绑定的外部账号', en: 'Linked accounts' },
    rows: (db, memberId) =>
      db
        .selectFrom('identity.external_account')
        .select(['issuer', 'subject', 'linked_at'])
        .where('member_id', '=', memberId)
        .execute(),
  },
]

async function collect(connection: Connection, { memberId }: PersonalDataOwner): Promise<PersonalRecords[]> {
  const db = identityTables(connection)
  const records: PersonalRecords[] = []
  for (const part of parts) records.push({ name: part.name, title: part.title, rows: await part.rows(db, memberId) })
  return records
}

/**
 * Rows that concern only the person. Codes are also stored by their address; those of an address that the person's account
 * in another company has too are left to that one.
 */
async function deleteOwnRows(db: IdentityDb, memberId: string): Promise<void> {
  await sql`
    delete from identity.verification_code v using identity.member m
    where m.id = ${memberId} and (v.member_id = m.id or v.address in (m.phone, lower(m.email))
      and not exists (select from identity.member other where other.id <> m.id and v.member_id is distinct from m.id
        and (other.phone = v.address or lower(other.email) = v.address)))`.execute(db)
  const tables = [
    'identity.session',
    'identity.external_account',
    'identity.member_topic',
    'identity.member_information',
    'identity.sign_in_record',
    'identity.qr_code',
    'identity.single_sign_on',
    'identity.role_grant',
  ] as const
  for (const table of tables) await db.deleteFrom(table).where('member_id', '=', memberId).execute()
  await db.deleteFrom('identity.member_import').where('created_by', '=', memberId).execute()
}

/** The row stays because other rows refer to it, but it allows no sign-in and identifies nobody. */
async function erase(connection: Connection, { companyId, memberId, now }: PersonalDataOwner): Promise<void> {
  const db = identityTables(connection)
  await deleteOwnRows(db, memberId)
  // The member's subordinates get the member's superior.
  await sql`
    update identity.member below set superior_id = gone.superior_id
    from identity.member gone where gone.id = ${memberId} and below.superior_id = gone.id`.execute(db)
  await forgetWrongPasswords(db, memberId)
  await db
    .updateTable('identity.credential')
    .set({ password_hash: null, password_changed_at: null, change_needed: false })
    .where('member_id', '=', memberId)
    .execute()
  await db
    .updateTable('identity.member')
    .set({
      name: `erased.${memberId.slice(-12)}`,
      full_name: erasedFullName,
      staff_number: null,
      phone: null,
      email: null,
      sex: 0,
      position_id: null,
      job_name: null,
      person_type: 1,
      avatar_path: defaultAvatarPath(0, 1),
      bio: '',
      hired_on: null,
      superior_id: null,
      language: null,
      enabled: false,
      erased_at: now,
      updated_at: now,
    })
    .where('id', '=', memberId)
    .where('company_id', '=', companyId)
    .execute()
}

export const identityPersonalData = personalData({ module: 'identity', collect, erase })
