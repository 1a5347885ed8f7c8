/** Who may make the calls of administrators, and therefore who sees their screens and entries of the menu. */
export const managesCredits = { permission: 'credit.manage', wholeCompany: true } as const
