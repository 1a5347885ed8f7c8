/** What the workspace of a class keeps of a member: photos, the group, the seat, and what the member wrote into diaries. */
import { sql } from 'kysely'
import { deleteFile } from '#modules/platform/files/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { PersonalDataOwner, PersonalRecords } from '#server/personal-data.ts'
import { classesTables } from './db.ts'

export async function collectWorkspace(
  connection: Connection,
  { companyId, memberId }: PersonalDataOwner,
): Promise<PersonalRecords[]> {
  const db = classesTables(connection)
  const photos = await sql<Record<string, unknown>>`
      select s.name, p.caption, p.file_id, p.created_at from classes.photo p join classes.class s on s.id = p.class_id
      where p.company_id = ${companyId} and p.member_id = ${memberId} order by p.created_at`.execute(db)
  const places = await sql<Record<string, unknown>>`
      select s.name, g.name as "group", t.seat_row, t.seat_column
      from classes.enrollment e join classes.class s on s.id = e.class_id
      left join classes.group_member m on m.class_id = s.id and m.member_id = e.member_id
      left join classes.member_group g on g.id = m.group_id
      left join classes.seat t on t.class_id = s.id and t.member_id = e.member_id
      where e.company_id = ${companyId} and e.member_id = ${memberId}
        and (m.member_id is not null or t.member_id is not null)
      order by s.name, s.id`.execute(db)
  const entries = await sql<Record<string, unknown>>`
      select s.name, d.kind, d.title, d.text, d.created_at
      from classes.diary_entry d join classes.class s on s.id = d.class_id
      where d.company_id = ${companyId} and d.author_id = ${memberId} order by d.created_at`.execute(db)
  return [
    { name: 'class-photos', title: { cn: '培训班照片', en: 'Class photos' }, rows: photos.rows },
    { name: 'class-places', title: { cn: '培训班分组与座位', en: 'Groups and seats in classes' }, rows: places.rows },
    { name: 'class-diary', title: { cn: '培训班日志（本人撰写）', en: 'Class diary, written' }, rows: entries.rows },
  ]
}

/** Photos go with their files. What was written for the class stays, under a member without a name. */
export async function eraseWorkspace(
  connection: Connection,
  { companyId, memberId }: PersonalDataOwner,
): Promise<void> {
  const db = classesTables(connection)
  const own = sql`company_id = ${companyId} and member_id = ${memberId}`
  const { rows } = await sql<{ fileId: string }>`
      delete from classes.photo where ${own} returning file_id as "fileId"`.execute(db)
  for (const { fileId } of rows) await deleteFile(connection, companyId, fileId)
  await sql`delete from classes.group_member where ${own}`.execute(db)
  await sql`delete from classes.seat where ${own}`.execute(db)
  await sql`update classes.photo set reported_by = null, reported_at = null, report_reason = ''
      where company_id = ${companyId} and reported_by = ${memberId}`.execute(db)
}
