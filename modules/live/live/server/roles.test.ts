/** The permissions on a live session, call by call. */
import { describe, it } from 'vitest'
import { testPlatform } from '#test/harness.ts'
import { expectRoles, type RoleTable, testRoles } from '#test/roles.ts'
import { live } from '../contract.ts'
import type { Form } from './forms.ts'
import { formOf, minuteMs, publishedLive } from './scene.fixture.ts'

/**
 * The owner hosts the live session, the member is its lecturer, the administrator manages the live sessions of its
 * organization. The stranger manages those of another organization, and another person all of another company.
 */
const platform = testPlatform()
const roles = testRoles(platform, {
  owner: ['lecturer'],
  administrator: ['admin'],
  stranger: ['admin'],
  otherCompany: ['super-admin'],
})
const as = (caller: Parameters<RoleTable['call']>[0]) => platform.client(live, caller)
const ofId = (id: string) => ({ params: { id } })

/** A live session of another company does not exist for the caller. */
const outside = { otherCompany: 100_318, nobody: 401 } as const
const company = {
  owner: 'accepted',
  administrator: 'accepted',
  member: 'accepted',
  colleague: 'accepted',
  stranger: 'accepted',
  ...outside,
} as const
const organizers = { ...company, colleague: 10_138, stranger: 10_138 } as const
const runners = { ...organizers, member: 10_138 } as const

const published = (input: Partial<Form> = {}) =>
  publishedLive(platform, roles.owner, { lecturerIds: [roles.member.id], ...input })
const seen = (id: string) => as(roles.owner).live(ofId(id))
/** A live session without its counters and the tokens of its links. */
const stateOf = (id: string) => async () => {
  const { subject, status, desc, startTime, shareScope } = await seen(id)
  return { subject, status, desc, startTime, shareScope }
}

describe('a live', () => {
  it('is readable for the whole company, with its links for the organizer side', async () => {
    const id = await published()
    await expectRoles(roles, {
      detail: { ...company, call: (caller) => as(caller).detail(ofId(id)) },
      front: { ...company, call: (caller) => as(caller).front(ofId(id)) },
      appointment: { ...company, call: (caller) => as(caller).appointment(ofId(id)) },
      live: { ...organizers, call: (caller) => as(caller).live(ofId(id)) },
      preview: {
        ...{ ...organizers, colleague: 100_309, stranger: 100_309 },
        call: (caller) => as(caller).preview(ofId(id)),
      },
      roleLinks: { ...organizers, call: (caller) => as(caller).roleLinks(ofId(id)) },
    })
  })

  it('of one department is invisible to another one, even to its managers', async () => {
    const id = await published({ shareScope: 2 })
    const department = { ...company, stranger: 100_309 } as const
    const reserved = async () => (await seen(id)).subNumber
    await expectRoles(roles, {
      detail: { ...department, call: (caller) => as(caller).detail(ofId(id)) },
      subscribe: { ...department, state: reserved, call: (caller) => as(caller).subscribe(ofId(id)) },
      enter: { ...department, call: (caller) => as(caller).enter(ofId(id)) },
    })
  })

  it('has an entry for its host and for its lecturers', async () => {
    const id = await published()
    const entry = (urlType: 1 | 2) => (caller: Parameters<typeof as>[0]) =>
      as(caller).enterUrl({ ...ofId(id), query: { identity: 2, urlType } })
    await expectRoles(roles, {
      'as host': { ...runners, call: entry(1) },
      'as lecturer': { ...organizers, call: entry(2) },
    })
  })

  it('is changed, cancelled, published again, started and ended by its host and managers', async () => {
    const id = await published()
    const state = stateOf(id)
    const again = async () => {
      if ((await seen(id)).status === 4) await as(roles.owner).republish(ofId(id))
    }
    const cancelled = async () => {
      if ((await seen(id)).status !== 4) await as(roles.owner).revoke(ofId(id))
    }
    const startTime = platform.now + 60 * minuteMs
    const change = (caller: Parameters<typeof as>[0]) =>
      as(caller).update({
        ...ofId(id),
        body: formOf(platform, { lecturerIds: [roles.member.id], desc: '改过的', startTime }),
      })
    await expectRoles(roles, {
      update: { ...runners, state, call: change },
      revoke: {
        ...runners,
        state,
        call: async (caller) => {
          await again()
          return as(caller).revoke(ofId(id))
        },
      },
    })
    await cancelled()
    await expectRoles(roles, {
      republish: {
        ...runners,
        state,
        call: async (caller) => {
          await cancelled()
          return as(caller).republish(ofId(id))
        },
      },
    })
    const other = await published()
    await as(roles.owner).start(ofId(other))
    await platform.runJobs()
    await expectRoles(roles, {
      start: { ...runners, state, call: (caller) => as(caller).start(ofId(id)) },
      // An ended live session does not end again: its host ends another one.
      end: { ...runners, state, call: (caller) => as(caller).end(ofId(caller?.id === roles.owner.id ? other : id)) },
    })
  })
})
