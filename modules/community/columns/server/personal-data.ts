/** What columns keep of a member: handed out to them, and erased with them. The columns themselves belong to accounts. */
import { sql } from 'kysely'
import { personalData } from '#server/personal-data.ts'
import { columnsTables } from './db.ts'

export const columnsPersonalData = personalData({
  module: 'columns',
  async collect(connection, { memberId }) {
    const db = columnsTables(connection)
    const { rows: subscriptions } = await sql<Record<string, unknown>>`
      select c.title, s.created_at from columns.subscription s join columns.special_column c on c.id = s.column_id
      where s.member_id = ${memberId} order by s.created_at`.execute(db)
    const { rows: opened } = await sql<Record<string, unknown>>`
      select c.title, o.content_id, o.opened_at from columns.opened_content o
      join columns.special_column c on c.id = o.column_id
      where o.member_id = ${memberId} order by o.opened_at`.execute(db)
    const { rows: made } = await sql<Record<string, unknown>>`
      select title, introduction, created_at from columns.special_column
      where created_by = ${memberId} order by created_at`.execute(db)
    return [
      { name: 'column-subscriptions', title: { cn: '订阅的专栏', en: 'Subscribed columns' }, rows: subscriptions },
      { name: 'column-reading', title: { cn: '专栏阅读记录', en: 'Opened in columns' }, rows: opened },
      { name: 'columns', title: { cn: '创建的专栏', en: 'Columns made' }, rows: made },
    ]
  },
  /** Columns stay without the name of their maker. Rows are locked in one order, because others count there as well. */
  async erase(connection, { memberId }) {
    const db = columnsTables(connection)
    await sql`
      with gone as (delete from columns.subscription where member_id = ${memberId} returning column_id),
      locked as (
        select c.id from columns.special_column c join gone on gone.column_id = c.id order by c.id for no key update of c
      )
      update columns.special_column c set subscriber_count = greatest(c.subscriber_count - 1, 0) from locked
      where c.id = locked.id`.execute(db)
    await db.deleteFrom('columns.opened_content').where('member_id', '=', memberId).execute()
    await db
      .updateTable('columns.special_column')
      .set({ created_by: null })
      .where('created_by', '=', memberId)
      .execute()
    await db
      .updateTable('columns.column_content')
      .set({ released_by: null })
      .where('released_by', '=', memberId)
      .execute()
  },
})
