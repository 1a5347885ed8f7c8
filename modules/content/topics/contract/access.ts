/** Who may make the calls of administrators, and therefore who sees their screens and entries of the menu. */
export const managesTopics = { permission: 'topic.manage', wholeCompany: true } as const
export const managesComments = { permission: 'comment.manage' } as const
