/**
 * The accounts of a user name, a phone or an e-mail address. Each belongs to a company, so without a company there may be
 * several ([decision 106](../../../../docs/decisions/0106-names-of-other-companies.md)).
 */
import { type RawBuilder, sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { COMPANY_CHOICE_NEEDED } from '../contract/codes.ts'
import { plainPhone } from '../contract/shapes.ts'
import type { IdentityDb } from './db.ts'

export interface SigningMember {
  readonly id: string
  readonly companyId: string
  readonly enabled: boolean
}

export interface Account extends SigningMember {
  readonly passwordHash: string | null
}

/** So many passwords are compared at most when a sign-in names no company. */
const accountsMax = 5
/** So many companies are offered to the owner of a phone or an e-mail address. */
const companiesMax = 50

const within = (companyId: string | undefined): RawBuilder<unknown> =>
  companyId === undefined ? sql`true` : sql`m.company_id = ${companyId}`

/**
 * By user name, phone or e-mail address, one for each company. A name that is typed in full width is found in its usual
 * form; a member whose stored name is in full width signs in with it as well. A phone takes precedence over a user name
 * that looks like it. Of too many, the oldest: nobody who comes later keeps a member out.
 */
export async function findAccounts(
  db: IdentityDb,
  typed: string,
  companyId: string | undefined,
): Promise<readonly Account[]> {
  const phone = plainPhone(typed)
  const { rows } = await sql<Account>`
    select found.id, found."companyId", found.enabled, c.password_hash as "passwordHash"
    from (select distinct on (m.company_id) m.id, m.company_id as "companyId", m.enabled, m.created_at,
        m.phone is not distinct from ${phone} as by_phone
      from identity.member m
      where (m.phone = ${phone} or lower(m.name) in (lower(${typed}), lower(${typed.normalize('NFKC')}))
        or lower(m.email) = lower(${typed})) and ${within(companyId)}
      order by m.company_id, by_phone desc, lower(m.name) = lower(${typed}) desc) found
    join identity.credential c on c.member_id = found.id
    order by found.by_phone desc, found.created_at, found.id limit ${accountsMax}`.execute(db)
  return rows
}

/**
 * How many passwords a sign-in compares, whoever has the account: the number of companies that it may belong to. The work
 * done says then nothing about the account.
 */
export async function comparisonsOf(db: IdentityDb, companyId: string | undefined): Promise<number> {
  if (companyId !== undefined) return 1
  const { rows } = await sql`select from identity.company limit ${accountsMax}`.execute(db)
  return Math.max(1, rows.length)
}

/** The members with a phone or an e-mail address (in small letters), the oldest first. */
export async function findMembersByAddress(
  db: IdentityDb,
  { channel, address }: { readonly channel: 'sms' | 'email'; readonly address: string },
  companyId: string | undefined,
): Promise<readonly SigningMember[]> {
  const column = channel === 'sms' ? sql`m.phone` : sql`lower(m.email)`
  const { rows } = await sql<SigningMember>`
    select m.id, m.company_id as "companyId", m.enabled from identity.member m
    where ${column} = ${address} and ${within(companyId)}
    order by m.enabled desc, m.created_at, m.id limit ${companiesMax}`.execute(db)
  return rows
}

/**
 * The member among those who have proven themselves; refuses with the names of the companies where there are several.
 * Disabled ones count only where nobody else is left.
 */
export async function chooseMember<T extends SigningMember>(
  db: IdentityDb,
  members: readonly T[],
): Promise<T | undefined> {
  const enabled = members.filter((member) => member.enabled)
  if (enabled.length <= 1) return enabled[0] ?? members[0]
  const companies = await db
    .selectFrom('identity.organization')
    .select(['id', 'name'])
    .where(
      'id',
      'in',
      enabled.map((member) => member.companyId),
    )
    .orderBy('name')
    .orderBy('id')
    .execute()
  throw refuse(COMPANY_CHOICE_NEEDED, { companies })
}
