/** A template as its editor would get it, by the channel of choice: whatever the own preferences say. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import type { Config } from '#server/config.ts'
import type { Connection } from '#server/db/connection.ts'
import { CHANNEL_NOT_SET_UP, type Channel } from '../contract/shapes.ts'
import { publishToMembers } from './browser-events.ts'
import { channelsOf } from './channels.ts'
import { messagesTables } from './db.ts'
import { enqueueDispatch } from './dispatch.ts'
import { insertMessage } from './notify.ts'
import { exampleValues, getType } from './templates.ts'

export async function sendTest(
  connection: Connection,
  caller: Caller,
  { code, channel, config, now }: { code: string; channel: Channel; config: Config; now: number },
): Promise<void> {
  const type = getType(code)
  if (!(await channelsOf(connection, caller.companyId, config)).has(channel)) throw refuse(CHANNEL_NOT_SET_UP)
  const db = messagesTables(connection)
  const { companyId, memberId } = caller
  const notice = { companyId, type: code, recipients: [memberId], variables: exampleValues(type), now }
  const messageId = await insertMessage(db, type, notice)
  if (channel === 'site') {
    await sql`
      insert into messages.notification (message_id, member_id, company_id, group_key, since, at)
      select id, ${memberId}, company_id, group_key, ${now}, ${now} from messages.message where id = ${messageId}`.execute(
      db,
    )
    return publishToMembers(connection, 'notification', companyId, [memberId])
  }
  await db
    .insertInto('messages.delivery')
    .values({
      id: uuid(),
      company_id: companyId,
      message_id: messageId,
      type: code,
      channel,
      member_id: memberId,
      state: 'queued',
      created_at: now,
      due_at: now,
    })
    .execute()
  await enqueueDispatch(connection, channel)
}
