/** Who may make the calls of administrators, and therefore who sees their screens and entries of the menu. */
export const managesOrganizations = { permission: 'organization.manage' } as const
export const managesMembers = { permission: 'member.manage' } as const
/** Positions that exist belong to the whole company. */
export const managesPositions = { permission: 'member.manage', wholeCompany: true } as const
export const managesRoles = { permission: 'role.manage' } as const
export const readsSignIns = { permission: 'sign-in.manage' } as const
