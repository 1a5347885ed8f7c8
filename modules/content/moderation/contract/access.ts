/** Who may make the calls of moderators, and therefore who sees their screens and entries of the menu. */
export const moderates = { permission: 'comment.manage' } as const
