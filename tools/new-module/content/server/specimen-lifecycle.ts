/** Who may change a specimen, in which state, and what publishing it means. */
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
import { approvalBusinessType, SPECIMEN_CHANGED, SPECIMEN_EMPTY, SPECIMEN_STATUS } from '../contract.ts'
import { specimensTables } from './db.ts'

/** A specimen as it is loaded for a change. */
export interface SpecimenRecord extends ContentRecord {
  readonly summary: string
  readonly body: string
}

export const specimenLifecycle = new Lifecycle({
  table: 'specimens.specimen',
  tables: specimensTables,
  isVersioned: true,
  hasChangesSql: sql`(body is distinct from published_body)`,
  columns: sql<SpecimenRecord>`summary, body`,
  policy: authoringPolicy({ manage: 'course.manage', author: 'course.author' }),
  rules: transitionRules({
    actions: authorActions,
    tableOf: approvedTransitions('discard-changes'),
    refusal: SPECIMEN_STATUS,
  }),
  changed: SPECIMEN_CHANGED,
  approval: {
    businessType: approvalBusinessType,
    key: 'specimen-publication',
    label: { cn: '样品发布', en: 'Specimen publication' },
    summary: async (_db, { summary }: SpecimenRecord, language) => ({
      [language === 'cn' ? '简介' : 'Summary']: summary,
    }),
    link: (id) => `/specimen/preview/${id}`,
    reviseLink: (id) => `/admin/specimens/${id}`,
  },
  async assertReady(_db, { body }) {
    if (body.trim() === '') throw refuse(SPECIMEN_EMPTY)
  },
  async putOnShelf(db, { id }) {
    await sql`update specimens.specimen set published_body = body where id = ${id}`.execute(db)
  },
  discard: {
    action: 'discard-changes',
    async run(db, { id }) {
      await sql`update specimens.specimen set body = published_body where id = ${id}`.execute(db)
    },
  },
  recycling: { kind: 'specimen', label: { cn: '样品', en: 'Specimen' } },
})
