/** Knowledge circles: finding and joining, running them, what is shared into them, what they announce, and figures. */
import { circleAnnouncementCalls } from './circles/announcements.ts'
import { circleContentCalls } from './circles/contents.ts'
import { circleFigureCalls } from './circles/figures.ts'
import { circleFindingCalls } from './circles/finding.ts'
import { circleRunningCalls } from './circles/running.ts'

export const circleCalls = {
  ...circleFindingCalls,
  ...circleRunningCalls,
  ...circleContentCalls,
  ...circleAnnouncementCalls,
  ...circleFigureCalls,
} as const
