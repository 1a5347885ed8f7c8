/** Companies. A company is its root organization and has its id. */
import { sql } from 'kysely'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { defaultRuleValue, ruleValue, smallestRuleValue } from '#modules/platform/settings/server.ts'
import type { Config } from '#server/config.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { comparisonsOf } from './accounts.ts'
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

/** The company that was made first: the one of the installation where nothing names another. */
async function firstCompanyId(connection: Connection): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from identity.company order by created_at, id limit 1`.execute(identityTables(connection))
  return rows[0]?.id
}

/** Whether something that the operator has set up for these companies, or by default for the first one, serves the company. */
export async function servesCompany(
  connection: Connection,
  companyIds: readonly string[],
  companyId: string,
): Promise<boolean> {
  if (companyIds.length > 0) return companyIds.includes(companyId)
  return (await firstCompanyId(connection)) === companyId
}

/** The provider of single sign-on, where it serves the company. */
export async function openIdConnectOf(db: IdentityDb, companyId: string, { openIdConnect }: Config) {
  return openIdConnect && (await servesCompany(db, openIdConnect.companyIds, companyId)) ? openIdConnect : null
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

/**
 * The rule for callers who are not signed in. They choose the company, so a company may send them less than the default and
 * never more: otherwise the limits of everybody's phone would be those of the laxest company.
 */
export async function signInRuleForAnybody(connection: Connection, companyId: string): Promise<SignInRule> {
  const rule = await signInRule(connection, companyId)
  const most = defaultRuleValue('SIGN_IN_CONFIG') as unknown as SignInRule
  return {
    ...rule,
    codesPerHour: Math.min(rule.codesPerHour, most.codesPerHour),
    codesPerDay: Math.min(rule.codesPerDay, most.codesPerDay),
  }
}

/** The fewest wrong passwords that lock an account in any company. */
export async function strictestSignIn(db: IdentityDb): Promise<number> {
  const { count } = await db
    .selectFrom('identity.company')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return smallestRuleValue(db, { key: 'SIGN_IN_CONFIG', field: 'wrongPasswordsMax', companies: count })
}

/** The data of the sign-in page, which needs no session. */
export async function signInOptions(db: IdentityDb, companyId: string | undefined, { config }: Outside) {
  const company = await getCompany(db, companyId)
  const look = await ruleValue(db, company.id, 'ADMIN_LOGO')
  const rule = await signInRule(db, company.id)
  const openIdConnect = await openIdConnectOf(db, company.id, config)
  return {
    companyId: company.id,
    companyName: company.name,
    severalCompanies: (await comparisonsOf(db, undefined)) > 1,
    platformName: String(look.platformName ?? ''),
    logoPath: String(look.logoPath ?? ''),
    primaryColor: String(look.primaryColor ?? ''),
    registrationOpen: rule.registrationOpen,
    smsAvailable: config.sms.provider !== 'off',
    emailAvailable: config.mail.transport !== 'off',
    openIdConnect: openIdConnect && { label: openIdConnect.label },
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

/**
 * Locks the company, so that changes to its tree, its superiors and its roles run one after another. It is the first lock of
 * a change that takes several. A row that only names the company is written meanwhile.
 */
export async function lockCompany(connection: Connection, companyId: string): Promise<void> {
  await sql`select 1 from identity.company where id = ${companyId} for no key update`.execute(
    identityTables(connection),
  )
}
