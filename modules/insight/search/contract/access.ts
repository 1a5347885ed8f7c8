/** Who may make the calls of administrators, and therefore who sees their screens and entries of the menu. */
export const managesSearch = { permission: 'settings.manage', wholeCompany: true } as const
