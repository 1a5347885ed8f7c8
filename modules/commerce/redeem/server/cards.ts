/** Single cards as administrators see them. */
import { type RawBuilder, sql } from 'kysely'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { given } from '#server/db/given.ts'
import { sqlPage } from '#server/db/page.ts'
import type { Context } from '#server/module.ts'
import { cardCodeProblem, normalizeCardCode } from '../contract/card-codes.ts'
import { CARD_UNKNOWN, CARD_USED, CARD_VOID } from '../contract/codes.ts'
import type { Card } from '../contract/shapes.ts'
import type { redeem } from '../contract.ts'
import { getBatch } from './batches.ts'
import { findCodeKey, hashOfCode } from './code-hashes.ts'
import type { RedeemDb } from './db.ts'

const cardsSql = (found: RawBuilder<unknown>, companyId: string) => sql<Card & { readonly batchId: string }>`
  select c.id, c.batch_id as "batchId", c.number, c.last_four as "lastFour", c.state,
    r.full_name as "redeemedByName", c.redeemed_at as "redeemedAt", v.full_name as "voidedByName",
    c.voided_at as "voidedAt", c.void_reason as "voidReason"
  from (select c.* ${found}) c left join ${directorySql(companyId)} r on r.id = c.redeemed_by
  left join ${directorySql(companyId)} v on v.id = c.voided_by
  order by c.number`

export async function listCards(
  db: RedeemDb,
  batchId: string,
  query: Input<typeof redeem.cards>['query'],
  context: Context,
) {
  const { companyId } = context.caller
  await getBatch(db, batchId, context)
  const lastFour = normalizeCardCode(query.lastFour ?? '')
  const matching = sql`from redeem.card c where c.batch_id = ${batchId}
    and ${given(query.state, (one) => sql`c.state = ${one}`)}
    and ${lastFour === '' ? sql`true` : sql`c.last_four = ${lastFour}`}`
  return sqlPage(db, query, {
    matching,
    rows: (window) => cardsSql(sql`${matching} order by c.number ${window}`, companyId),
  })
}

export async function findCard(db: RedeemDb, typed: string, context: Context) {
  const { companyId } = context.caller
  if (cardCodeProblem(typed) !== undefined) throw refuse(CARD_UNKNOWN)
  const key = await findCodeKey(db, companyId)
  if (!key) throw refuse(CARD_UNKNOWN)
  const hash = hashOfCode(key, normalizeCardCode(typed))
  const found = sql`from redeem.card c where c.company_id = ${companyId} and c.code_hash = ${hash}`
  const { rows } = await cardsSql(found, companyId).execute(db)
  const [card] = rows
  if (!card) throw refuse(CARD_UNKNOWN)
  return { batch: await getBatch(db, card.batchId, context), card }
}

export async function voidCard(db: RedeemDb, id: string, reason: string, { caller, now, audit }: Context) {
  const card = await db
    .selectFrom('redeem.card as c')
    .innerJoin('redeem.batch as b', 'b.id', 'c.batch_id')
    .select(['c.state', 'c.last_four', 'b.name'])
    .where('c.company_id', '=', caller.companyId)
    .where('c.id', '=', id)
    .forNoKeyUpdate('c')
    .executeTakeFirst()
  if (!card) throw refuse(NOT_FOUND)
  if (card.state === 'redeemed') throw refuse(CARD_USED)
  if (card.state === 'void') throw refuse(CARD_VOID)
  await db
    .updateTable('redeem.card')
    .set({ state: 'void', voided_by: caller.memberId, voided_at: now, void_reason: reason.trim() })
    .where('id', '=', id)
    .execute()
  audit({
    ...{ type: 'redeem-card', id, name: `${card.name} ${card.last_four}` },
    ...{ before: { state: card.state }, after: { state: 'void', reason } },
  })
  return {}
}
