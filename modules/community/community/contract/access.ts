/** Who freezes and activates share accounts: those of the organizations of the grant. */
export const managesCommunity = { permission: 'community.manage' } as const
