/** Who may make the calls of administrators, and therefore who sees their screens and entries of the menu. */
export const managesMessages = { permission: 'message.manage' } as const
/** Templates, webhooks and the log; a narrower grant can announce and read. */
export const managesCompanyMessages = { permission: 'message.manage', wholeCompany: true } as const
