/** Rooms over HTTP: what the tests of bookings begin with. */
import { afterEach, beforeAll } from 'vitest'
import type { CallInput } from '#kit/contract.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import type { TestPlatform } from '#test/harness.ts'
import { classrooms } from '../contract.ts'
import { type BuiltRoom, buildRoom } from './rooms.fixture.ts'

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

type Wanted = Partial<CallInput<typeof classrooms.bookRoom>['body']>

export function roomsOn(platform: TestPlatform, managerOf: () => BuiltMember) {
  let startedAt = 0
  beforeAll(() => {
    startedAt = platform.now
  })
  // Sessions end after hours: no test leaves the clock where it moved it.
  afterEach(() => {
    platform.now = startedAt
  })
  const as = (member: BuiltMember | undefined) => platform.client(classrooms, member)
  /** An hour of a later day in Shanghai, eight hours before UTC, where companies are unless they say otherwise. */
  const at = (hour: number, day = 2) =>
    Math.floor((startedAt + 8 * hourMs) / dayMs) * dayMs + (day * 24 + hour - 8) * hourMs
  return {
    as,
    at,
    /** `2026-11-29`: the day of `at`. */
    dayAt: (day: number) => new Date(at(12, day)).toISOString().slice(0, 10),
    /** A room of the manager's organization, which the manager manages without a permission. */
    room(input: Partial<BuiltRoom> = {}): Promise<string> {
      const author = managerOf()
      return buildRoom(platform.db, { author, now: startedAt, managerIds: [author.id], ...input })
    },
    /** From ten to eleven unless the input says otherwise. */
    book(member: BuiltMember | undefined, id: string, wanted: Wanted = {}) {
      const usual = { title: '部门例会', attendees: null, note: '', from: at(10), to: at(11) }
      return as(member).bookRoom({
        params: { id },
        body: { ...usual, repetition: null, leavesOutConflicts: false, ...wanted },
      })
    },
    async own(member: BuiltMember, when: 'coming' | 'over' = 'coming') {
      return (await as(member).ownBookings({ query: { when, pageSize: 100 } })).items
    },
    async newsOf(member: BuiltMember) {
      const { items } = await platform.client(messages, member).listNotifications({ query: { pageSize: 50 } })
      return items.map(({ type }) => type)
    },
  }
}
