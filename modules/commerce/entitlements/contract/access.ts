/** Who may look at the entitlements of others, grant them and take them back. */
export const managesEntitlements = { permission: 'order.manage' } as const
