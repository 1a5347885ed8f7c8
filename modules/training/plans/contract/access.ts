/** Who writes training plans: those of the own organizations and below. Costs and scores of a class are of those who run it. */
export const managesPlans = { permission: 'plan.manage' } as const
