/** A row of a company in every table of live, which hostile calls of another company must not reach. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { liveTables } from './db.ts'
import { buildLive } from './live.fixture.ts'

interface Sample {
  readonly companyId: string
  readonly chief: { readonly id: string }
  readonly learner: { readonly id: string }
  readonly marker: string
  readonly now: number
}

export async function buildSample(connection: Connection, sample: Sample): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const db = liveTables(connection)
  const of = { company_id: companyId }
  const liveId = await buildLive(connection, { companyId, hostId: chief.id, subject: marker, now })
  await db
    .insertInto('live.lecturer')
    .values({ ...of, live_id: liveId, member_id: learner.id, sort: 1 })
    .execute()
  await db
    .insertInto('live.reservation')
    .values({ ...of, live_id: liveId, member_id: learner.id, created_at: now })
    .execute()
  await db
    .insertInto('live.attendee')
    .values({ ...of, live_id: liveId, member_id: learner.id, first_at: now })
    .execute()
  await db
    .insertInto('live.completion')
    .values({ ...of, live_id: liveId, member_id: learner.id, finished_at: now })
    .execute()
  await db.updateTable('live.live').set({ sub_number: 1, attend_number: 1 }).where('id', '=', liveId).execute()
  await db
    .insertInto('live.supplier_setting')
    .values({ ...of, organization_id: companyId, supplier: 3, expires_at: null, updated_by: chief.id, updated_at: now })
    .execute()
  await db
    .insertInto('live.banner')
    .values({ ...of, id: uuid(), sort: 0, title: marker, picture_file_id: uuid(), live_id: liveId, created_at: now })
    .execute()
}
