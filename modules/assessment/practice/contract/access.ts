/** Who offers practice is who manages questions: a practice shows the keys. */
export const managesPractice = { permission: 'question.manage' } as const
