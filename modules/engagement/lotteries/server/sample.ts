/** A row of a company in every table of lotteries, which hostile calls of another company must not reach. */
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { buildLottery, prizesWith } from './lotteries.fixture.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const author = { id: chief.id, companyId, organizationId: companyId }
  const input = {
    author,
    now,
    name: marker,
    description: marker,
    prizes: prizesWith(100, 50, marker),
    drawsPerMember: 100,
  }
  const draws = [{ memberId: learner.id, place: 0 }]
  await buildLottery(connection, { ...input, draws, joined: [learner.id] })
  await buildLottery(connection, { ...input, status: 'draft' })
  await buildLottery(connection, { ...input, status: 'ended', draws })
}
