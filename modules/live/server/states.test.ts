import { describe, expect, it } from 'vitest'
import {
  type ApprovalStatus,
  actionsOfState,
  type DisplayStatus,
  displayStatusOf,
  fixedFields,
  isOverTime,
  type LiveStatus,
  type LiveType,
} from '../contract/states.ts'

const shown = (status: LiveStatus, approvalStatus: ApprovalStatus, approvalSwitch = true, liveType: LiveType = 1) =>
  displayStatusOf({ status, approvalStatus, liveType }, approvalSwitch)

describe('the state that a live shows', () => {
  it.each([0, 1, 2, 3, 4] as const)(
    '[LIVE-054] [LIVE-060] is its own status %s where nobody decides or was asked',
    (status) => {
      expect(shown(status, null)).toBe(status)
      expect(shown(status, null, false)).toBe(status)
      expect(shown(status, 2)).toBe(status)
    },
  )

  it.each([0, 1, 2, 3, 4] as const)('[LIVE-055] [LIVE-057] is 5 under review, with status %s as well', (status) => {
    expect(shown(status, 1)).toBe(5)
  })

  it('[LIVE-055] [LIVE-056] [LIVE-058] [LIVE-059] is 6 when the review failed, 7 when it was withdrawn', () => {
    expect([shown(0, 3), shown(1, 3)]).toEqual([6, 6])
    expect([shown(0, 4), shown(1, 4)]).toEqual([7, 7])
  })

  it('[LIVE-061] [LIVE-062] is 5 with the flow off and status 0, whatever was decided', () => {
    for (const approval of [1, 2, 3, 4] as const) expect(shown(0, approval, false)).toBe(5)
    expect([shown(1, 2, false), shown(1, 3, false)]).toEqual([1, 6])
  })

  it('[LIVE-063] is 8 for an external live with status 1, and its own otherwise', () => {
    expect(shown(1, null, true, 2)).toBe(8)
    expect([
      shown(0, null, true, 2),
      shown(2, null, true, 2),
      shown(3, null, true, 2),
      shown(4, null, true, 2),
    ]).toEqual([0, 2, 3, 4])
    expect(shown(1, 1, true, 2)).toBe(5)
  })
})

describe('what a state offers', () => {
  const offered: readonly [string, DisplayStatus, string][] = [
    ['[LIVE-070] unpublished', 0, ''],
    ['[LIVE-064] not started', 1, 'start share view edit cancel'],
    ['[LIVE-065] in progress', 2, 'watch share view edit'],
    ['[LIVE-070] ended', 3, ''],
    ['[LIVE-066] cancelled', 4, 'republish view edit'],
    ['[LIVE-067] under review', 5, 'approval-detail'],
    ['[LIVE-068] review failed', 6, 'approval-detail submit'],
    ['[LIVE-068] withdrawn', 7, 'approval-detail submit'],
    ['[LIVE-069] external, not started', 8, 'watch'],
  ]
  it.each(offered)('%s', (_, state, actions) => {
    expect(actionsOfState[state].join(' ')).toBe(actions)
  })

  it('[LIVE-085] [LIVE-087] [LIVE-089] keeps mode and scope while it runs, the mode while it is published', () => {
    expect([0, 1, 2, 3, 4].map((status) => fixedFields(status as LiveStatus).join(' '))).toEqual([
      '',
      'liveMode',
      'liveMode shareScope',
      'liveMode',
      '',
    ])
  })

  it('[LIVE-045] is over time after start and duration, not at them', () => {
    const live = { startTime: 1_000_000, estimateDuration: 90 }
    expect([isOverTime(live, 6_400_000), isOverTime(live, 6_400_001)]).toEqual([false, true])
  })
})
