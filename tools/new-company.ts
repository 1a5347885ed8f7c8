/**
 * `npm run new-company -- --name 云帆科技 --administrator lin`: a company and its first administrator, for an
 * installation without demonstration data. Works whether the platform runs or not.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { v7 as uuid } from 'uuid'
import { Refusal } from '#kit/errors.ts'
import { identityTables } from '#modules/platform/identity/server/db.ts'
import { buildCompany } from '#modules/platform/identity/server/members.fixture.ts'
import { insertMember } from '#modules/platform/identity/server/new-members.ts'
import { assertPasswordAccepted, hashPassword } from '#modules/platform/identity/server/passwords.ts'
import { assertUserNameAccepted } from '#modules/platform/identity/server/user-names.ts'
import { configExitCode } from '#server/config.ts'
import type { Connection } from '#server/db/connection.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { refusalMessage } from '#server/http/messages.ts'
import { createLifecycle, type Lifecycle } from '#tools/lifecycle.ts'
import { joinOrOpenDatabase } from '#tools/open-database.ts'
import { OperatorError } from '#tools/operator-error.ts'
import { readSettings } from '#tools/settings.ts'

export type NewCompany = {
  name: string
  administrator: string
  /** The administrator changes it at the first sign-in. */
  password: string
}

/** Makes the company with its super administrator; answers its id. Refuses names and passwords as registration does. */
export async function createCompany(db: Connection, company: NewCompany, now: number): Promise<string> {
  assertUserNameAccepted(company.administrator)
  assertPasswordAccepted(company.password)
  const companyId = await buildCompany(db, company.name, now)
  const identity = identityTables(db)
  const memberId = await insertMember(
    identity,
    {
      companyId,
      organizationId: companyId,
      name: company.administrator,
      fullName: company.administrator,
      passwordHash: await hashPassword(company.password),
      changeNeeded: true,
    },
    now,
  )
  await identity
    .insertInto('identity.role_grant')
    .values({
      id: uuid(),
      company_id: companyId,
      member_id: memberId,
      role: 'super-admin',
      organization_id: companyId,
      granted_at: now,
    })
    .execute()
  return companyId
}

/** Without letters and digits that are taken for each other. */
function createPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz'
  const digits = '23456789'
  const pick = (from: string, count: number) =>
    Array.from({ length: count }, () => from[randomInt(from.length)]).join('')
  return `${pick(letters, 4)}-${pick(digits, 4)}-${pick(letters, 4)}`
}

function readArguments(): NewCompany {
  const options = { name: { type: 'string' }, administrator: { type: 'string' }, password: { type: 'string' } } as const
  const { values } = parseArgs({ options })
  const { name, administrator, password = createPassword() } = values
  if (!name?.trim() || !administrator?.trim()) {
    const usage =
      'npm run new-company -- --name <company> --administrator <name to sign in with> [--password <password>]'
    throw new OperatorError(`Usage: ${usage}`, configExitCode)
  }
  return { name: name.trim(), administrator: administrator.trim(), password }
}

async function run(lifecycle: Lifecycle, log: (line: string) => void): Promise<void> {
  const company = readArguments()
  const settings = readSettings()
  const databaseUrl = await joinOrOpenDatabase(settings, lifecycle, log)
  await migrate(databaseUrl, log)
  const db = createDatabase(createPool({ databaseUrl, size: 1, applicationName: 'shuyuan-new-company' }))
  let companyId: string
  try {
    companyId = await db
      .transaction()
      .execute((transaction) => createCompany(transaction as unknown as Connection, company, Date.now()))
  } catch (error) {
    if (error instanceof Refusal) throw new OperatorError(refusalMessage(error.error, 'en', error.data))
    throw error
  } finally {
    await db.destroy()
  }
  log(
    `${company.name} is there. Its administrator signs in as ${company.administrator} with ${company.password}, once, at`,
  )
  log(`${settings.publicUrl}/#/login?companyId=${companyId} (the sign-in address of its members).`)
}

if (import.meta.main) {
  const log = (line: string): void => console.log(line)
  const lifecycle = createLifecycle(log)
  try {
    await run(lifecycle, log)
    await lifecycle.end(0)
  } catch (error) {
    console.error(error instanceof OperatorError ? error.message : error)
    await lifecycle.end(error instanceof OperatorError ? error.exitCode : 1)
  }
}
