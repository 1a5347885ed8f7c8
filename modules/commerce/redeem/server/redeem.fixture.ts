/** Batches with known codes, for tests and demo data. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { newCodes } from './code-hashes.ts'
import { redeemTables } from './db.ts'
import { insertCards } from './making-codes.ts'

interface BatchInput {
  readonly companyId: string
  /** Has made the codes, and so redeems none of them. */
  readonly makerId: string
  readonly now: number
  readonly name?: string
  readonly quantity?: number
  /** Hundredths. */
  readonly amount?: number
  readonly memberMax?: number
  readonly validFrom?: number
  readonly validUntil?: number
}

const dayMs = 86_400_000

/** A batch whose codes were made. Answers them. */
export async function buildCards(connection: Connection, input: BatchInput) {
  const { companyId, makerId, now, name = '开学礼卡', quantity = 3, amount = 5_000, memberMax = 1 } = input
  const db = redeemTables(connection)
  const id = uuid()
  await db
    .insertInto('redeem.batch')
    .values({
      ...{ id, company_id: companyId, name, reward_kind: 'coins', amount, quantity },
      ...{ member_max: memberMax, valid_from: input.validFrom ?? now - dayMs },
      ...{ valid_until: input.validUntil ?? now + 30 * dayMs, codes_made_at: now, codes_made_by: makerId },
      ...{ created_by: makerId, created_at: now },
    })
    .execute()
  const codes = newCodes(quantity)
  await insertCards(db, { companyId, batchId: id, codes })
  return { id, codes }
}
