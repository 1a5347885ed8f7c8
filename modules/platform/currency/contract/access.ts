/** Who may make the calls of administrators, and therefore who sees their screens and entries of the menu. */
export const managesCurrency = { permission: 'currency.manage' } as const
/** Rules and proofs belong to the whole company. */
export const managesCompanyCurrency = { permission: 'currency.manage', wholeCompany: true } as const
