/** Who may moderate the ask bar, and therefore sees what only moderators see. */
export const moderatesAsk = { permission: 'comment.manage', wholeCompany: true } as const
