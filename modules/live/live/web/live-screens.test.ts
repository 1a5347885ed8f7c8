/** The logic of the live screens: addresses, role links, time, and shared state. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { proves } from '#test/proves.ts'
import { isOverTime } from '../contract/states.ts'
import { calendarFile } from './calendar-file.ts'
import { liveCalls } from './calls.ts'
import { isOwnRoom } from './detail/own-room.ts'
import { refetchMs } from './detail/use-live.ts'
import { invitationIn } from './invitation.ts'
import { enterLiveScreen, liveState } from './live-state.ts'
import { livePaths } from './paths.ts'
import { linksText, roleLinksOf, type SharedLive } from './role-links.ts'
import { byDay, dayNameOf } from './schedule.ts'
import { supplierOf, suppliers } from './supplier.ts'

const origin = 'https://academy.example.cn'
const id = '01a1fdaa-c672-74fb-8330-3df9166daa0a'
const live: SharedLive = {
  id,
  organizerJoinUrl: '/#/lives/keylogin/host',
  organizerToken: 'to&ken',
  panelistJoinUrl: 'https://vendor.example/join?room=7',
  panelistToken: 'panel',
  attendeeJoinUrl: 'https://vendor.example/watch',
  attendeeToken: 'viewer',
}
const byRole = (links: ReturnType<typeof roleLinksOf>) =>
  Object.fromEntries(links.map(({ role, link }) => [role, link]))

describe('addresses', () => {
  it('the start page depends on the supplier', async () => {
    const older = `/activity/gensee/live/${id}/true`
    await proves('LIVE-084', () => {
      const paths = suppliers.map((supplier) => livePaths.action(id, supplier))
      expect(paths).toEqual([`/live/action/${id}`, older, older])
    })
    await proves('LIVE-145', () => {
      expect(livePaths.action(id, 3)).toBe(`/live/action/${id}`)
      expect(livePaths.detail(id, 3)).toBe(`/live/detail/${id}`)
    })
  })

  it.each(suppliers)('[LIVE-148] supplier %i has the calls of its own family', (supplier) => {
    const { revoke, start, list } = liveCalls(supplier)
    const family = supplier === 3 ? '/live/new' : '/course-study/gensee-student'
    expect([revoke.path, start.path, list.path]).toEqual([
      ...[`${family}/revoke/{id}`, `${family}/start/{id}`, `${family}/list`],
    ])
  })

  it('[LIVE-053] a supplier is 0, 3 or 4', () => {
    expect([0, 3, 4].map(supplierOf)).toEqual([0, 3, 4])
  })
})

describe('role links', () => {
  it('[LIVE-141] are student, external host, panelist and student for supplier 3', () => {
    expect(byRole(roleLinksOf(origin, live, 3))).toEqual({
      student: `${origin}/#/live/detail/${id}`,
      'external-host': `${origin}/#/lives/keylogin/host?token=to%26ken`,
      'external-panelist': 'https://vendor.example/join?room=7&token=panel',
      'external-student': `${origin}/#/lives/keylogin/${id}?token=viewer`,
    })
  })

  it.each([0, 4] as const)('[LIVE-140] supplier %i: system user, external user, assistant, lecturer', (supplier) => {
    expect(byRole(roleLinksOf(origin, live, supplier))).toEqual({
      'system-user': `${origin}/#/activity/gensee/detail/${id}`,
      'external-user': 'https://vendor.example/watch?token=viewer',
      'external-assistant': 'https://vendor.example/join?room=7&token=panel',
      lecturer: `${origin}/#/lives/keylogin/host?token=to%26ken`,
    })
  })

  it('[LIVE-142] need an address and a token', () => {
    const links = byRole(roleLinksOf(origin, { ...live, organizerToken: null, panelistJoinUrl: '' }, 3))
    expect([links['external-host'], links['external-panelist']]).toEqual([undefined, undefined])
    expect(links['external-student']).toBeDefined()
  })

  it('do not repeat a token in the address', () => {
    const joined = { ...live, panelistJoinUrl: 'https://vendor.example/join?token=panel' }
    expect(byRole(roleLinksOf(origin, joined, 3))['external-panelist']).toBe(joined.panelistJoinUrl)
  })

  it('[LIVE-025] are copied with their labels, without empty ones', () => {
    const links = roleLinksOf(origin, { ...live, panelistToken: null }, 3)
    expect(linksText(links, (role) => `<${role}>`, '：').split('\n')).toEqual([
      `<student>：${origin}/#/live/detail/${id}`,
      `<external-host>：${origin}/#/lives/keylogin/host?token=to%26ken`,
      `<external-student>：${origin}/#/lives/keylogin/${id}?token=viewer`,
    ])
  })
})

describe('the shared state of the screens', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it("[LIVE-043] has these fields, with the detail's mode", () => {
    expect(liveState.get()).toEqual({
      liveDetail: undefined,
      collectId: null,
      appointmentStatus: false,
      mode: 'detail',
      supplier: 3,
      approvalSwitch: false,
      isOverTime: false,
    })
  })

  it('[LIVE-044] is reset when the last live screen closes, not between two of them', () => {
    const leaveHome = enterLiveScreen()
    liveState.set({ appointmentStatus: true, collectId: 'c', mode: 'edit' })
    leaveHome()
    const leaveDetail = enterLiveScreen()
    vi.runAllTimers()
    expect(liveState.get()).toMatchObject({ appointmentStatus: true, mode: 'edit' })
    leaveDetail()
    leaveDetail()
    vi.runAllTimers()
    expect(liveState.get()).toMatchObject({ appointmentStatus: false, collectId: null, mode: 'detail' })
  })

  it('[LIVE-045] is over time after the planned minutes', () => {
    const planned = { startTime: 1_000_000, estimateDuration: 90 }
    const end = 1_000_000 + 90 * 60_000
    expect([isOverTime(planned, end), isOverTime(planned, end + 1)]).toEqual([false, true])
  })
})

describe('ways in', () => {
  it('[LIVE-005] finds an invitation anywhere in a text', () => {
    const link = `${origin}/#/lives/keylogin/${id}?token=abc_DEF-1`
    expect(invitationIn(`外部学员：${link}`)).toEqual({ id, token: 'abc_DEF-1' })
    expect(invitationIn(`${origin}/#/lives/keylogin/${id}`)).toBeUndefined()
    expect(invitationIn(`${origin}/#/live/detail/${id}?token=abc`)).toBeUndefined()
  })

  it('[LIVE-145] opens only a page of this platform in place', () => {
    const here = `${origin}/#/live/index`
    expect(isOwnRoom(`${origin}/#/live/detail/${id}`, here)).toBe(true)
    expect(isOwnRoom(`/#/live/detail/${id}`, here)).toBe(true)
    expect(isOwnRoom('https://vendor.example/#/live/detail/1', here)).toBe(false)
    expect(isOwnRoom('https://vendor.example/join', here)).toBe(false)
  })

  it('refetches a live session more often around its start', () => {
    const now = 10_000_000
    const at = (status: 1 | 2 | 3 | 4, startTime: number, replay: 'none' | 'making' = 'none') =>
      refetchMs({ status, startTime, replay }, now)
    expect([at(1, now + 3_600_000), at(1, now + 30_000), at(1, now - 1), at(2, now)]).toEqual([
      30_000, 5000, 5000, 30_000,
    ])
    expect([at(3, now, 'making'), at(3, now), at(4, now)]).toEqual([5000, false, false])
  })
})

describe('the schedule', () => {
  const at = (day: number, hour: number) => ({
    id: `${day}-${hour}`,
    startTime: new Date(2026, 10, day, hour).getTime(),
  })
  const now = new Date(2026, 10, 21, 9).getTime()

  it('groups live sessions by day, in order of their start', () => {
    const days = byDay([at(22, 9), at(21, 20), at(21, 10)])
    expect(days.map(({ lives }) => lives.map((one) => one.id))).toEqual([['21-10', '21-20'], ['22-9']])
  })

  it('names today and tomorrow', () => {
    const midnight = (day: number) => new Date(2026, 10, day).getTime()
    expect([20, 21, 22, 23].map((day) => dayNameOf(midnight(day), now))).toEqual([
      'today',
      'today',
      'tomorrow',
      'later',
    ])
  })
})

describe('the calendar entry', () => {
  const file = calendarFile(
    {
      id,
      title: '安全,第一课; 第\n二行',
      description: '很长的介绍'.repeat(20),
      link: `${origin}/#/live/detail/${id}`,
      startTime: Date.UTC(2026, 10, 21, 12),
      minutes: 90,
    },
    Date.UTC(2026, 10, 20),
  )

  it('starts and ends with the live session, in universal time', () => {
    expect(file).toContain('DTSTART:20261121T120000Z\r\nDTEND:20261121T133000Z\r\n')
    expect(file).toContain('SUMMARY:安全\\,第一课\\; 第\\n二行\r\n')
  })

  it('has no line of more than 75 octets, and unfolds to the original text', () => {
    const octets = (line: string) => new TextEncoder().encode(line).length
    expect(Math.max(...file.split('\r\n').map(octets))).toBeLessThanOrEqual(75)
    expect(file.replaceAll('\r\n ', '')).toContain(`DESCRIPTION:${'很长的介绍'.repeat(20)}\r\n`)
  })
})
