/** What a company says of its orders: the rule `ORDER_CONFIG` of settings. */
import { ruleValue } from '#modules/platform/settings/server.ts'
import type { Connection } from '#server/db/connection.ts'

export interface OrderRules {
  /** So long an order can be paid. */
  readonly payMs: number
  /** So long after payment a refund can be asked for. */
  readonly refundMs: number
  /** Hundredths from which somebody has to agree, where approval is on. */
  readonly approvalFrom: bigint
  /** So long after shipping an order is done by itself. */
  readonly receiveMs: number
  /** How many coins pay one yuan of an order in RMB; 0: they pay no part of it. */
  readonly coinsPerYuan: number
  /** The greatest part of it that they pay. */
  readonly coinSharePercent: number
}

const minuteMs = 60_000
const dayMs = 86_400_000

export async function orderRules(db: Connection, companyId: string): Promise<OrderRules> {
  const value = await ruleValue(db, companyId, 'ORDER_CONFIG')
  return {
    payMs: Number(value.payMinutes) * minuteMs,
    refundMs: Number(value.refundDays) * dayMs,
    approvalFrom: BigInt(Number(value.approvalFrom)) * 100n,
    receiveMs: Number(value.receiveDays) * dayMs,
    coinsPerYuan: Number(value.coinsPerYuan),
    coinSharePercent: Number(value.coinSharePercent),
  }
}
