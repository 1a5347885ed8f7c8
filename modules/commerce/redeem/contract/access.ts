/** Who may make the calls of administrators, and therefore who sees their screens. Cards are the whole company's. */
export const managesRedeem = { permission: 'redeem.manage', wholeCompany: true } as const
