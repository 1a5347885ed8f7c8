/** Addresses of the screens of finance, and of what its figures are about, as paths of the hash router. */
export const financeTabs = ['overview', 'revenue', 'ledger', 'settlement', 'checks'] as const
export type FinanceTab = (typeof financeTabs)[number]

interface OrdersOf {
  readonly payType: number
  readonly beginsAt: number
  readonly endsAt: number
  readonly businessType?: number | null
  readonly itemId?: string | null
  readonly organizationId?: string | null
}

export const financePaths = {
  finance: (tab: FinanceTab, from: string, until: string) => `/manage/finance?tab=${tab}&from=${from}&until=${until}`,
  /** The orders behind a figure. */
  orders({ payType, beginsAt, endsAt, ...of }: OrdersOf): string {
    const query = new URLSearchParams({
      payType: String(payType),
      movedFrom: String(beginsAt),
      movedUntil: String(endsAt),
    })
    for (const [name, value] of Object.entries(of)) if (value != null) query.set(name, String(value))
    return `/manage/orders?${query}`
  },
  order: (number: string) => `/manage/orders?search=${encodeURIComponent(number)}`,
  refunds: '/manage/refunds',
  invoices: '/invoice-management/admin',
  proof: '/manage/currency/proof',
  reconciliation: '/manage/payment-reconciliation',
}
