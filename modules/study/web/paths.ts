/** Addresses of study's screens, as the router writes them behind the `#`. */
export const studyPaths = {
  center: '/center',
  classHours: '/center/my/class-hours',
  credits: '/center/my/credits',
  timeline: '/center/my/timeline',
  points: '/center/my/points',
  catalogue: '/study-v',
  caps: '/manage/study/credits',
} as const
