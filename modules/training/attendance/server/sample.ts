/** A row of a company in every table of attendance, which hostile calls of another company must not reach. */
import { v7 as uuid } from 'uuid'
import { buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { buildCheckIn } from './check-ins.fixture.ts'
import { attendanceTables } from './db.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const author = { id: chief.id, companyId, organizationId: companyId }
  const times = { startsAt: now, endsAt: now + 3_600_000 }
  const classId = await buildClass(connection, { author, now, name: marker, ...times, participants: [learner.id] })
  const of = { classId, companyId }
  const id = await buildCheckIn(connection, {
    ...of,
    ...times,
    title: marker.slice(0, 60),
    codeWord: marker.slice(0, 20),
  })
  const db = attendanceTables(connection)
  const own = { check_in_id: id, member_id: learner.id, company_id: companyId }
  await db
    .insertInto('attendance.class_key')
    .values({ class_id: classId, company_id: companyId, secret: marker })
    .execute()
  await db
    .insertInto('attendance.claim')
    .values({
      ...{ ...own, direction: 'in', token_hash: marker, session_id: uuid(), device_key: marker },
      expires_at: now + 60_000,
    })
    .execute()
  await db
    .insertInto('attendance.record')
    .values({ ...own, class_id: classId, first_in_at: now, source: 'qr', device_key: marker, correction: marker })
    .execute()
  await db
    .insertInto('attendance.passage')
    .values({ id: uuid(), ...own, direction: 'in', at: now, source: 'qr' })
    .execute()
  await db
    .insertInto('attendance.correction')
    .values({
      ...{ id: uuid(), ...own, class_id: classId, state_before: 'absent', state_after: 'present', reason: marker },
      ...{ corrected_by: chief.id, corrected_at: now },
    })
    .execute()
  await db
    .insertInto('attendance.leave')
    .values({ id: uuid(), ...own, class_id: classId, state: 'pending', reason: marker, asked_at: now })
    .execute()
}
