/** How a subject is published, taken down, and put into the recycle bin. */
import { sql } from 'kysely'
import type { Language } from '#kit/caller.ts'
import { Lifecycle } from '#modules/content/catalog/server.ts'
import { SUBJECT_CHANGED } from '../contract/errors.ts'
import type { SubjectAction } from '../contract/wire.ts'
import { contentsOf } from './content-progress.ts'
import { subjectsTables } from './db.ts'
import { subjectPolicy } from './policy.ts'
import { assertPublishable, discardChanges, putOnShelf } from './shelf.ts'
import type { SubjectRecord } from './subject-record.ts'
import type { DB } from './tables.ts'
import { subjectRules } from './transitions.ts'

const contentsLabel: Readonly<Record<Language, string>> = { cn: '学习内容', en: 'Contents' }

export const subjectLifecycle = new Lifecycle<DB, SubjectRecord, SubjectAction>({
  table: 'subjects.subject',
  tables: subjectsTables,
  isVersioned: true,
  hasChangesSql: sql`has_changes`,
  columns: sql`subject_type as "subjectType", url, cover_file_id as "coverFileId"`,
  policy: subjectPolicy,
  rules: subjectRules,
  changed: SUBJECT_CHANGED,
  approval: {
    /** Among what approval can be set for (map `approval-business-type`: 1 course, 2 live). */
    businessType: 5,
    key: 'subject-publication',
    label: { cn: '专题发布', en: 'Subject publication' },
    async summary(db, { id, companyId }, language) {
      const contents = await contentsOf(db, companyId, [id], 'draft')
      return { [contentsLabel[language]]: String(contents.length) }
    },
    link: (id) => `/study/subject/preview/${id}`,
    reviseLink: (id) => `/admin/subjects/${id}`,
  },
  assertReady: assertPublishable,
  putOnShelf,
  discard: { action: 'discard-changes', run: discardChanges },
  recycling: { kind: 'subject', label: { cn: '专题', en: 'Subject' } },
})
