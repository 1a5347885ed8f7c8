/** Who may make the calls of administrators, and therefore who sees their screens and entries of the menu. */
export const readsAudit = { permission: 'audit.read', wholeCompany: true } as const
export const managesTasks = { permission: 'task.manage' } as const
export const managesRecycleBin = { permission: 'recycle.manage' } as const
