/** Who may make the calls of those who run classes. Which classes they see is decided by the policy: their own, or all below an organization. */
export const runsClasses = { permission: 'class.run' } as const
