/** Builders for tests and demo data: member cards. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { CardColor, CardStatus } from '../contract/shapes.ts'
import { cardsTables } from './db.ts'

export interface CardInput {
  readonly companyId: string
  readonly name?: string
  readonly promise?: string
  readonly color?: CardColor
  readonly validityDays?: number | null
  readonly status?: CardStatus
  readonly now?: number
}

export async function buildCard(connection: Connection, input: CardInput): Promise<{ readonly id: string }> {
  const { companyId, name = '年卡', promise = '', color = 'ink', validityDays = 365 } = input
  const { status = 'on-sale', now = Date.now() } = input
  const id = uuid()
  await cardsTables(connection)
    .insertInto('cards.card')
    .values({
      ...{ id, company_id: companyId, name, promise, color, validity_days: validityDays, status, created_at: now },
    })
    .execute()
  return { id }
}
