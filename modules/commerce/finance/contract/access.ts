/** Who sees what the members of their organizations bought. */
export const readsFinance = { permission: 'finance.read' } as const
/** The ledger, payments and invoices are the whole company's. */
export const readsCompanyFinance = { permission: 'finance.read', wholeCompany: true } as const
