/** Who makes papers is who manages questions: a paper shows its author the keys. */
export const managesPapers = { permission: 'question.manage' } as const
