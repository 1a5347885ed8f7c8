/** Who designs pages: of the company, or of the own organization (a branch) with what lies below it. */
export const managesPages = { permission: 'page.manage' } as const
/** What belongs to the whole company: its home page, the figures of visits. */
export const managesAllPages = { permission: 'page.manage', wholeCompany: true } as const
