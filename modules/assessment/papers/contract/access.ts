/** Who makes papers is who manages questions: a paper shows its author the keys. */
export const managesPapers = { permission: 'question.manage' } as const
/** Who gives exams their papers: their authors, who see names and sizes of those that are ready. */
export const choosesPapers = { permission: 'course.author' } as const
