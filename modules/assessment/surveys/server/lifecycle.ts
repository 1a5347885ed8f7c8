/** Who may change a survey, in which state, and what publishing it means. */
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
import { enqueue } from '#server/jobs/queue.ts'
import type { notReadyReasons } from '../contract/authoring.ts'
import { SURVEY_CHANGED, SURVEY_NOT_READY, SURVEY_STATUS } from '../contract/codes.ts'
import { questionsOf, type SurveyContent } from '../contract/content.ts'
import { approvalBusinessType } from '../contract.ts'
import { announcePublished } from './announcing.ts'
import { closeGroups } from './anonymous.ts'
import { type SurveysDb, surveysTables } from './db.ts'

/** A survey as it is loaded for a change. */
export interface SurveyRecord extends ContentRecord {
  readonly summary: string
  readonly coverFileId: string | null
  readonly content: SurveyContent
  readonly publishedContent: SurveyContent | null
  readonly startAt: number | null
  readonly endAt: number | null
  readonly guestToken: string
}

/** What is missing before anybody can be asked. */
function missingOf({ content }: SurveyRecord): (typeof notReadyReasons)[number][] {
  const questions = questionsOf(content)
  const { startAt, endAt, isAnonymous, allowsGuests, quotas } = content
  const isWindow = startAt === null || endAt === null || startAt < endAt
  const asksFiles = questions.some(({ kind }) => kind === 'file')
  return [
    ...(questions.length > 0 ? [] : (['questions'] as const)),
    ...(isWindow ? [] : (['window'] as const)),
    ...(asksFiles && (isAnonymous || allowsGuests) ? (['files'] as const) : []),
    ...(isAnonymous && quotas.length > 0 ? (['quotas'] as const) : []),
  ]
}

async function putOnShelf(db: SurveysDb, record: SurveyRecord, number: number, now: number): Promise<void> {
  const { id, companyId, content } = record
  if (content.isAnonymous) await closeGroups(db, record, content.minimumGroup, now)
  await sql`update surveys.survey set published_content = content, ended_at = null where id = ${id}`.execute(db)
  await sql`insert into surveys.version (survey_id, number, company_id, content)
    select id, ${number}, company_id, content from surveys.survey where id = ${id}
    on conflict (survey_id, number) do update set content = excluded.content`.execute(db)
  await sql`insert into surveys.quota_count (survey_id, quota_id, company_id)
    select ${id}, q.id, ${companyId} from unnest(${content.quotas.map((quota) => quota.id)}::uuid[]) q(id)
    on conflict do nothing`.execute(db)
  if (record.publishedContent === null)
    await enqueue(db, announcePublished, { surveyId: id }, content.startAt === null ? {} : { runAt: content.startAt })
}

export const surveyLifecycle = new Lifecycle({
  table: 'surveys.survey',
  tables: surveysTables,
  isVersioned: true,
  hasChangesSql: sql`(content is distinct from published_content)`,
  columns: sql<SurveyRecord>`summary, cover_file_id as "coverFileId", content, published_content as "publishedContent",
    start_at as "startAt", end_at as "endAt", guest_token as "guestToken"`,
  policy: authoringPolicy({ manage: 'course.manage', author: 'course.author' }),
  rules: transitionRules({
    actions: authorActions,
    tableOf: approvedTransitions('discard-changes'),
    refusal: SURVEY_STATUS,
  }),
  changed: SURVEY_CHANGED,
  approval: {
    businessType: approvalBusinessType,
    key: 'survey-publication',
    label: { cn: '调研发布', en: 'Survey publication' },
    summary: async (_db, { summary }: SurveyRecord, language) => ({
      [language === 'cn' ? '简介' : 'Summary']: summary,
    }),
    link: (id) => `/survey/preview/${id}`,
    reviseLink: (id) => `/admin/surveys/${id}`,
  },
  async assertReady(_db, record) {
    const reasons = missingOf(record)
    if (reasons.length > 0) throw refuse(SURVEY_NOT_READY, { reasons })
  },
  putOnShelf: (db, record: SurveyRecord, { number, now }) => putOnShelf(db, record, number, now),
  discard: {
    action: 'discard-changes',
    async run(db, { id }) {
      await sql`update surveys.survey set content = published_content where id = ${id}`.execute(db)
    },
  },
  recycling: { kind: 'survey', label: { cn: '调研', en: 'Survey' } },
})
