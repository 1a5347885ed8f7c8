/** Companies. A company is its root organization and has its id. */
import { sql } from 'kysely'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { ruleValue } from '#modules/platform/settings/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { type IdentityDb, identityTables } from './db.ts'

export interface Company {
  readonly id: string
  readonly name: string
  readonly timeZone: string
}

/** The company with the id; the first one of the installation by default. */
export async function getCompany(db: IdentityDb, companyId?: string): Promise<Company> {
  const company = await db
    .selectFrom('identity.company as c')
    .innerJoin('identity.organization as o', 'o.id', 'c.id')
    .select(['c.id', 'o.name', 'c.time_zone as timeZone'])
    .$if(companyId !== undefined, (query) => query.where('c.id', '=', companyId ?? ''))
    .orderBy('c.created_at')
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst()
  if (!company) throw refuse(NOT_FOUND)
  return company
}

export interface SignInRule {
  readonly elsewhere: 'one' | 'many'
  readonly sessionsMax: number
  readonly wrongPasswordsMax: number
  readonly codesPerHour: number
  readonly codesPerDay: number
  readonly registrationOpen: boolean
}

export async function signInRule(connection: Connection, companyId: string): Promise<SignInRule> {
  return (await ruleValue(connection, companyId, 'SIGN_IN_CONFIG')) as unknown as SignInRule
}

/** The data of the sign-in page, which needs no session. */
export async function signInOptions(db: IdentityDb, companyId: string | undefined, { config }: Outside) {
  const company = await getCompany(db, companyId)
  const look = await ruleValue(db, company.id, 'ADMIN_LOGO')
  const rule = await signInRule(db, company.id)
  return {
    companyId: company.id,
    companyName: company.name,
    platformName: String(look.platformName ?? ''),
    logoPath: String(look.logoPath ?? ''),
    primaryColor: String(look.primaryColor ?? ''),
    registrationOpen: rule.registrationOpen,
    smsAvailable: config.sms.provider !== 'off',
    emailAvailable: config.mail.transport !== 'off',
    openIdConnect: config.openIdConnect && { label: config.openIdConnect.label },
  }
}

/** The company for its own members; another company is refused as not found. */
export async function companyDetail(db: IdentityDb, ownId: string, id: string) {
  if (id !== ownId) throw refuse(NOT_FOUND)
  const company = await getCompany(db, id)
  const { count } = await db
    .selectFrom('identity.member')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('company_id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...company, memberCount: count }
}

/** Locks the company, so that changes to its tree and its superiors run one after another. */
export async function lockCompany(connection: Connection, companyId: string): Promise<void> {
  await sql`select 1 from identity.company where id = ${companyId} for update`.execute(identityTables(connection))
}
