/** Who writes training plans: those of the own organizations and below. Costs and scores of a class are of those who run it. */
export const managesPlans = { permission: 'plan.manage' } as const
/** As the calls about the costs of a class have it. The shell loads this with its first page, and no contract. */
export const runsClasses = { permission: 'class.run' } as const
