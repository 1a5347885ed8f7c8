/** Who may open the screens of those who run a class: as the calls have it. The shell loads this with its first page, and no contract. */
export const runsClasses = { permission: 'class.run' } as const
