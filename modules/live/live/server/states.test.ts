import { describe, expect, it } from 'vitest'
import { proves } from '#test/proves.ts'
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

describe('the display state of a live session', () => {
  const statuses = [0, 1, 2, 3, 4] as const

  it.each(statuses)('is its own status %s without an application', async (status) => {
    await proves('LIVE-054', () => {
      expect(shown(status, null)).toBe(status)
      expect(shown(status, null, false)).toBe(status)
    })
    await proves('LIVE-060', () => expect(shown(status, 2)).toBe(status))
  })

  it.each(statuses)('[LIVE-057] is 5 under review, also with status %s', (status) => {
    expect(shown(status, 1)).toBe(5)
  })

  it.each(statuses)('with status %s is 6 after a refusal, 7 after a withdrawal', async (status) => {
    await proves('LIVE-058', () => expect(shown(status, 3)).toBe(6))
    await proves('LIVE-059', () => expect(shown(status, 4)).toBe(7))
  })

  it('[LIVE-055] differs from the status in four cases, and is never another number', async () => {
    expect([shown(0, 1), shown(0, 3), shown(0, 4), shown(1, null, true, 2)]).toEqual([5, 6, 7, 8])
    const all = statuses.flatMap((status) =>
      ([null, 1, 2, 3, 4] as const).flatMap((approval) =>
        [true, false].flatMap((flow) => ([1, 2] as const).map((liveType) => shown(status, approval, flow, liveType))),
      ),
    )
    expect([...new Set(all)].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('is 5 with the flow off and status 0, whatever the decision', async () => {
    await proves('LIVE-061', () => {
      for (const approval of [1, 2, 3, 4] as const) expect(shown(0, approval, false)).toBe(5)
      expect(shown(0, null, false)).toBe(0)
    })
    await proves('LIVE-062', () => {
      expect([shown(0, 3, false), shown(0, 4, false)]).toEqual([5, 5])
      expect([shown(1, 2, false), shown(1, 3, false), shown(1, 4, false)]).toEqual([1, 6, 7])
    })
  })

  it('[LIVE-063] is 8 for an external live session with status 1, and its own otherwise', () => {
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

describe('the actions of a state', () => {
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

  it('keeps mode and scope while it runs, and the mode while it is published', async () => {
    const fixed = (status: LiveStatus) => fixedFields(status).join(' ')
    await proves('LIVE-085', () => expect(fixed(2)).toBe('liveMode shareScope'))
    await proves('LIVE-087', () => expect([fixed(1), fixed(3)]).toEqual(['liveMode', 'liveMode']))
    await proves('LIVE-089', () => expect([fixed(0), fixed(4)]).toEqual(['', '']))
  })

  it('[LIVE-045] is over time after start and duration, not at them', () => {
    const live = { startTime: 1_000_000, estimateDuration: 90 }
    expect([isOverTime(live, 6_400_000), isOverTime(live, 6_400_001)]).toEqual([false, true])
  })
})
