/** Who may make the calls of administrators, and therefore who sees their screens and entries of the menu. */
export const authorsCourses = { permission: 'course.author' } as const
/** Lecturers of a course review without a permission. */
export const reviewsCourseProofs = { permission: ['course.author', 'course.manage'] } as const
export const managesCategories = { permission: 'course.manage', wholeCompany: true } as const
export const followsLearners = { permission: ['course.progress', 'course.author', 'course.manage'] } as const
