/** Who may set prices; whether of this item, the module whose item it is decides besides. */
export const managesPrices = { permission: 'price.manage' } as const
