/** Who may make the calls of authors, and therefore who sees their screens and entries of the menu. */
export const authorsClasses = { permission: 'course.author' } as const
