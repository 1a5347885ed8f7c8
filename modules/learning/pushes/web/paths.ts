/** The addresses of the screens of pushes, as links write them. */
export const pushPaths = {
  /** What was pushed to the caller. */
  own: '/center/study-pushes',
  pack: (id: string) => `/center/student-study-pack-detail/${id}`,
  /** What the caller pushes to others. */
  director: '/center/director/study',
  push: (id: string) => `/center/director/study/push/${id}`,
  team: (id: string) => `/center/director/study/team/${id}`,
  member: (id: string) => `/center/director/study/member/${id}`,
} as const
