/** Who may make the calls of administrators, and therefore who sees their screens and entries of the menu. */
export const managesLives = { permission: 'live.manage' } as const
/** Who finds the management of live sessions in the menu; members whose approved session it is find it on the live page. */
export const holdsLives = { permission: ['live.create', 'live.manage'] } as const
export const managesCompanyLives = { permission: 'live.manage', wholeCompany: true } as const
