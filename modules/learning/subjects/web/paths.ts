/** The addresses of the subjects' screens, as links write them. */

export interface SubjectsPlace {
  readonly search?: string
  readonly type?: number
  readonly state?: string
  readonly isPay?: 0 | 1 | undefined
  readonly page?: number
}

export const subjectPaths = {
  study: '/study-v',
  all: ({ search, type, state, isPay, page }: SubjectsPlace = {}) => {
    const query = new URLSearchParams()
    if (search) query.set('search', search)
    if (type !== undefined) query.set('type', String(type))
    if (state) query.set('state', state)
    if (isPay !== undefined) query.set('isPay', String(isPay))
    if (page !== undefined && page > 1) query.set('page', String(page))
    const text = query.toString()
    return text === '' ? '/study/subject' : `/study/subject?${text}`
  },
  subject: (id: string) => `/study/subject/detail/${id}`,
  preview: (id: string) => `/study/subject/preview/${id}`,
  authored: '/admin/subjects',
  editor: (id: string) => `/admin/subjects/${id}`,
  learners: (id: string) => `/admin/subjects/${id}/learners`,
  /** The screen of approvals. */
  approval: (processId: string) => `/center/approvals/${processId}`,
} as const
