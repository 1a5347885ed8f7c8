/** A row of a company in every table of classrooms, which hostile calls of another company must not reach. */
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { buildBooking, buildRoom } from './rooms.fixture.ts'

const hourMs = 3_600_000

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const author = { id: chief.id, companyId, organizationId: companyId }
  const room = { author, now, building: marker, note: marker, equipment: [marker] }
  const roomId = await buildRoom(connection, { ...room, name: marker, managerIds: [chief.id], isReviewed: true })
  await buildRoom(connection, { ...room, name: `${marker} 2`, isEnabled: false })
  const member = { id: learner.id, companyId }
  const written = { roomId, member, title: marker, note: marker, now }
  await buildBooking(connection, { ...written, from: now + hourMs, to: now + 2 * hourMs, state: 'pending' })
  await buildBooking(connection, { ...written, from: now + 3 * hourMs, to: now + 4 * hourMs })
}
