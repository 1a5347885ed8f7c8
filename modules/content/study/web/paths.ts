/** Addresses of study's screens, as the router writes them behind the `#`. */
export const studyPaths = {
  center: '/center',
  studyTime: '/center/my/study',
  classHours: '/center/my/class-hour',
  credits: '/center/my/credit',
  timeline: '/center/my/timeline',
  points: '/center/my/points',
  catalogue: '/study-v',
  classes: '/train-new',
  gradebook: '/admin/gradebook',
  record: (memberId: string) => `/learning-record/${memberId}`,
  caps: '/manage/study/credits',
} as const
