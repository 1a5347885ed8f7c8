/** The permission that opens the administration of payments. Payments belong to the whole company. */
export const managesPayments = { permission: 'payment.manage', wholeCompany: true } as const
