/**
 * Gives class hours and credits for what was finished: once for the same member and item, once more for each round of
 * retraining, and never more in a year of the company's zone than the rule's maximum (COURSE-063).
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { CLASS_HOURS, CREDITS, type CreditKind } from '../contract/credits.ts'
import { creditRulesOf } from './credit-rules.ts'
import { type StudyDb, studyTables } from './db.ts'
import { studyFinished } from './finished.ts'
import { keyOf, type StudyRef } from './kinds.ts'

/** What was entered by hand has this kind of business, and no maximum. */
export const byHand = 0

export interface CreditAward extends StudyRef {
  readonly companyId: string
  readonly memberId: string
  readonly kind: CreditKind
  /** Hundredths that the rule gives. */
  readonly asked: number
  readonly source: string
  readonly at: number
  readonly createdBy: string | null
  /** The retake that was completed; null for the first completion. */
  readonly roundId: string | null
}

/** Whoever holds the row of the year is the only one who gives to this member by this rule. */
async function lockYear(db: StudyDb, award: CreditAward): Promise<{ year: number; given: number }> {
  const { companyId, memberId, kind, businessType, at } = award
  const { rows } = await sql<{ year: number; given: number }>`
    insert into study.credit_year as y (company_id, member_id, kind, business_type, year)
    values (${companyId}, ${memberId}, ${kind}, ${businessType},
      extract(year from to_timestamp(${at}::bigint / 1000.0) at time zone ${timeZoneSql(companyId)})::smallint)
    on conflict (member_id, kind, business_type, year) do update set score = y.score
    returning y.year, y.score as given`.execute(db)
  return rows[0] as { year: number; given: number }
}

async function maximumOf(db: StudyDb, { companyId, businessType, kind }: CreditAward): Promise<number | null> {
  const row = await db
    .selectFrom('study.credit_cap')
    .select('max_score')
    .where('company_id', '=', companyId)
    .where('business_type', '=', businessType)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row?.max_score ?? null
}

/** Awards at most the rest of the maximum, and records both amounts. */
function givenOf(asked: number, given: number, maximum: number | null) {
  if (maximum === null) return { score: asked, available: null }
  const left = Math.max(0, maximum - given)
  const score = Math.min(asked, left)
  return { score, available: left - score }
}

/** Answers whether this call gave it; in a transaction. */
export async function give(connection: Connection, award: CreditAward): Promise<boolean> {
  const db = studyTables(connection)
  const { year, given } = await lockYear(db, award)
  const maximum = await maximumOf(db, award)
  const { score, available } = givenOf(award.asked, given, maximum)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('study.credit_record')
    .values({
      id: uuid(),
      company_id: award.companyId,
      member_id: award.memberId,
      kind: award.kind,
      business_type: award.businessType,
      business_id: award.businessId,
      round_id: award.roundId,
      source: award.source,
      asked: award.asked,
      score,
      max_score: maximum,
      available_score: available,
      year,
      created_by: award.createdBy,
      created_at: award.at,
    })
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'kind', 'business_type', 'business_id', 'round_id']).doNothing(),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await sql`update study.credit_year set score = score + ${score}, record_count = record_count + 1
    where member_id = ${award.memberId} and kind = ${award.kind} and business_type = ${award.businessType}
      and year = ${year}`.execute(db)
  return true
}

export const creditWhenFinished = studyFinished({
  async finished(db, { companyId, memberId, businessType, businessId, name, finishedAt, roundId = null }) {
    const rule = (await creditRulesOf(db, companyId, [{ businessType, businessId }])).get(
      keyOf(businessType, businessId),
    )
    if (!rule) return
    const common = {
      ...{ companyId, memberId, businessType, businessId, source: name, at: finishedAt, createdBy: null },
      roundId,
    }
    // A fixed order keeps two jobs about one member from a deadlock.
    if (rule.classHourHundredths > 0) await give(db, { ...common, kind: CLASS_HOURS, asked: rule.classHourHundredths })
    if (rule.creditHundredths > 0) await give(db, { ...common, kind: CREDITS, asked: rule.creditHundredths })
  },
})

/** Hundredths of credit that these items have given to each of these members, by member; nothing: missing. One statement. */
export async function creditsEarned(
  connection: Connection,
  companyId: string,
  memberIds: readonly string[],
  refs: readonly StudyRef[],
): Promise<ReadonlyMap<string, number>> {
  if (refs.length === 0 || memberIds.length === 0) return new Map()
  const { rows } = await sql<{ memberId: string; score: number }>`
    select c.member_id as "memberId", sum(c.score)::int as score from study.credit_record c
    join unnest(${refs.map((ref) => ref.businessType)}::smallint[], ${refs.map((ref) => ref.businessId)}::uuid[])
      as asked(business_type, business_id) using (business_type, business_id)
    where c.company_id = ${companyId} and c.kind = ${CREDITS} and c.member_id = any(${[...memberIds]}::uuid[])
    group by c.member_id`.execute(studyTables(connection))
  return new Map(rows.map(({ memberId, score }) => [memberId, score]))
}
