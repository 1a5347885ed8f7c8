/** Who sees and handles the orders of members of their organizations. */
export const managesOrders = { permission: 'order.manage' } as const
