/** What entitlements keep of a member: handed out to them, and erased with them. */
import { sql } from 'kysely'
import { personalData } from '#server/personal-data.ts'
import { entitlementsTables } from './db.ts'
import { namedItems } from './kinds.ts'

interface Row {
  readonly businessType: number
  readonly itemId: string
}

export const entitlementsPersonalData = personalData({
  module: 'entitlements',
  async collect(connection, { companyId, memberId }) {
    const db = entitlementsTables(connection)
    const { rows: own } = await sql<Row & { source: string; state: string; createdAt: number; endsAt: number | null }>`
      select business_type as "businessType", item_id as "itemId", source, state, created_at as "createdAt",
        ends_at as "endsAt"
      from entitlements.entitlement where member_id = ${memberId} order by created_at, id`.execute(db)
    const { rows: seats } = await sql<Row & { seats: number; createdAt: number }>`
      select business_type as "businessType", item_id as "itemId", seat_count as seats, created_at as "createdAt"
      from entitlements.seats where owner_id = ${memberId} order by created_at, id`.execute(db)
    const named = await namedItems(db, companyId, [...own, ...seats])
    const shown = <R extends Row>(rows: readonly R[]) =>
      rows.map(({ businessType, itemId, ...row }) => ({
        item: named({ businessType, itemId }).item?.name ?? itemId,
        ...row,
      }))
    return [
      { name: 'entitlements', title: { cn: '已开通内容', en: 'What is open to you' }, rows: shown(own) },
      { name: 'seats', title: { cn: '团队名额', en: 'Seats for others' }, rows: shown(seats) },
    ]
  },
  /** Seats that are given to others stay with them. */
  async erase(connection, { memberId }) {
    const db = entitlementsTables(connection)
    await db.deleteFrom('entitlements.entitlement').where('member_id', '=', memberId).execute()
    await db.deleteFrom('entitlements.seats').where('owner_id', '=', memberId).execute()
    await db
      .updateTable('entitlements.entitlement')
      .set({ changed_by: null })
      .where('changed_by', '=', memberId)
      .execute()
  },
})
