/** Who may make the calls of administrators, and therefore who sees their screens and entries of the menu. */
export const managesNews = { permission: 'page.manage' } as const
