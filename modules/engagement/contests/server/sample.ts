/** Rows of a company in every table of contests, which hostile calls of another company must not reach. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { buildContest, buildReview, buildVotes, buildWork, roundAround } from './contests.fixture.ts'
import { contestsTables } from './db.ts'

const dayMs = 86_400_000

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const author = { id: chief.id, companyId, organizationId: companyId }
  const input = { author, now, name: marker, summary: marker, description: marker }
  const award = {
    key: 'first',
    level: 'first',
    name: marker,
    text: marker,
    count: 1,
    certificateTemplateId: null,
  } as const
  await buildContest(connection, { ...input, status: 'draft' })
  await buildContest(connection, { ...input, status: 'off-shelf' })
  // One in which works are handed in, one in which they are reviewed, and one that is over.
  for (const days of [0, 3, 30]) {
    const rounds = [roundAround(now - days * dayMs, marker)]
    const contestId = await buildContest(connection, { ...input, rounds, awards: [award], isAnonymous: false })
    const work = { contestId, companyId, number: 1, title: marker, text: marker, handedInAt: now - days * dayMs }
    const file = { fileId: uuid(), fileName: `${marker}.mp4` }
    const workId = await buildWork(connection, { ...work, ...file, memberId: learner.id })
    await buildReview(connection, { contestId, workId, companyId, reviewerId: chief.id, assignedAt: now })
    await buildVotes(connection, { contestId, workId, companyId, memberIds: [chief.id], suspicion: 'fast', at: now })
    await sql`insert into contests.vote_day (contest_id, member_id, day, company_id, used)
      values (${contestId}, ${chief.id}, date '2020-01-01', ${companyId}, 1)`.execute(contestsTables(connection))
  }
}
