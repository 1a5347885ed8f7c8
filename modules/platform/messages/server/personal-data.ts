/** The personal data that messages store. */
import { sql } from 'kysely'
import { type PersonalDataOwner, personalData } from '#server/personal-data.ts'
import { messagesTables } from './db.ts'

const rowsMax = 100_000

export const messagesPersonalData = personalData({
  module: 'messages',
  async collect(connection, { companyId, memberId }: PersonalDataOwner) {
    const db = messagesTables(connection)
    const read = async (
      name: string,
      title: { cn: string; en: string },
      rows: ReturnType<typeof sql<Record<string, unknown>>>,
    ) => ({
      name,
      title,
      rows: (await rows.execute(db)).rows,
    })
    return [
      await read(
        'notifications',
        { cn: '消息', en: 'Notifications' },
        sql`
        select m.type, m.title_cn as title, m.body_cn as body, n.at, n.read_at, n.repeats
        from messages.notification n join messages.message m on m.id = n.message_id
        where n.member_id = ${memberId} and n.company_id = ${companyId} order by n.at desc limit ${rowsMax}`,
      ),
      await read(
        'message-deliveries',
        { cn: '消息发送记录', en: 'Messages sent' },
        sql`
        select d.type, d.channel, d.state, d.reason, d.created_at, d.finished_at
        from messages.delivery d where d.member_id = ${memberId} and d.company_id = ${companyId}
        order by d.created_at desc limit ${rowsMax}`,
      ),
      await read(
        'message-preferences',
        { cn: '消息设置', en: 'Message settings' },
        sql`
        select p.type, p.channel, p.enabled, p.changed_at
        from messages.preference p where p.member_id = ${memberId} and p.company_id = ${companyId}
        order by p.type, p.channel`,
      ),
      await read(
        'to-dos',
        { cn: '待办', en: 'To-dos' },
        sql`
        select t.kind, t.title, t.starts_at, t.due_at, t.begun_at, t.closed_at, t.created_at
        from messages.todo t where t.member_id = ${memberId} and t.company_id = ${companyId}
        order by t.created_at desc limit ${rowsMax}`,
      ),
    ]
  },
  async erase(connection, { companyId, memberId }: PersonalDataOwner) {
    const db = messagesTables(connection)
    const own = sql`where member_id = ${memberId} and company_id = ${companyId}`
    await sql`delete from messages.notification ${own}`.execute(db)
    await sql`delete from messages.delivery ${own}`.execute(db)
    await sql`delete from messages.preference ${own}`.execute(db)
    await sql`delete from messages.member_setting ${own}`.execute(db)
    await sql`delete from messages.todo ${own}`.execute(db)
    await sql`delete from messages.calendar_feed ${own}`.execute(db)
    await sql`update messages.message set actor_id = null
      where actor_id = ${memberId} and company_id = ${companyId}`.execute(db)
    await sql`update messages.reminder set recipients = recipients - ${memberId}::text
      where company_id = ${companyId} and recipients ? ${memberId}`.execute(db)
  },
})
