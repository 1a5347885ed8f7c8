/** Attendance over HTTP: what the tests of lists, of checking in and of what is kept begin with. */
import { afterEach, beforeAll } from 'vitest'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { type BuiltClass, buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import type { TestPlatform } from '#test/harness.ts'
import type { Direction } from '../contract/states.ts'
import { attendance } from '../contract.ts'
import { type BuiltCheckIn, buildCheckIn } from './check-ins.fixture.ts'

export interface TestCheckIn {
  readonly classId: string
  readonly id: string
  /** Of the calls of those who run the class. */
  readonly list: { readonly params: { readonly id: string; readonly checkInId: string } }
  /** Of the calls about the whole class. */
  readonly one: { readonly params: { readonly id: string } }
  /** Of the calls of whoever has scanned the code. */
  readonly sign: { readonly params: { readonly signId: string } }
}

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs

/** A browser has a key; two members with the same have the same device. */
export const deviceOf = (member: BuiltMember, device = 'phone') => `${device}-${member.id}`

export function attendanceOn(platform: TestPlatform, authorOf: () => BuiltMember) {
  let startedAt = 0
  beforeAll(() => {
    startedAt = platform.now
  })
  // Sessions end after hours: no test leaves the clock where it moved it.
  afterEach(() => {
    platform.now = startedAt
  })
  const as = (member: BuiltMember | undefined) => platform.client(attendance, member)

  /** A class that goes on, with these participants. */
  const buildRunning = (participants: readonly BuiltMember[], input: Partial<BuiltClass> = {}) =>
    buildClass(platform.db, {
      ...{ author: authorOf(), now: platform.now, startsAt: platform.now - hourMs, endsAt: platform.now + 48 * hourMs },
      ...{ participants: participants.map(({ id }) => id), ...input },
    })

  /** A list whose check-in is open and whose session begins in ten minutes and lasts half an hour, unless the input says otherwise. */
  async function addList(classId: string, input: Partial<BuiltCheckIn> = {}): Promise<TestCheckIn> {
    const { companyId } = authorOf()
    const startsAt = input.startsAt ?? platform.now + 10 * minuteMs
    const endsAt = startsAt + 30 * minuteMs
    const id = await buildCheckIn(platform.db, {
      ...{ classId, companyId, startsAt, endsAt, closesAt: endsAt },
      ...input,
    })
    return {
      ...{ classId, id, one: { params: { id: classId } } },
      ...{ list: { params: { id: classId, checkInId: id } }, sign: { params: { signId: id } } },
    }
  }

  /** What the screen in the room shows now. */
  async function shownCode({ list }: TestCheckIn, direction: Direction = 'in') {
    const { code } = await as(authorOf()).checkInDisplay({ ...list, query: { direction } })
    if (!code) throw new Error('the screen shows no code')
    return { timeStamp: code.timeStamp, mac: code.mac }
  }

  const claim = (
    member: BuiltMember | undefined,
    { sign }: TestCheckIn,
    code: { timeStamp: number; mac: string },
    deviceKey = deviceOf(member ?? authorOf()),
  ) => as(member).claimCheckIn({ ...sign, body: { ...code, deviceKey } })

  /** Scans the code that is shown and checks in. */
  async function enter(member: BuiltMember, at: TestCheckIn, direction: Direction = 'in') {
    const { claim: claimed } = await claim(member, at, await shownCode(at, direction))
    return as(member).checkIn({
      ...at.sign,
      body: { claim: claimed, deviceKey: deviceOf(member), codeWord: '', place: null },
    })
  }

  return {
    ...{ as, buildRunning, addList, shownCode, claim, enter },
    async build(
      participants: readonly BuiltMember[],
      input: Partial<BuiltCheckIn> = {},
      ofClass: Partial<BuiltClass> = {},
    ) {
      return addList(await buildRunning(participants, ofClass), input)
    },
  }
}
