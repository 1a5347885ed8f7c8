/** Who may make the calls of finance, and therefore who sees its screen. */
export const managesInvoices = { permission: 'invoice.manage', wholeCompany: true } as const
