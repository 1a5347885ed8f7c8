/** A row of a company in every table of messages: what hostile calls of another company are not to reach. */
import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { messagesTables } from './db.ts'
import { ensureSettings } from './settings.ts'

interface Sample {
  readonly companyId: string
  readonly chief: { readonly id: string }
  readonly learner: { readonly id: string }
  readonly marker: string
  readonly now: number
}

export async function buildSample(connection: Connection, sample: Sample): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const db = messagesTables(connection)
  const messageId = uuid()
  const webhookId = uuid()
  const own = { company_id: companyId, member_id: learner.id }
  const texts = { title_cn: marker, body_cn: marker, title_en: marker, body_en: marker }
  const type = 'learning.urge'
  await db
    .insertInto('messages.message')
    .values({
      id: messageId,
      company_id: companyId,
      type,
      group_key: 'learning',
      ...texts,
      actor_id: chief.id,
      created_at: now,
    })
    .execute()
  await db
    .insertInto('messages.notification')
    .values({ ...own, message_id: messageId, group_key: 'learning', since: now, at: now })
    .execute()
  await db
    .insertInto('messages.preference')
    .values({ ...own, type, channel: 'mail', enabled: false, changed_at: now })
    .execute()
  await ensureSettings(db, [{ memberId: learner.id, companyId }], now)
  await db
    .insertInto('messages.webhook')
    .values({
      id: webhookId,
      company_id: companyId,
      kind: 'generic',
      name: marker,
      url: `https://hooks.example/${marker}`,
      secret: marker,
      types: [],
      enabled: true,
      created_by: chief.id,
      created_at: now,
    })
    .execute()
  const delivery = { company_id: companyId, message_id: messageId, type, error: marker, created_at: now, due_at: now }
  await db
    .insertInto('messages.delivery')
    .values([
      { ...delivery, id: uuid(), channel: 'mail', member_id: learner.id, state: 'failed', reason: 'provider' },
      { ...delivery, id: uuid(), channel: 'webhook', webhook_id: webhookId, state: 'sent' },
    ])
    .execute()
  await db
    .insertInto('messages.template')
    .values({ company_id: companyId, type, ...texts, changed_by: chief.id, changed_at: now })
    .execute()
  await db
    .insertInto('messages.reminder')
    .values({
      company_id: companyId,
      key: marker,
      at: now + 86_400_000,
      type,
      recipients: JSON.stringify([learner.id]),
      variables: JSON.stringify({ item: marker }),
    })
    .execute()
  await db
    .insertInto('messages.todo')
    .values({
      ...own,
      id: uuid(),
      kind: 'sample',
      business_type: 1,
      business_id: uuid(),
      title: marker,
      link: `/${marker}`,
      created_at: now,
    })
    .execute()
  await db
    .insertInto('messages.calendar_feed')
    .values({
      ...own,
      token_hash: createHash('sha256').update(`${marker}${uuid()}`).digest(),
      language: 'cn',
      created_at: now,
    })
    .execute()
}
