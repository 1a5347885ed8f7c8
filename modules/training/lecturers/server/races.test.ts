/** Several who keep the directory, and several who plan, at one moment. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { testRoles } from '#test/roles.ts'
import { LECTURER_BOOKED, LECTURER_CHANGED, LECTURER_EXISTS } from '../contract/codes.ts'
import { newLecturer } from '../contract/fields.ts'
import { lecturers } from '../contract.ts'
import { bookLecturers } from '../server.ts'
import { buildLecturer } from './lecturers.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
const roles = testRoles(platform, { owner: ['admin'] })
const keep = () => platform.client(lecturers, roles.owner)
const hourMs = 3_600_000
const fields = () => ({ ...newLecturer, fullName: '顾明', organizationId: roles.organizationId })
const lockedLecturer = (id: string) => () => sql`select from lecturers.lecturer where id = ${id} for update`

describe('at one moment', () => {
  it('a member enters the directory once', async () => {
    const { companyId, organizationId } = roles
    let member: BuiltMember
    const begin = async () => {
      member = await buildMember(platform.db, { companyId, organizationId })
    }
    const enter = () => keep().createLecturer({ body: { ...newLecturer, kind: 'internal', memberId: member.id } })
    expect(await race(platform, 6, enter, { begin })).toMatchObject({
      accepted: 1,
      refused: { [LECTURER_EXISTS.code]: 5 },
    })
  })

  it('one of several changes of the same revision counts', async () => {
    const id = uuid()
    const begin = () =>
      buildLecturer(platform.db, {
        ...{ id, companyId: roles.companyId, organizationId: roles.organizationId, now: platform.now },
      })
    const change = () => keep().changeLecturer({ params: { id }, body: { ...fields(), revision: 0 } })
    expect(await race(platform, 5, change, { begin, locked: lockedLecturer(id) })).toMatchObject({
      accepted: 1,
      refused: { [LECTURER_CHANGED.code]: 4 },
    })
  })

  it('a lecturer is booked or deleted, never both', async () => {
    for (let round = 0; round < 4; round++) {
      const id = uuid()
      const { companyId, organizationId } = roles
      const begin = () => buildLecturer(platform.db, { id, companyId, organizationId, now: platform.now })
      const booking = {
        companyId,
        refKind: 'lesson',
        refId: uuid(),
        lecturerIds: [id],
        from: 1,
        to: hourMs,
        title: '课',
      }
      const call = (index: number): Promise<unknown> =>
        index === 0
          ? keep().deleteLecturer({ params: { id } })
          : inTransaction(platform.db, (db) => bookLecturers(db, booking))
      const { accepted, refused } = await race(platform, 2, call, { begin, locked: lockedLecturer(id) })
      expect(accepted).toBe(1)
      // The deletion names the booking, or the booking finds no lecturer.
      expect([LECTURER_BOOKED.code, 900_005].map((code) => refused[code] ?? 0).reduce((a, b) => a + b)).toBe(1)
    }
  })
})
