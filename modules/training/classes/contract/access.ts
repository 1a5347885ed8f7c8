/** Who may make the calls of those who run classes. Which classes they see is decided by the policy: their own, or all below an organization. */
export const runsClasses = { permission: 'class.run' } as const
/** Whoever may assign learning to an organization may nominate its members. Which ones, the server decides. */
export const nominatesMembers = { permission: 'push.manage' } as const
