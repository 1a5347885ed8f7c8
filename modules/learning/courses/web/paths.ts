/** The addresses of the courses' screens, as links write them. */

/** What of the catalogue stands in its address. */
export interface CataloguePlace {
  readonly categoryId?: string
  readonly search?: string
  readonly sort?: string
  readonly state?: string
  readonly isPay?: 0 | 1
  readonly page?: number
  readonly pageSize?: number
}

function withQuery(path: string, values: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

export const coursePaths = {
  home: '/study-v',
  catalogue: (place: CataloguePlace = {}) => withQuery('/study/course', { ...place }),
  /** With a section, the course opens there. */
  course: (id: string, section?: string | null) =>
    withQuery(`/study/course/detail/${id}`, { section: section ?? undefined }),
  preview: (id: string) => `/study/course/preview/${id}`,
  authored: '/admin/courses',
  editor: (id: string) => `/admin/courses/${id}`,
  /** The screen of approvals. */
  approval: (processId: string) => `/center/approvals/${processId}`,
  categories: '/admin/course-categories',
  followed: '/admin/course-progress',
  /** Questions of learners, of one course where it is named. */
  questions: (course?: string) => withQuery('/admin/course-questions', { course }),
  board: (id: string) => `/admin/course-progress/${id}`,
} as const
