/** A row of a company in every table of lecturers, which hostile calls of another company must not reach. */
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { buildLecturer, buildTeaching } from './lecturers.fixture.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, learner, marker, now } = sample
  const texts = { introduction: marker, jobTitle: marker, employer: marker, remark: marker, subjects: [marker] }
  const day = { from: '2026-11-27', until: '2026-11-28', note: marker }
  const availability = { weekly: [], daysOff: [day] }
  const shared = { companyId, now, ...texts, availability, feeHundredths: '120000' }
  const internal = await buildLecturer(connection, { ...shared, memberId: learner.id })
  const external = await buildLecturer(connection, { ...shared, fullName: marker })
  await buildLecturer(connection, { ...shared, fullName: marker, isEnabled: false })
  const lecturerIds = [internal, external]
  await buildTeaching(connection, {
    companyId,
    lecturerIds,
    from: now,
    to: now + 3_600_000,
    title: marker,
    link: marker,
  })
}
