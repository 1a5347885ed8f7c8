/** A row of a company in every table of rooms, which hostile calls of another company must not reach. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { roomsTables } from './db.ts'
import { createSecret, hashSecret } from './links.ts'
import { settingsOf } from './settings.ts'

interface Sample {
  readonly companyId: string
  readonly chief: { readonly id: string }
  readonly learner: { readonly id: string }
  readonly marker: string
  readonly now: number
}

export async function buildSample(connection: Connection, sample: Sample): Promise<void> {
  const { companyId: company_id, chief, learner, marker, now } = sample
  const db = roomsTables(connection)
  const room_id = uuid()
  const participant_id = uuid()
  const [link, question, poll, round] = [uuid(), uuid(), uuid(), uuid()]
  const of = { company_id, room_id }
  const by = { ...of, participant_id }
  const file = { file_id: uuid(), page: 1 }
  const token = createSecret()
  await db
    .insertInto('rooms.room')
    .values({
      ...{ id: room_id, company_id, kind: 'sample', title: marker, mode: 'interactive', created_at: now },
      ...{ planned_end_at: now + 3_600_000, owner_id: chief.id, settings: JSON.stringify(settingsOf({})) },
    })
    .execute()
  const role = 'viewer'
  await db
    .insertInto('rooms.link')
    .values({ ...of, id: link, role, label: marker, token, token_hash: hashSecret(token), created_at: now })
    .execute()
  await db
    .insertInto('rooms.participant')
    .values({ ...of, id: participant_id, member_id: learner.id, name: marker, role, created_at: now })
    .execute()
  await db
    .insertInto('rooms.event')
    .values({ ...of, sequence: 1, name: 'person', audience: 'all', participant_id, data: '{}', at: now })
    .execute()
  await db
    .insertInto('rooms.link_use')
    .values({ ...by, id: uuid(), link_id: link, name: marker, ip: '192.0.2.1', at: now })
    .execute()
  await db
    .insertInto('rooms.ticket')
    .values({ ...by, hash: hashSecret(marker), purpose: 'socket', device: marker, expires_at: now + 60_000 })
    .execute()
  const process_id = uuid()
  await db
    .insertInto('rooms.beat')
    .values({ ...of, process_id, at: now })
    .execute()
  await db
    .insertInto('rooms.presence')
    .values({ ...by, id: uuid(), process_id, device: marker, began_at: now, ended_at: now + 1000 })
    .execute()
  await db
    .insertInto('rooms.seat')
    .values({ ...by, number: 1, taken_at: now })
    .execute()
  await db
    .insertInto('rooms.message')
    .values({ ...by, id: uuid(), text: marker, at: now })
    .execute()
  await db
    .insertInto('rooms.question')
    .values({ ...by, id: question, text: marker, at: now })
    .execute()
  await db
    .insertInto('rooms.question_vote')
    .values({ company_id, question_id: question, participant_id, at: now })
    .execute()
  await db
    .insertInto('rooms.poll')
    .values({
      ...{ ...of, id: poll, kind: 'poll', question: marker, options: [marker, '乙'], multiple: false },
      ...{ opened_at: now, state: 'closed', closed_at: now },
    })
    .execute()
  await db
    .insertInto('rooms.poll_answer')
    .values({ company_id, poll_id: poll, participant_id, options: [0], at: now })
    .execute()
  await db
    .insertInto('rooms.sign_round')
    .values({ ...of, id: round, number: 1, opened_at: now })
    .execute()
  await db.insertInto('rooms.signature').values({ company_id, round_id: round, participant_id, at: now }).execute()
  await db
    .insertInto('rooms.reward')
    .values({ ...by, id: uuid(), coins: 1, at: now })
    .execute()
  await db
    .insertInto('rooms.deck')
    .values({ ...of, file_id: file.file_id, name: marker, pages: 3, added_at: now })
    .execute()
  await db
    .insertInto('rooms.slide_shown')
    .values({ ...of, ...file, id: uuid(), at: now })
    .execute()
  await db
    .insertInto('rooms.stroke')
    .values({ ...by, ...file, id: uuid(), sequence: 1, shape: JSON.stringify({ points: [1, 1] }) })
    .execute()
  await db
    .insertInto('rooms.replay')
    .values({ ...of, file_id: uuid(), owner_id: chief.id, title: marker, requested_at: now })
    .execute()
  await db
    .insertInto('rooms.replay_chapter')
    .values({ ...of, id: uuid(), at_ms: 0, kind: 'slide', title: marker })
    .execute()
  await db
    .insertInto('rooms.replay_watch')
    .values({
      ...{ ...of, member_id: learner.id, file_id: uuid(), started_at: now, watched_at: now, credited_until: now },
    })
    .execute()
}
