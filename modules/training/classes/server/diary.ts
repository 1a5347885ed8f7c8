/** The notices and the diary of a class, written by its staff. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { messageType, notify } from '#modules/platform/messages/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { sqlPage } from '#server/db/page.ts'
import type { DiaryEntry } from '../contract/album.ts'
import type { classes } from '../contract.ts'
import { enterClass } from './class-content.ts'
import { runClass } from './class-door.ts'
import type { ClassesDb } from './db.ts'

export const noticeMessage = messageType({
  code: 'class.notice',
  group: 'learning',
  label: { cn: '培训班通知', en: 'Notice of a class' },
  variables: {
    class: { cn: '培训班名称', en: 'Class', example: { cn: '新任经理训练营', en: 'New managers' } },
    notice: { cn: '通知标题', en: 'Notice', example: { cn: '请自备电脑', en: 'Bring a computer' } },
  },
  defaultChannels: [],
  defaultTemplate: {
    cn: { title: '培训班《{class}》通知：{notice}', body: '请到培训班页面查看。' },
    en: { title: '“{class}”: {notice}', body: 'Read it on the page of the class.' },
  },
})

export async function classDiary(
  db: ClassesDb,
  caller: Caller,
  id: string,
  { kind, ...paging }: Input<typeof classes.classDiary>['query'],
  now: number,
) {
  await enterClass(db, caller, id, now)
  const ofKind = kind === undefined ? sql`true` : sql`e.kind = ${kind}`
  const matching = sql`from classes.diary_entry e left join ${directorySql(caller.companyId)} d on d.id = e.author_id
    where e.class_id = ${id} and ${ofKind}`
  return sqlPage<DiaryEntry>(db, paging, {
    matching,
    rows: (window) => sql<DiaryEntry>`
      select e.id, e.kind, e.title, e.text, coalesce(d.full_name, '') as "authorName", e.created_at as "createdAt"
      ${matching} order by e.created_at desc, e.id desc ${window}`,
  })
}

type Written = Input<typeof classes.addDiaryEntry>['body']

export async function addDiaryEntry(
  db: ClassesDb,
  caller: Caller,
  classId: string,
  { kind, title, text }: Written,
  now: number,
) {
  const { name, status } = await runClass(db, caller, classId, { forEdit: true })
  const { companyId, memberId } = caller
  await assertClean(db, companyId, { title, text })
  const id = uuid()
  await db
    .insertInto('classes.diary_entry')
    .values({
      ...{ id, class_id: classId, company_id: companyId, author_id: memberId, kind, title: title.trim() },
      ...{ text: text.trim(), created_at: now, updated_at: now },
    })
    .execute()
  if (kind === 'notice' && status === 'on-shelf') {
    const recipients = sql`(select e.member_id as id from classes.enrollment e
      where e.class_id = ${classId} and e.state = 'enrolled')`
    await notify(db, {
      ...{ type: 'class.notice', companyId, recipients: { sql: recipients }, actorId: memberId, now },
      variables: { class: name, notice: title.trim() },
      link: `/train-new/class-detail/${classId}`,
    })
  }
  return { id }
}

interface EntryRef {
  readonly id: string
  readonly entryId: string
}

export async function changeDiaryEntry(
  db: ClassesDb,
  caller: Caller,
  { id, entryId }: EntryRef,
  { kind, title, text }: Written,
  now: number,
) {
  await runClass(db, caller, id, { forEdit: true })
  await assertClean(db, caller.companyId, { title, text })
  const { rows } = await sql`
    update classes.diary_entry set kind = ${kind}, title = ${title.trim()}, text = ${text.trim()}, updated_at = ${now}
    where id = ${entryId} and class_id = ${id} returning id`.execute(db)
  if (rows.length === 0) throw refuse(NOT_FOUND)
  return {}
}

export async function removeDiaryEntry(db: ClassesDb, caller: Caller, { id, entryId }: EntryRef) {
  await runClass(db, caller, id, { forEdit: true })
  const { rows } = await sql`
    delete from classes.diary_entry where id = ${entryId} and class_id = ${id} returning id`.execute(db)
  if (rows.length === 0) throw refuse(NOT_FOUND)
  return {}
}
