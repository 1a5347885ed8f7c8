/**
 * Nothing about a member is forgotten: every table with a column that names one is some module's to hand out and to
 * erase, and after an erasure the name, account, phone and address of the member stand nowhere in the database.
 */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { moduleOrder } from '#modules/graph.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { privacy } from '#modules/platform/privacy/contract.ts'
import { serverModules } from '#server/modules.ts'
import { personalData } from '#server/personal-data.ts'
import { testPlatform } from '#test/harness.ts'
import { buildSampleCompany, type SampleCompany } from './companies.ts'

const platform = testPlatform({ poolSize: 3 })
const modules = [...moduleOrder] as string[]

/** Columns that name a member, besides the foreign keys to `identity.member`. */
const memberColumn =
  /(^|_)(member|owner|author|actor|applicant|approver|lecturer|superior|delegate|sender|recipient|receiver|user)_id$|_by$/

/** Modules whose tables keep a member's id alone, as a part of something else, each with the reason. */
const idsOnly: Readonly<Record<string, string>> = {
  settings: 'who set a switch stays as an id in its history',
  words: 'who entered a word stays as an id in the list',
}

interface MemberColumn {
  readonly schema: string
  readonly table: string
  readonly column: string
}

async function memberColumns(): Promise<MemberColumn[]> {
  const { rows } = await sql<MemberColumn & { points: boolean }>`
    select n.nspname as schema, c.relname as table, a.attname as column,
      exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any(k.conkey)
        and k.confrelid = 'identity.member'::regclass) as points
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname = any(${modules}) and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('uuid'::regtype, 'uuid[]'::regtype)
    order by 1, 2, 3`.execute(platform.root)
  return rows.filter((row) => row.points || memberColumn.test(row.column))
}

/** Columns whose text holds one of the words: every text, JSON and list of texts of every table. */
async function placesOf(words: readonly string[]): Promise<string[]> {
  const { rows: columns } = await sql<MemberColumn>`
    select n.nspname as schema, c.relname as table, a.attname as column
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where (n.nspname = any(${modules}) or n.nspname = 'graphile_worker') and c.relkind in ('r', 'p') and a.attnum > 0
      and not a.attisdropped
      and a.atttypid in ('text'::regtype, 'jsonb'::regtype, 'json'::regtype, 'text[]'::regtype, 'varchar'::regtype)
    order by 1, 2, 3`.execute(platform.root)
  const patterns = words.map((word) => `%${word}%`)
  const found: string[] = []
  for (const { schema, table, column } of columns) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(`${schema}.${table}`)}
      where ${sql.ref(column)}::text ilike any(${patterns})`.execute(platform.root)
    if ((rows[0]?.count ?? 0) > 0) found.push(`${schema}.${table}.${column}`)
  }
  return found
}

describe('personal data', () => {
  it('of every table that names members has an owner', async () => {
    const owners = new Set(personalData.all().map((owner) => owner.module))
    const orphans = (await memberColumns()).filter(({ schema }) => !owners.has(schema) && !(schema in idsOnly))
    expect(orphans.map(({ schema, table, column }) => `${schema}.${table}.${column}`)).toEqual([])
  })

  it('has one owner a module, and no exemption that is not needed', () => {
    const owners = personalData.all().map((owner) => owner.module)
    expect(owners.filter((owner, index) => owners.indexOf(owner) !== index)).toEqual([])
    expect(Object.keys(idsOnly).filter((module) => owners.includes(module))).toEqual([])
    expect(owners.every((owner) => serverModules.some((module) => module.name === owner))).toBe(true)
  })
})

describe('after an erasure', () => {
  let company: SampleCompany
  let chief: BuiltMember

  beforeAll(async () => {
    company = await buildSampleCompany(platform.db, '水晶', platform.now)
    chief = await buildMember(platform.db, { companyId: company.companyId, roles: ['super-admin'], now: platform.now })
  })

  /** Everything that tells who it was. The phone and the address come by a call that the audit log keeps. */
  async function makeKnown(member: BuiltMember, fullName: string, digit: number): Promise<string[]> {
    const [phone, email] = [`1380013800${digit}`, `crystal${digit}@example.com`]
    await platform.client(identity, chief).changeMember({ params: { id: member.id }, body: { phone, email } })
    return [fullName, member.name, phone, email]
  }

  async function erase(member: BuiltMember): Promise<void> {
    await sql`update ${sql.table('privacy.erasure')} set state = 'cancelled'
      where member_id = ${member.id} and state = 'waiting'`.execute(platform.root)
    await platform.client(privacy, chief).eraseMember({ body: { memberId: member.id, graceDays: 0 } })
    await platform.runJobs()
  }

  it.each([
    ['a learner', () => company.learner, '水晶 learner', 1],
    ['who made everything in the company', () => company.chief, '水晶 chief', 2],
  ] as const)('%s stands nowhere by name, account, phone or address', async (_, memberOf, fullName, digit) => {
    const member = memberOf()
    const words = await makeKnown(member, fullName, digit)
    expect(await placesOf(words)).toContain('identity.member.full_name')
    await erase(member)
    expect(await placesOf(words)).toEqual([])
  })
})
