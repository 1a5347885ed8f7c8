/** What subjects tells members. */
import { sql } from 'kysely'
import { messageType, notify } from '#modules/platform/messages/server.ts'
import type { SubjectsDb } from './db.ts'

const subject = { cn: '专题名称', en: 'Subject', example: { cn: '新员工成长地图', en: 'Your first ninety days' } }

/** To those who registered for the subject and have not given it up: there is more in it. */
export const subjectUpdated = messageType({
  code: 'subject.updated',
  group: 'course',
  label: { cn: '所学专题有更新', en: 'Your subject has new content' },
  variables: { subject },
  defaultTemplate: {
    cn: { title: '专题《{subject}》有更新', body: '您参加的专题《{subject}》调整了学习内容，去看看吧。' },
    en: {
      title: '“{subject}” has new content',
      body: 'The stages of the subject “{subject}” were updated.',
    },
  },
  defaultChannels: [],
})

export async function notifyOfPublication(
  db: SubjectsDb,
  { id, companyId, name }: { readonly id: string; readonly companyId: string; readonly name: string },
  now: number,
): Promise<void> {
  await notify(db, {
    companyId,
    type: 'subject.updated',
    recipients: { sql: sql`(select member_id from subjects.registration where subject_id = ${id} and status <> 3)` },
    variables: { subject: name },
    link: `/study/subject/detail/${id}`,
    collapseKey: `subject ${id}`,
    now,
  })
}
