/** What a link to the editor brings along. */
export interface Arrival {
  /** The draft was stored a moment ago, and is to be published. */
  readonly isAsking?: boolean
  /** The first content of a new draft. */
  readonly content?: {
    readonly businessType: number
    readonly businessId: string
    readonly businessName: string
    readonly kind: string
  }
}

/** The addresses of the screens of pushes, as links write them. */
export const pushPaths = {
  /** What was pushed to the caller. */
  own: '/center/study-pushes',
  pack: (id: string) => `/center/student-study-pack-detail/${id}`,
  /** What the caller pushes to others. */
  director: '/center/director/study',
  /** The editor of a draft that is stored with the first saving. */
  newPush: '/center/director/study/push/new',
  push: (id: string) => `/center/director/study/push/${id}`,
  team: (id: string) => `/center/director/study/team/${id}`,
  member: (id: string) => `/center/director/study/member/${id}`,
  /** A screen of study. */
  record: (id: string) => `/learning-record/${id}`,
} as const
