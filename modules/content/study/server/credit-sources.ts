/** What gives class hours and credits without being studied in the platform, such as training that members report. */
import { sql } from 'kysely'
import type { Language } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import { CLASS_HOURS } from '../contract/credits.ts'
import { give } from './credits.ts'
import { studyTables } from './db.ts'
import { studyKind } from './kinds.ts'

interface CreditSource {
  /** The number of its kind, which no kind of study has. */
  readonly businessType: number
  /** What it is, as lists of credits and maximums say it. */
  readonly label: Readonly<Record<Language, string>>
  /** What gave a record, as its member reads it. */
  readonly rule: Readonly<Record<Language, string>>
}

export const creditSource = extensionPoint<CreditSource>('study.credit-source')

export const findCreditSource = (businessType: number): CreditSource | undefined =>
  creditSource.all().find((one) => one.businessType === businessType)

/** Whatever a maximum of a year can be set for. */
export const cappedKinds = () => [...studyKind.all(), ...creditSource.all()]

/** Class hours that something gave a member. */
export interface CreditedHours {
  readonly memberId: string
  readonly businessId: string
  /** Hundredths. */
  readonly asked: number
  /** What it was called. */
  readonly source: string
  /** When it was earned, which is its year. */
  readonly at: number
}

interface Source {
  readonly companyId: string
  readonly businessType: number
}

const compare = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1)

/** Gives each of these once, however often it is asked, and never more than the maximum of its year. */
export async function giveClassHours(
  connection: Connection,
  source: Source & { readonly given: readonly CreditedHours[] },
): Promise<void> {
  const { given, ...of } = source
  // In the order of the members and their years, so that two who decide at once do not wait for each other.
  const inOrder = given.toSorted((one, other) => compare(one.memberId, other.memberId) || one.at - other.at)
  for (const one of inOrder)
    if (one.asked > 0) await give(connection, { ...of, ...one, kind: CLASS_HOURS, createdBy: null, roundId: null })
}

/** Takes back what these have given, from the totals of their years as well: they may give it again. */
export async function takeBackClassHours(
  connection: Connection,
  { companyId, businessType, businessIds }: Source & { readonly businessIds: readonly string[] },
): Promise<void> {
  const db = studyTables(connection)
  const which = sql`r.company_id = ${companyId} and r.business_type = ${businessType} and r.kind = ${CLASS_HOURS}
    and r.business_id = any(${[...businessIds]}::uuid[])`
  const ofYear = sql`y.member_id = gone.member_id and y.kind = ${CLASS_HOURS} and y.business_type = ${businessType}
    and y.year = gone.year`
  // The years first and in the order of the members, as by who gives.
  await sql`select from study.credit_year y where exists (select from study.credit_record gone
      where ${ofYear} and gone.id in (select r.id from study.credit_record r where ${which}))
    order by y.member_id, y.year for no key update`.execute(db)
  await sql`
    with taken as (delete from study.credit_record r where ${which} returning r.member_id, r.year, r.score),
      gone as (select member_id, year, sum(score) as score, count(*)::int as records from taken group by member_id, year)
    update study.credit_year y set score = y.score - gone.score, record_count = y.record_count - gone.records
    from gone where ${ofYear}`.execute(db)
}
