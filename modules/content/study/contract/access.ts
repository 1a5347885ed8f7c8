/** Who may make the calls of administrators, and therefore who sees their screens and entries of the menu. */
export const managesCredits = { permission: 'credit.manage', wholeCompany: true } as const
/** Learning records of members of the organizations for which it is granted. */
export const seesProgress = { permission: 'course.progress' } as const
/** The gradebook: for those who see progress in organizations, and for the makers of content. The server says whose. */
export const readsGradebook = { permission: ['course.progress', 'course.author', 'course.manage'] } as const
