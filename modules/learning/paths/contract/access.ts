/** Who may make the calls of administrators, and therefore who sees their screens and entries of the menu. */
export const makesPaths = { permission: 'course.manage' } as const
export const managesChannels = { permission: 'course.manage', wholeCompany: true } as const
/** As `reviewsSql` of the server: who follows the members, or manages the path. */
export const reviewsProofs = { permission: ['course.progress', 'course.manage'] } as const
