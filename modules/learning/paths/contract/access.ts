/** Who may make the calls of administrators, and therefore who sees their screens and entries of the menu. */
export const makesPaths = { permission: 'course.manage' } as const
export const managesChannels = { permission: 'course.manage', wholeCompany: true } as const
export const reviewsProofs = { permission: 'course.progress' } as const
