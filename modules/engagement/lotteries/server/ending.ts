/** The end of a lottery, after which no draw is made and its seed is public. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { job } from '#server/module.ts'
import { PRIZES_REMAIN } from '../contract/codes.ts'
import { type LotteriesDb, lotteriesTables } from './db.ts'
import { returnPrizes } from './goods-prizes.ts'
import { lockForAction, prizesOf } from './lottery-record.ts'
import type { Scope } from './scopes.ts'

/** Before its time only where nobody loses by it: members were promised chances until then. */
export async function endLottery(db: LotteriesDb, caller: Caller, id: string, now: number) {
  const lottery = await lockForAction(db, caller, id, { action: 'end' })
  const prizes = await prizesOf(db, id)
  const remaining = prizes.reduce((total, prize) => total + (prize.remaining ?? 0), 0)
  if (remaining > 0 && now < (lottery.closesAt ?? 0)) throw refuse(PRIZES_REMAIN, { remaining })
  const revision = lottery.revision + 1
  await db
    .updateTable('lotteries.lottery')
    .set({ status: 'ended', ended_at: now, updated_at: now, revision })
    .where('id', '=', id)
    .execute()
  await returnPrizes(db, [id], { by: caller.memberId, now })
  return { id, revision }
}

/**
 * Ends the lotteries of a scope that is closed for good. It waits for a draw that is being made, for one lottery after the other in
 * one order: who ends the same ones waits for it, and neither for ever.
 */
export async function endLotteriesOf(
  connection: Connection,
  of: Scope & { readonly companyId: string; readonly now: number },
): Promise<void> {
  const db = lotteriesTables(connection)
  const { rows } = await sql<{ id: string }>`
    update lotteries.lottery set status = 'ended', ended_at = ${of.now}, updated_at = ${of.now}, revision = revision + 1
    where id in (select l.id from lotteries.lottery l
      where l.company_id = ${of.companyId} and l.scope_id = ${of.scopeId} and l.scope_kind = ${of.scopeKind}
        and l.status = 'published' order by l.id for update)
    returning id`.execute(db)
  await returnPrizes(
    db,
    rows.map(({ id }) => id),
    { by: null, now: of.now },
  )
}

/** Ends every minute the lotteries whose time is over. One that somebody draws from, or ends, is left to the next minute. */
export const endLotteries = job({
  name: 'lotteries.end',
  payload: Type.Object({}),
  cron: '* * * * *',
  async run(connection, _, { now }) {
    const db = lotteriesTables(connection)
    const { rows } = await sql<{ id: string }>`
      update lotteries.lottery set status = 'ended', ended_at = ${now}, revision = revision + 1
      where id in (select l.id from lotteries.lottery l
        where l.status = 'published' and l.closes_at <= ${now} order by l.id for update skip locked)
      returning id`.execute(db)
    await returnPrizes(
      db,
      rows.map(({ id }) => id),
      { by: null, now },
    )
  },
})
