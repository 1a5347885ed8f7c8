/** Which providers there are, and which of them a company can use. */
import { servesCompany } from '#modules/platform/identity/server.ts'
import type { Config } from '#server/config.ts'
import type { Connection } from '#server/db/connection.ts'
import type { ProviderName } from '../contract/shapes.ts'
import { paymentsTables } from './db.ts'
import type { Provider } from './provider.ts'
import { alipay } from './providers/alipay.ts'
import { stripe } from './providers/stripe.ts'
import { wechatPay } from './providers/wechat-pay.ts'

const transfer: Provider = { name: 'transfer', isSetUp: () => true, merchant: () => '' }
const test: Provider = {
  name: 'test',
  isSetUp: (config) => config.payments.test,
  merchant: () => 'test',
  refund: async (_config, _trade, { refundNumber, amountFen }) => ({
    ...{ about: 'refund', refundNumber, outcome: 'succeeded', amountFen },
  }),
}

export const providers: readonly Provider[] = [alipay, wechatPay, stripe, transfer, test]

export function providerOf(name: ProviderName): Provider {
  const found = providers.find((one) => one.name === name)
  if (!found) throw new Error(`no provider ${name}`)
  return found
}

/** The merchant accounts belong to companies: the money of one never goes to the account of another. */
export async function availableProviders(
  connection: Connection,
  config: Config,
  companyId: string,
): Promise<ProviderName[]> {
  const db = paymentsTables(connection)
  const account = await db
    .selectFrom('payments.transfer_account')
    .select('company_id')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  const serves = await servesCompany(db, config.payments.companyIds, companyId)
  return providers
    .filter((one) => one.isSetUp(config))
    .filter((one) => (one.name === 'transfer' ? account !== undefined : one.name === 'test' || serves))
    .map((one) => one.name)
}
