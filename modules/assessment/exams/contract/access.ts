/** Who may make the calls of authors, and therefore who sees their screens and entries of the menu. */
export const authorsExams = { permission: 'course.author' } as const
/** Who gives accommodations to members of the own organizations, and reads why. */
export const managesAccommodations = { permission: 'accommodation.manage' } as const
