/**
 * Prizes that are goods of the points mall. Units are set aside when the lottery is published, so that whoever wins gets one; a win is
 * an order that costs nothing, made with the draw; what nobody has won goes back into stock when the lottery ends.
 */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { findSoldKind } from '#modules/commerce/entitlements/server.ts'
import { giveGoods, setAsideGoods } from '#modules/commerce/orders/server.ts'
import { goodsType } from '#modules/commerce/prices/contract.ts'
import { GOODS_SHORT, GOODS_UNKNOWN } from '../contract/codes.ts'
import type { ShownPrize } from '../contract/drawing.ts'
import type { PrizeInput } from '../contract/fields.ts'
import type { LotteriesDb } from './db.ts'
import type { LotteryRecord } from './lottery-record.ts'

const choicesMax = 20

/** Goods to choose from, by name. */
export async function goodsChoices(db: LotteriesDb, caller: Caller, search: string) {
  const found = (await findSoldKind(goodsType)?.search?.(db, caller, search, choicesMax)) ?? []
  return { items: found.map(({ id, name }) => ({ id, name })) }
}

export async function assertGoodsKnown(
  db: LotteriesDb,
  companyId: string,
  prizes: readonly PrizeInput[],
): Promise<void> {
  const ids = new Set(
    prizes.flatMap(({ kind, goodsId }) => (kind === 'goods' && goodsId !== undefined ? [goodsId] : [])),
  )
  if (ids.size === 0) return
  const known = (await findSoldKind(goodsType)?.items(db, companyId, [...ids])) ?? []
  if (known.length !== ids.size) throw refuse(GOODS_UNKNOWN)
}

/** The prizes, each with the first picture of its goods. */
export async function pictured<Prize extends Pick<ShownPrize, 'goodsId'>>(
  db: LotteriesDb,
  companyId: string,
  prizes: readonly Prize[],
): Promise<(Prize & { pictureId: string | null })[]> {
  const ids = new Set(prizes.flatMap(({ goodsId }) => goodsId ?? []))
  const found = ids.size === 0 ? [] : ((await findSoldKind(goodsType)?.items(db, companyId, [...ids])) ?? [])
  const pictureOf = new Map(found.map(({ id, coverFileId }) => [id, coverFileId]))
  return prizes.map((prize) => ({ ...prize, pictureId: pictureOf.get(prize.goodsId ?? '') ?? null }))
}

interface GoodsPrize {
  readonly companyId: string
  readonly goodsId: string
  readonly name: string
  readonly units: number
  readonly lottery: string
}

/** Prizes of these lotteries that are goods and not won, in one order: two who set aside never wait for each other in a circle. */
async function goodsPrizesOf(db: LotteriesDb, lotteryIds: readonly string[]): Promise<readonly GoodsPrize[]> {
  const { rows } = await sql<GoodsPrize>`
    select p.company_id as "companyId", p.goods_id as "goodsId", p.name, p.remaining as units, l.name as lottery
    from lotteries.prize p join lotteries.lottery l on l.id = p.lottery_id
    where p.lottery_id = any(${[...lotteryIds]}::uuid[]) and p.goods_id is not null and p.remaining > 0
    order by p.goods_id, p.lottery_id, p.place`.execute(db)
  return rows
}

/** The stock of the prizes, out of that of the mall. Refused where the mall has not so many. */
export async function setPrizesAside(
  db: LotteriesDb,
  { id }: Pick<LotteryRecord, 'id'>,
  { by, now }: { readonly by: string; readonly now: number },
): Promise<void> {
  for (const { companyId, goodsId, name, units, lottery } of await goodsPrizesOf(db, [id])) {
    const isEnough = await setAsideGoods(db, { companyId, goodsId, quantity: units, reason: lottery, by, now })
    if (!isEnough) throw refuse(GOODS_SHORT, { name })
  }
}

/** What nobody has won, back into the stock of the mall; once, with the end of the lotteries. */
export async function returnPrizes(
  db: LotteriesDb,
  lotteryIds: readonly string[],
  { by, now }: { readonly by: string | null; readonly now: number },
): Promise<void> {
  for (const { companyId, goodsId, units, lottery } of await goodsPrizesOf(db, lotteryIds))
    await setAsideGoods(db, { companyId, goodsId, quantity: -units, reason: lottery, by, now })
}

/** The order of a win; null where who runs the lottery hands the prize out. In the transaction of the draw. */
export async function orderOfWin(
  db: LotteriesDb,
  { companyId, memberId }: Pick<Caller, 'companyId' | 'memberId'>,
  { name: note }: Pick<LotteryRecord, 'name'>,
  { goodsId, drawId, now }: { readonly goodsId: string | null; readonly drawId: string; readonly now: number },
): Promise<string | null> {
  if (goodsId === null) return null
  const key = `lottery-draw:${drawId}`
  return (await giveGoods(db, { companyId, memberId, goodsId, quantity: 1, key, note, now })).orderId
}
