/** Lotteries for tests and demo data. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { partsInAll } from '../contract/chances.ts'
import { companyScope, type LotteryInput, type LotteryStatus, newLottery, type PrizeInput } from '../contract/fields.ts'
import { commitmentOf } from './chance.ts'
import { lotteriesTables } from './db.ts'
import { orderOfWin } from './goods-prizes.ts'
import { columnsOf, writePrizes } from './managed-lotteries.ts'
import { writeQualifications } from './qualifications.ts'

const dayMs = 86_400_000

/** A prize with this chance in a hundred, and thanks for everybody else. */
export function prizesWith(percent: number, stock: number, name = '保温杯'): PrizeInput[] {
  const weight = (percent * partsInAll) / 100
  return [
    { kind: 'goods', name, weight, stock },
    { kind: 'thanks', name: '谢谢参与', weight: partsInAll - weight, stock: 1 },
  ]
}

export interface BuiltLottery extends Partial<LotteryInput> {
  readonly id?: string
  readonly author: { readonly id: string; readonly companyId: string; readonly organizationId: string }
  readonly now: number
  /** Published where it is left out. */
  readonly status?: LotteryStatus
  readonly scope?: { readonly scopeKind: string; readonly scopeId: string }
  readonly seed?: string
  /** Who has drawn, in this order, and the place of the prize. */
  readonly draws?: readonly {
    readonly memberId: string
    readonly place: number
    readonly isDelivered?: boolean
    readonly paidHundredths?: number
    readonly at?: number
  }[]
  readonly joined?: readonly string[]
}

/** It is open for a day, and every draw wins, unless the input says otherwise. */
export async function buildLottery(connection: Connection, input: BuiltLottery): Promise<string> {
  const db = lotteriesTables(connection)
  const { id = uuid(), author, now, status = 'published', seed = '5a'.repeat(32), draws = [], joined = [] } = input
  const { companyId } = author
  const { scopeKind = companyScope, scopeId = companyId } = input.scope ?? {}
  const prizes = input.prizes ?? prizesWith(100, 100)
  const fields = { ...newLottery, name: '年会抽奖', opensAt: now - 1000, closesAt: now + dayMs, ...input }
  const isPublished = status !== 'draft'
  await db
    .insertInto('lotteries.lottery')
    .values({
      ...{ id, company_id: companyId, organization_id: author.organizationId, author_id: author.id },
      ...{ scope_kind: scopeKind, scope_id: scopeId, status, updated_at: now, draws_made: draws.length },
      ...columnsOf({ ...fields, prizes }),
      ...(isPublished && { seed, commitment: commitmentOf(seed), published_at: now }),
      ended_at: status === 'ended' ? now : null,
    })
    .execute()
  await writePrizes(db, { id, companyId }, prizes)
  await writeQualifications(db, { id, companyId }, fields.qualifications)
  for (const [at, { memberId, place, isDelivered = false, paidHundredths = 0, at: drawnAt = now }] of draws.entries()) {
    const drawId = uuid()
    const isWin = prizes[place]?.kind === 'goods'
    const { goodsId = null } = prizes[place] ?? {}
    const won = { goodsId, drawId, now: drawnAt }
    const orderId = isWin ? await orderOfWin(db, { companyId, memberId }, { name: fields.name }, won) : null
    const by = isDelivered && orderId === null ? { delivered_at: drawnAt, delivered_by: author.id } : {}
    await db
      .insertInto('lotteries.draw')
      .values({
        ...{ id: drawId, lottery_id: id, number: at + 1, company_id: companyId, member_id: memberId },
        ...{ request_key: uuid(), place, is_win: isWin, drawn_at: drawnAt, paid_hundredths: paidHundredths },
        ...{ order_id: orderId, ...by },
      })
      .execute()
    if (isWin)
      await db
        .updateTable('lotteries.prize')
        .set((e) => ({ remaining: e('remaining', '-', 1) }))
        .where('lottery_id', '=', id)
        .where('place', '=', place)
        .execute()
  }
  for (const memberId of joined)
    await db
      .insertInto('lotteries.attendance')
      .values({ lottery_id: id, member_id: memberId, company_id: companyId, joined_at: now })
      .execute()
  return id
}
