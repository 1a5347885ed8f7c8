/** What addresses keep of a member: the addresses. What was ordered or invoiced keeps its own copies. */
import type { PersonalData } from '#server/personal-data.ts'
import { addressesTables } from './db.ts'

export const addressesData: PersonalData = {
  module: 'addresses',
  async collect(connection, { companyId, memberId }) {
    const rows = await addressesTables(connection)
      .selectFrom('addresses.address')
      .select(['receiver', 'phone', 'county_code', 'street', 'postal_code', 'is_default', 'created_at', 'updated_at'])
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .orderBy('created_at')
      .execute()
    return [{ name: 'addresses', title: { cn: '收货地址', en: 'Addresses' }, rows }]
  },
  async erase(connection, { companyId, memberId }) {
    await addressesTables(connection)
      .deleteFrom('addresses.address')
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .execute()
  },
}
