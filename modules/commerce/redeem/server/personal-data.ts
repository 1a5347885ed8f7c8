/** What redeem keeps of a member: the cards that were redeemed, and for administrators what they made and voided. */
import type { PersonalData } from '#server/personal-data.ts'
import { redeemTables } from './db.ts'

const recordsMax = 50_000

export const redeemData: PersonalData = {
  module: 'redeem',
  async collect(connection, { companyId, memberId }) {
    const db = redeemTables(connection)
    const cards = await db
      .selectFrom('redeem.card as c')
      .innerJoin('redeem.batch as b', 'b.id', 'c.batch_id')
      .select(['b.name', 'b.amount', 'c.last_four', 'c.redeemed_at'])
      .where('c.company_id', '=', companyId)
      .where('c.redeemed_by', '=', memberId)
      .orderBy('c.redeemed_at')
      .execute()
    const batches = await db
      .selectFrom('redeem.batch')
      .select(['name', 'amount', 'quantity', 'created_at', 'codes_made_at'])
      .where('company_id', '=', companyId)
      .where((on) => on.or([on('created_by', '=', memberId), on('codes_made_by', '=', memberId)]))
      .orderBy('created_at')
      .execute()
    const voided = await db
      .selectFrom('redeem.card')
      .select(['last_four', 'voided_at', 'void_reason'])
      .where('company_id', '=', companyId)
      .where('voided_by', '=', memberId)
      .orderBy('voided_at')
      .limit(recordsMax)
      .execute()
    return [
      { name: 'redeemed-cards', title: { cn: '已兑换的兑换卡', en: 'Redeemed cards' }, rows: cards },
      { name: 'redeem-batches', title: { cn: '创建的兑换卡批次', en: 'Batches of redeem cards' }, rows: batches },
      { name: 'voided-cards', title: { cn: '作废的兑换卡', en: 'Voided cards' }, rows: voided },
    ]
  },
  /** Cards are money of the company: who redeemed or voided them stays, as an id without a name, as in the ledger. */
  async erase() {},
}
