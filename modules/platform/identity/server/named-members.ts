/** Members as spreadsheets name them. */
import { sql } from 'kysely'
import type { ImportRule } from '#kit/import-rows.ts'
import type { Connection } from '#server/db/connection.ts'
import { identityTables } from './db.ts'

export interface NamedMember {
  readonly id: string
  readonly fullName: string
  readonly organizationId: string
  readonly enabled: boolean
}

/** The member that a cell names, or why it names none. */
type Named =
  | { readonly member: NamedMember; readonly rule?: undefined }
  | {
      readonly member?: undefined
      readonly rule: Extract<ImportRule, 'required' | 'unknown-member' | 'ambiguous-member' | 'disabled-member'>
    }

interface Naming {
  /** The accounts as they were typed: user names, staff numbers, phones or e-mail addresses. */
  readonly accounts: readonly string[]
  /** The members among these that the caller may know; others are as if they did not exist. Left out: all of the company. */
  readonly reaches?: (memberIds: readonly string[]) => Promise<ReadonlySet<string>>
  /** For what was: who has left meanwhile is found as well. */
  readonly withDisabled?: true
}

interface Match extends NamedMember {
  readonly account: string
}

/** Each way by the index that serves it. Staff numbers differ by case, and are typed in any. */
async function matchesOf(connection: Connection, companyId: string, accounts: readonly string[]): Promise<Match[]> {
  const of = sql`m.company_id = ${companyId}`
  const { rows } = await sql<Match>`
    with given as (select distinct unnest(${[...accounts]}::text[]) as account),
    found as (
      select g.account, m.id from given g join identity.member m on lower(m.name) = lower(g.account) and ${of}
      union select g.account, m.id from given g
        join identity.member m on m.staff_number in (g.account, upper(g.account), lower(g.account)) and ${of}
      union select g.account, m.id from given g join identity.member m on m.phone = g.account and ${of}
      union select g.account, m.id from given g join identity.member m on lower(m.email) = lower(g.account) and ${of})
    select f.account, m.id, m.full_name as "fullName", m.organization_id as "organizationId", m.enabled
    from found f join identity.member m on m.id = f.id`.execute(identityTables(connection))
  return rows
}

/** Finds the members behind these accounts; the answer says which one each of them names. */
export async function namedMembers(
  connection: Connection,
  companyId: string,
  { accounts, reaches, withDisabled }: Naming,
): Promise<(account: string) => Named> {
  const all = await matchesOf(connection, companyId, accounts)
  const reached = await reaches?.(all.map(({ id }) => id))
  const known = Map.groupBy(
    all.filter(({ id }) => reached?.has(id) ?? true),
    ({ account }) => account,
  )
  return (account) => {
    if (account === '') return { rule: 'required' }
    const [member, ...others] = known.get(account) ?? []
    if (!member) return { rule: 'unknown-member' }
    if (others.length > 0) return { rule: 'ambiguous-member' }
    return member.enabled || withDisabled ? { member } : { rule: 'disabled-member' }
  }
}
