/** Who may change a class, in which state, and what publishing it means. */
import { sql } from 'kysely'
import { authorActions } from '#kit/authored-content.ts'
import { refuse } from '#kit/errors.ts'
import {
  approvedTransitions,
  authoringPolicy,
  type ContentRecord,
  Lifecycle,
  transitionRules,
} from '#modules/content/catalog/server.ts'
import { approvalBusinessType, CLASS_CHANGED, CLASS_EMPTY, CLASS_STATUS } from '../contract.ts'
import { classesTables } from './db.ts'

/** A class as it is loaded for a change. */
export interface ClassRecord extends ContentRecord {
  readonly summary: string
  readonly body: string
}

export const classLifecycle = new Lifecycle({
  table: 'classes.class',
  tables: classesTables,
  isVersioned: true,
  hasChangesSql: sql`(body is distinct from published_body)`,
  columns: sql<ClassRecord>`summary, body`,
  policy: authoringPolicy({ manage: 'course.manage', author: 'course.author' }),
  rules: transitionRules({
    actions: authorActions,
    tableOf: approvedTransitions('discard-changes'),
    refusal: CLASS_STATUS,
  }),
  changed: CLASS_CHANGED,
  approval: {
    businessType: approvalBusinessType,
    key: 'class-publication',
    label: { cn: '培训班发布', en: 'Class publication' },
    summary: async (_db, { summary }: ClassRecord, language) => ({
      [language === 'cn' ? '简介' : 'Summary']: summary,
    }),
    link: (id) => `/class/preview/${id}`,
    reviseLink: (id) => `/admin/classes/${id}`,
  },
  async assertReady(_db, { body }) {
    if (body.trim() === '') throw refuse(CLASS_EMPTY)
  },
  async putOnShelf(db, { id }) {
    await sql`update classes.class set published_body = body where id = ${id}`.execute(db)
  },
  discard: {
    action: 'discard-changes',
    async run(db, { id }) {
      await sql`update classes.class set body = published_body where id = ${id}`.execute(db)
    },
  },
  recycling: { kind: 'class', label: { cn: '培训班', en: 'Class' } },
})
