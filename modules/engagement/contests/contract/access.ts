/** Who may make the calls of those who run contests: their own, and those of the organizations that the permission covers. */
export const runsContests = { permission: 'contest.run' } as const
