/** Addresses of the screens of lotteries, as paths of the hash router. */
import { companyScope } from '../contract/fields.ts'

const ofScope = (scopeKind: string, scopeId: string) =>
  scopeKind === companyScope ? '' : `?${new URLSearchParams({ scopeKind, scopeId })}`

export const lotteryPaths = {
  all: '/lottery',
  prizes: '/lottery/prizes',
  one: (id: string) => `/lottery/${id}`,
  /** Of the module of orders. */
  order: (id: string) => `/orders/${id}`,
  proof: (id: string) => `/lottery/proof/${id}`,
  managed: (scopeKind: string, scopeId: string) => `/admin/lotteries${ofScope(scopeKind, scopeId)}`,
  editor: (id: string) => `/admin/lotteries/${id}`,
  winners: (id: string) => `/admin/lotteries/${id}/winners`,
}
