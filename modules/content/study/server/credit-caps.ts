/** What administrators set and enter: the maximum of a year, and records by hand. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Language } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertMembersOfCompany, timeZoneSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Context } from '#server/module.ts'
import {
  CLASS_HOURS,
  CREDITS,
  type CreditKind,
  capHundredthsMax,
  recordHundredthsMax,
  SCORE_OUT_OF_RANGE,
} from '../contract/credits.ts'
import { cappedKinds } from './credit-sources.ts'
import { byHand } from './credits.ts'
import { studyTables } from './db.ts'

const creditKinds = [CLASS_HOURS, CREDITS] as const

function parseScore(hundredths: string, max: number): number {
  const score = Number(hundredths)
  if (!(score >= 1 && score <= max)) throw refuse(SCORE_OUT_OF_RANGE, { max: max / 100 })
  return score
}

export async function listCaps(connection: Connection, companyId: string, language: Language) {
  const rows = await studyTables(connection)
    .selectFrom('study.credit_cap')
    .select(['business_type', 'kind', 'max_score', 'updated_at'])
    .where('company_id', '=', companyId)
    .execute()
  const stored = new Map(rows.map((row) => [`${row.business_type}:${row.kind}`, row]))
  return cappedKinds().flatMap(({ businessType, label }) =>
    creditKinds.map((type) => {
      const row = stored.get(`${businessType}:${type}`)
      return {
        businessType,
        label: label[language],
        type,
        maxScore: row ? String(row.max_score) : null,
        updatedAt: row?.updated_at ?? null,
      }
    }),
  )
}

export async function changeCap(
  connection: Connection,
  { businessType, type }: { businessType: number; type: CreditKind },
  maxScore: string | null,
  { caller, language, now, audit }: Context,
) {
  const kind = cappedKinds().find((one) => one.businessType === businessType)
  if (!kind) throw refuse(NOT_FOUND)
  const { companyId, memberId } = caller
  const maximum = maxScore === null ? null : parseScore(maxScore, capHundredthsMax)
  const db = studyTables(connection)
  const before = (await listCaps(db, companyId, language)).find(
    (cap) => cap.businessType === businessType && cap.type === type,
  )
  if (maximum === null) {
    await db
      .deleteFrom('study.credit_cap')
      .where('company_id', '=', companyId)
      .where('business_type', '=', businessType)
      .where('kind', '=', type)
      .execute()
  } else {
    await sql`insert into study.credit_cap (company_id, business_type, kind, max_score, updated_by, updated_at)
      values (${companyId}, ${businessType}, ${type}, ${maximum}, ${memberId}, ${now})
      on conflict (company_id, business_type, kind) do update set max_score = excluded.max_score,
        updated_by = excluded.updated_by, updated_at = excluded.updated_at`.execute(db)
  }
  audit({
    type: 'credit-cap',
    id: `${businessType}:${type}`,
    name: kind.label[language],
    before: { maxScore: before?.maxScore ?? null },
    after: { maxScore },
  })
  const updatedAt = maximum === null ? null : now
  return { businessType, label: kind.label[language], type, maxScore, updatedAt }
}

export interface HandGrant {
  readonly requestId: string
  readonly memberIds: readonly string[]
  readonly type: CreditKind
  readonly score: string
  readonly reason: string
  readonly finishedAt?: number
}

/** The request's id is the business id of its records: sent twice, it is entered once. Answers how many were entered. */
export async function grantCredits(
  connection: Connection,
  grant: HandGrant,
  { caller, now }: Context,
): Promise<number> {
  const { companyId } = caller
  const { requestId, memberIds, type, reason } = grant
  const asked = parseScore(grant.score, recordHundredthsMax)
  await assertMembersOfCompany(connection, companyId, memberIds)
  const at = Math.min(grant.finishedAt ?? now, now)
  // In the order of the members: two grants to the same ones wait for each other, and never both.
  const { rows } = await sql<{ member_id: string }>`
    with granted as (
      select id, member_id,
        extract(year from to_timestamp(${at}::bigint / 1000.0) at time zone ${timeZoneSql(companyId)})::smallint as year
      from unnest(${memberIds.map(() => uuid())}::uuid[], ${[...memberIds].sort()}::uuid[]) as g(id, member_id)
    ), entered as (
      insert into study.credit_record (id, company_id, member_id, kind, business_type, business_id, source, asked, score,
        year, created_by, created_at)
      select id, ${companyId}, member_id, ${type}, ${byHand}, ${requestId}, ${reason}, ${asked}, ${asked}, year,
        ${caller.memberId}, ${at} from granted order by member_id
      on conflict (member_id, kind, business_type, business_id, round_id) do nothing returning member_id, year
    )
    insert into study.credit_year as y (company_id, member_id, kind, business_type, year, score, record_count)
    select ${companyId}, member_id, ${type}, ${byHand}, year, ${asked}, 1 from entered order by member_id
    on conflict (member_id, kind, business_type, year) do update set score = y.score + excluded.score,
      record_count = y.record_count + 1
    returning member_id`.execute(studyTables(connection))
  return rows.length
}
