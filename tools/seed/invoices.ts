/** Delivery addresses and invoice titles of the demonstration company's learner. */
import { buildAddresses } from '#modules/commerce/addresses/server/addresses.fixture.ts'
import { buildInfo, companyInfo, personalInfo } from '#modules/commerce/invoices/server/invoices.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'

export async function seedInvoices(connection: Connection, now: number): Promise<void> {
  const owner = { companyId: demoCompanyId, id: memberIdOf('xueyuan') }
  const receiver = { receiver: '林知远', phone: '13800138000', isDefault: false }
  const addresses = [
    { ...receiver, countyCode: '440305', street: '科技园科苑路15号3栋802', postalCode: '518057' },
    { ...receiver, countyCode: '110108', street: '中关村大街27号', postalCode: '100080' },
  ]
  await buildAddresses(connection, owner, addresses, now)
  const company = { title: '澄岚智能科技有限公司', registeredAddress: '深圳市南山区科苑路15号' }
  await buildInfo(connection, owner, companyInfo(company), now)
  await buildInfo(connection, owner, personalInfo(), now)
}
