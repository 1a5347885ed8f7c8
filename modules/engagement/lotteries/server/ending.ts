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

/** Ends the lotteries of a scope that is closed for good. Each update waits for a draw that is being made. */
export async function endLotteriesOf(
  connection: Connection,
  of: Scope & { readonly companyId: string; readonly now: number },
): Promise<void> {
  const db = lotteriesTables(connection)
  const { rows } = await sql<{ id: string }>`
    update lotteries.lottery set status = 'ended', ended_at = ${of.now}, updated_at = ${of.now}, revision = revision + 1
    where company_id = ${of.companyId} and scope_id = ${of.scopeId} and scope_kind = ${of.scopeKind}
      and status = 'published' returning id`.execute(db)
  await returnPrizes(
    db,
    rows.map(({ id }) => id),
    { by: null, now: of.now },
  )
}

/** Ends every minute the lotteries whose time is over. The update waits for a draw that is being made. */
export const endLotteries = job({
  name: 'lotteries.end',
  payload: Type.Object({}),
  cron: '* * * * *',
  async run(connection, _, { now }) {
    const db = lotteriesTables(connection)
    const { rows } = await sql<{ id: string }>`
      update lotteries.lottery set status = 'ended', ended_at = ${now}, revision = revision + 1
      where status = 'published' and closes_at <= ${now} returning id`.execute(db)
    await returnPrizes(
      db,
      rows.map(({ id }) => id),
      { by: null, now },
    )
  },
})
