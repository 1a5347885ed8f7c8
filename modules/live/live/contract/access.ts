/** Who may make the calls of administrators, and therefore who sees their screens and entries of the menu. */
export const managesLives = { permission: 'live.manage' } as const
export const managesCompanyLives = { permission: 'live.manage', wholeCompany: true } as const
