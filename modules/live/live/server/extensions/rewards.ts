/** The reward for attending a live session. */
import { rewardEvent } from '#modules/platform/currency/server.ts'

export const attendanceReward = rewardEvent({
  event: 'live-attended',
  label: { cn: '参加直播', en: 'Live session attended' },
  description: { cn: '首次进入一场直播时', en: 'When a member enters a live session for the first time' },
  defaults: [{ kind: 2, amount: 200n, dailyCap: 600n, enabled: true }],
})
