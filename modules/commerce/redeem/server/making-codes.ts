/** The codes of a batch: made once, and handed out once as a file. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { decimalText } from '#kit/amounts.ts'
import { refuse } from '#kit/errors.ts'
import { issueLimit } from '#modules/platform/currency/server.ts'
import { instantText } from '#modules/platform/identity/server.ts'
import { lockNames } from '#server/db/transaction.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { type SheetFormat, sheetAnswer } from '#server/spreadsheet/answer.ts'
import type { SheetRow } from '#server/spreadsheet/sheet-row.ts'
import { formatCardCode } from '../contract/card-codes.ts'
import { ANOTHER_MAKES_CODES, CODES_MADE } from '../contract/codes.ts'
import { lockBatch } from './batches.ts'
import { ensureCodeKey, hashOfCode, newCodes } from './code-hashes.ts'
import type { RedeemDb } from './db.ts'

interface CardsInput {
  readonly companyId: string
  readonly batchId: string
  readonly codes: readonly string[]
}

/** Stores the cards of a batch, numbered from 1, in one statement. */
export async function insertCards(db: RedeemDb, { companyId, batchId, codes }: CardsInput): Promise<void> {
  const key = await ensureCodeKey(db, companyId)
  const hashes = codes.map((code) => hashOfCode(key, code).toString('hex'))
  await sql`
    insert into redeem.card (id, company_id, batch_id, number, code_hash, last_four)
    select c.id, ${companyId}::uuid, ${batchId}::uuid, c.number, decode(c.hash, 'hex'), c.last_four
    from unnest(${codes.map(() => uuid())}::uuid[], ${codes.map((_, at) => at + 1)}::int[], ${hashes}::text[],
      ${codes.map((code) => code.slice(-4))}::text[]) as c (id, number, hash, last_four)`.execute(db)
}

const texts = {
  cn: { name: '兑换卡', headings: ['序号', '兑换码', '批次', '面值', '生效时间', '失效时间'] },
  en: { name: 'redeem cards', headings: ['Number', 'Code', 'Batch', 'Face value', 'Valid from', 'Valid until'] },
} as const

const dayMs = 86_400_000

/**
 * What one administrator lays down and makes alone counts as what is issued alone: above the company's limit of a day a second
 * person is needed. Batches of one administrator wait for each other.
 */
async function assertWithinLimit(
  db: RedeemDb,
  batch: { readonly amount: number; readonly quantity: number },
  { caller, now }: Context,
): Promise<void> {
  const { companyId, memberId } = caller
  await lockNames(db, `redeem codes ${memberId}`)
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(b.amount * b.quantity), 0)::text as sum from redeem.batch b
    where b.company_id = ${companyId} and b.created_by = ${memberId} and b.codes_made_by = ${memberId}
      and b.codes_made_at > ${now - dayMs}`.execute(db)
  const limit = await issueLimit(db, companyId, 1)
  const sum = BigInt(rows[0]?.sum ?? 0) + BigInt(batch.amount) * BigInt(batch.quantity)
  if (sum > limit) throw refuse(ANOTHER_MAKES_CODES, { limit: String(limit) })
}

/** The file leaves with the answer that commits the cards. A file that did not arrive is lost: the batch is voided. */
export async function makeCodes(
  db: RedeemDb,
  id: string,
  format: SheetFormat,
  context: Context,
): Promise<StreamAnswer> {
  const { caller, now, language, audit } = context
  const batch = await lockBatch(db, id, context)
  if (batch.codes_made_at !== null) throw refuse(CODES_MADE)
  if (batch.created_by === caller.memberId) await assertWithinLimit(db, batch, context)
  const codes = newCodes(batch.quantity)
  await insertCards(db, { companyId: caller.companyId, batchId: id, codes })
  await db
    .updateTable('redeem.batch')
    .set({ codes_made_at: now, codes_made_by: caller.memberId })
    .where('id', '=', id)
    .execute()
  audit({ type: 'redeem-batch', id, name: batch.name, after: { madeCount: codes.length } })
  const timeOf = await instantText(db, caller.companyId, 'minute')
  const shared = [batch.name, decimalText(String(batch.amount)), timeOf(batch.valid_from), timeOf(batch.valid_until)]
  const { name, headings } = texts[language]
  const rows = codes.map((code, at): SheetRow => [at + 1, formatCardCode(code), ...shared])
  return sheetAnswer(`${name} ${batch.name}`, [[...headings], ...rows], { format, plainName: 'redeem-cards' })
}
