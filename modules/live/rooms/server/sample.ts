/** What the schema does not know of the sample rows of rooms (server/sample-company.ts). */
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'
import { settingsOf } from './settings.ts'

export const sampleValues = ({ marker, now }: SampleCompany): SampleValues => ({
  'rooms.room': { mode: 'interactive', planned_end_at: now + 3_600_000, settings: settingsOf({}) },
  'rooms.link': { role: 'viewer' },
  'rooms.participant': { role: 'viewer' },
  'rooms.event': { name: 'person', audience: 'all', data: {} },
  'rooms.ticket': { purpose: 'socket', expires_at: now + 60_000 },
  'rooms.presence': { ended_at: now + 1000 },
  'rooms.poll': { kind: 'poll', options: [marker, '乙'], state: 'closed', closed_at: now },
  'rooms.poll_answer': { options: [0] },
  'rooms.stroke': { shape: { points: [1, 1] } },
  'rooms.replay_chapter': { kind: 'slide' },
})
