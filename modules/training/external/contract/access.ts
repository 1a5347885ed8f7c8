/** Who asks for reports of external training and decides about them: of the own organizations and below. */
export const managesExternal = { permission: 'external.manage' } as const
