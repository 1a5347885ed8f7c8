/**
 * Gives certificates: for what was finished, by its rule. A member holds one of a template at a time. Finishing again,
 * or finishing what renews it, within the last days before it expires (or after) replaces it by one that holds on from
 * there; earlier it changes nothing. A repeated announcement does not restore a revoked one.
 */

import { randomInt } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { creditRulesOf, keyOf, type StudyRef, studyFinished } from '#modules/content/study/server.ts'
import { membersByIds, timeZoneSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { lockNames } from '#server/db/transaction.ts'
import { type CertificatesDb, certificatesTables } from './db.ts'
import { amountText, type CertificateContent, type Design, fill } from './document/content.ts'
import { notifyOfAward } from './notifications.ts'
import type { Award, TemplateRow } from './rows.ts'
import { validityOf } from './validity.ts'

const codeCharacters = '23456789abcdefghjkmnpqrstuvwxyz'
const codeLength = 24

/** 118 bits by the system's generator. */
function createCode(): string {
  return Array.from({ length: codeLength }, () => codeCharacters[randomInt(codeCharacters.length)]).join('')
}

/** Days are the company's. */
function dayTextSql(companyId: string, at: RawBuilder<unknown>, pattern: string): RawBuilder<string> {
  return sql<string>`to_char(to_timestamp(${at} / 1000.0) at time zone ${timeZoneSql(companyId)}, ${pattern}::text)`
}

const cnDay = 'FMYYYY"年"FMMM"月"FMDD"日"'
const enDay = 'FMDD FMMonth YYYY'

interface Days {
  readonly year: number
  readonly expires_at: number | null
  readonly finished_cn: string
  readonly finished_en: string
  readonly issued_cn: string
  readonly issued_en: string
  readonly valid_cn: string | null
  readonly valid_en: string | null
}

/** It holds to the end of the day that stands on it. */
async function daysOf(db: CertificatesDb, award: Award): Promise<Days> {
  const { companyId, finishedAt, now, validFrom, template } = award
  const zone = timeZoneSql(companyId)
  const ends =
    award.expiresAt !== undefined
      ? sql`${award.expiresAt}::bigint`
      : sql`(extract(epoch from (date_trunc('day', to_timestamp(${validFrom}::bigint / 1000.0) at time zone ${zone})
          + make_interval(months => ${template.validity_months}::int, days => 1)) at time zone ${zone}) * 1000)::bigint`
  const [finished, issued, last] = [sql`${finishedAt}::bigint`, sql`${now}::bigint`, sql`(e.expires_at - 1)`]
  const { rows } = await sql<Days>`
    select extract(year from to_timestamp(${now}::bigint / 1000.0) at time zone ${zone})::int as year, e.expires_at,
      ${dayTextSql(companyId, finished, cnDay)} as finished_cn, ${dayTextSql(companyId, finished, enDay)} as finished_en,
      ${dayTextSql(companyId, issued, cnDay)} as issued_cn, ${dayTextSql(companyId, issued, enDay)} as issued_en,
      ${dayTextSql(companyId, last, cnDay)} as valid_cn, ${dayTextSql(companyId, last, enDay)} as valid_en
    from (select ${ends} as expires_at) e`.execute(db)
  return rows[0] as Days
}

/** `AQ-2026-000128`: without a gap, for whoever holds the row of the year is the only one who gives. */
async function nextNumber(db: CertificatesDb, companyId: string, prefix: string, year: number): Promise<string> {
  const { rows } = await sql<{ last_number: number }>`
    insert into certificates.numbering as n (company_id, prefix, year, last_number) values (${companyId}, ${prefix}, ${year}, 1)
    on conflict (company_id, prefix, year) do update set last_number = n.last_number + 1
    returning n.last_number`.execute(db)
  return `${prefix}-${year}-${String(rows[0]?.last_number).padStart(6, '0')}`
}

async function contentOf(db: CertificatesDb, award: Award, number: string, days: Days): Promise<CertificateContent> {
  const { template, ref, companyId } = award
  const rule = ref
    ? (await creditRulesOf(db, companyId, [ref])).get(keyOf(ref.businessType, ref.businessId))
    : undefined
  const common = {
    name: award.holderName,
    item: award.itemName,
    number,
    hours: amountText(rule?.classHourHundredths ?? 0),
    credits: amountText(rule?.creditHundredths ?? 0),
  }
  const [cn, en] = [
    { ...common, date: days.finished_cn },
    { ...common, date: days.finished_en },
  ]
  const inEnglish = template.title_en !== '' || template.body_en !== ''
  return {
    design: template.design as Design,
    titleCn: template.title_cn,
    titleEn: template.title_en,
    bodyCn: fill(template.body_cn, cn),
    bodyEn: fill(template.body_en, en),
    issuerCn: template.issuer_cn,
    issuerEn: template.issuer_en,
    signatory: template.signatory,
    issuedCn: days.issued_cn,
    issuedEn: inEnglish ? days.issued_en : '',
    validCn: days.valid_cn === null ? '' : `有效期至${days.valid_cn}`,
    validEn: inEnglish && days.valid_en !== null ? `Valid until ${days.valid_en}` : '',
  }
}

interface Written {
  readonly id: string
  readonly number: string
  readonly expiresAt: number | null
  readonly titles: CertificateContent
}

/** The one that it replaces is no longer current. Tells nobody. */
export async function writeCertificate(connection: Connection, award: Award): Promise<Written> {
  const db = certificatesTables(connection)
  const days = await daysOf(db, award)
  const number = await nextNumber(db, award.companyId, award.template.number_prefix, days.year)
  if (award.replaces !== null) {
    await db
      .updateTable('certificates.certificate')
      .set({ status: 'replaced' })
      .where('id', '=', award.replaces)
      .where('company_id', '=', award.companyId)
      .execute()
  }
  const content = await contentOf(db, award, number, days)
  const id = uuid()
  await db
    .insertInto('certificates.certificate')
    .values({
      ...{ id, company_id: award.companyId, member_id: award.memberId, template_id: award.template.id, number },
      ...{ code: createCode(), origin: award.origin, holder_name: award.holderName, item_name: award.itemName },
      ...{ business_type: award.ref?.businessType ?? null, business_id: award.ref?.businessId ?? null },
      content: JSON.stringify(content),
      ...{ finished_at: award.finishedAt, issued_at: award.now, issued_by: award.issuedBy },
      is_honor: award.isHonor ?? false,
      ...{ expires_at: days.expires_at, replaces: award.replaces, reason: award.reason },
      reminder_days: days.expires_at === null ? [] : award.template.reminder_days,
      // What follows a certificate that its holder shows is shown in its place.
      shown_on_homepage: sql<boolean>`coalesce((select o.shown_on_homepage from certificates.certificate o
        where o.id = ${award.replaces} and o.company_id = ${award.companyId}), false)`,
    })
    .execute()
  return { id, number, expiresAt: days.expires_at, titles: content }
}

/** Writes a certificate and tells its holder. In a transaction. */
export async function issue(connection: Connection, award: Award): Promise<Written> {
  const written = await writeCertificate(connection, award)
  await notifyOfAward(connection, { ...award, ...written })
  return written
}

const holdingKey = (memberId: string, templateId: string) => `certificates ${memberId} ${templateId}`

/** Nobody else gives this member one of this template until the transaction ends. */
export async function lockHolding(db: CertificatesDb, memberId: string, templateId: string): Promise<void> {
  await lockNames(db, holdingKey(memberId, templateId))
}

/** The same for many members. */
export async function lockHoldings(
  db: CertificatesDb,
  memberIds: readonly string[],
  templateId: string,
): Promise<void> {
  await lockNames(db, ...memberIds.map((memberId) => holdingKey(memberId, templateId)))
}

export async function currentOf(db: CertificatesDb, memberId: string, templateId: string) {
  return db
    .selectFrom('certificates.certificate')
    .select(['id', 'status', 'expires_at'])
    .where('member_id', '=', memberId)
    .where('template_id', '=', templateId)
    .where('status', '=', 'current')
    .where('is_honor', '=', false)
    .executeTakeFirst()
}

/** What the item earns, and what it renews. */
async function templatesOf(db: CertificatesDb, companyId: string, ref: StudyRef): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    select t.* from certificates.template t where t.id in (
      select template_id from certificates.rule
      where company_id = ${companyId} and business_type = ${ref.businessType} and business_id = ${ref.businessId}
      union
      select id from certificates.template
      where company_id = ${companyId} and renewal_type = ${ref.businessType} and renewal_id = ${ref.businessId})
    order by t.id`.execute(db)
  return rows
}

async function wasGiven(
  db: CertificatesDb,
  { memberId, template, ref, finishedAt }: Pick<Award, 'memberId' | 'template' | 'finishedAt'> & { ref: StudyRef },
): Promise<boolean> {
  const found = await db
    .selectFrom('certificates.certificate')
    .select('id')
    .where('member_id', '=', memberId)
    .where('template_id', '=', template.id)
    .where('business_type', '=', ref.businessType)
    .where('business_id', '=', ref.businessId)
    .where('finished_at', '=', finishedAt)
    .where('origin', '=', sql<string>`any(array['earned', 'renewed'])`)
    .executeTakeFirst()
  return found !== undefined
}

export const awardWhenFinished = studyFinished({
  async finished(connection, { companyId, memberId, businessType, businessId, name, finishedAt }) {
    const db = certificatesTables(connection)
    const ref = { businessType, businessId }
    const templates = await templatesOf(db, companyId, ref)
    if (templates.length === 0) return
    const holder = (await membersByIds(db, companyId, [memberId])).get(memberId)
    if (!holder) return
    // One or two: what it earns, and what it renews. Always in the same order, so that nobody waits in a circle.
    for (const template of templates) {
      await lockHolding(db, memberId, template.id)
      if (await wasGiven(db, { memberId, template, ref, finishedAt })) continue
      const current = await currentOf(db, memberId, template.id)
      const facts = current && { ...current, renewal_days: template.renewal_days }
      if (facts && validityOf(facts, finishedAt) === 'valid') continue
      const common = { companyId, memberId, template, ref, itemName: name, finishedAt, issuedBy: null, reason: '' }
      await issue(db, {
        ...common,
        holderName: holder.fullName,
        origin: current ? 'renewed' : 'earned',
        replaces: current?.id ?? null,
        // Who renews early loses nothing: the day on which the old one ends is where the new one begins to count.
        validFrom: Math.max(finishedAt, (current?.expires_at ?? 0) - 1),
        now: finishedAt,
      })
    }
  },
})
