/** What the schema does not know of the sample rows of messages (server/sample-company.ts). */
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'
import { messagesTables } from './db.ts'
import { ensureSettings } from './settings.ts'

export async function buildSample(connection: Connection, { companyId, learner, now }: SampleCompany): Promise<void> {
  await ensureSettings(messagesTables(connection), [{ memberId: learner.id, companyId }], now)
}

const type = 'learning.urge'

export const sampleValues = ({ learner, chief, marker, now }: SampleCompany): SampleValues => ({
  'messages.message': { type, group_key: 'learning', actor_id: chief.id },
  'messages.notification': { group_key: 'learning' },
  'messages.preference': { type, channel: 'mail' },
  'messages.webhook': { kind: 'generic', url: `https://hooks.example/${marker}`, enabled: true },
  'messages.delivery': {
    ...{
      type,
      channel: 'mail',
      member_id: learner.id,
      state: 'failed',
      reason: 'provider',
      error: marker,
    },
  },
  'messages.template': { type, title_cn: marker, body_cn: marker, title_en: marker, body_en: marker },
  'messages.reminder': { type, at: now + 86_400_000, recipients: [learner.id], variables: { item: marker } },
  'messages.todo': { kind: 'sample', link: `/${marker}` },
  'messages.calendar_feed': { language: 'cn' },
})
