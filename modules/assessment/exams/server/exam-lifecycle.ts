/** Who may change an exam, in which state, and what publishing it means. */
import { sql } from 'kysely'
import { authorActions } from '#kit/authored-content.ts'
import { refuse } from '#kit/errors.ts'
import { findReadyPaper } from '#modules/assessment/papers/server.ts'
import {
  approvedTransitions,
  authoringPolicy,
  type ContentRecord,
  Lifecycle,
  transitionRules,
} from '#modules/content/catalog/server.ts'
import { EXAM_CHANGED, EXAM_NOT_READY, EXAM_STATUS } from '../contract/codes.ts'
import type { ExamRules, notReadyReasons } from '../contract/rules.ts'
import { approvalBusinessType } from '../contract.ts'
import { type ExamsDb, examsTables } from './db.ts'
import { fillPlaces } from './registration.ts'

/** An exam as it is loaded for a change. */
export interface ExamRecord extends ContentRecord {
  readonly summary: string
  readonly rules: ExamRules
  readonly coverFileId: string | null
  readonly graderIds: readonly string[]
  readonly invigilatorIds: readonly string[]
  readonly organizationIds: readonly string[]
  readonly memberIds: readonly string[]
  readonly publishedRules: ExamRules | null
  readonly startAt: number | null
  readonly endAt: number | null
  readonly passwordKey: string
}

/** What is missing before the exam can take place. */
export async function missingOf(
  db: ExamsDb,
  { companyId, rules }: Pick<ExamRecord, 'companyId' | 'rules'>,
): Promise<(typeof notReadyReasons)[number][]> {
  const paper = rules.paperId === null ? undefined : await findReadyPaper(db, companyId, rules.paperId)
  const { startAt, endAt } = rules
  const isWindow = startAt === null || endAt === null || startAt < endAt
  const thresholds = [rules.passTenths, rules.goodTenths, rules.excellentTenths]
  const given = thresholds.filter((tenths) => tenths !== null)
  const isRising = given.every((tenths, at) => at === 0 || (given[at - 1] ?? 0) < tenths)
  const areFit = isRising && (given.length === 0 || rules.passTenths !== null)
  const areReachable = given.every((tenths) => tenths <= (paper?.totalTenths ?? tenths))
  const registers = rules.registration
  const isRegistrationWindow = (registers?.startAt ?? 0) < (registers?.endAt ?? endAt ?? Number.POSITIVE_INFINITY)
  const areSectionsFit = (paper?.timedMinutes ?? 0) <= rules.durationMinutes
  return [
    ...(paper ? [] : (['paper'] as const)),
    ...(isWindow ? [] : (['window'] as const)),
    ...(isRegistrationWindow ? [] : (['registration'] as const)),
    ...(areSectionsFit ? [] : (['section-times'] as const)),
    ...(areFit && areReachable ? [] : (['thresholds'] as const)),
  ]
}

export const examLifecycle = new Lifecycle({
  table: 'exams.exam',
  tables: examsTables,
  isVersioned: true,
  hasChangesSql: sql`(rules is distinct from published_rules)`,
  columns: sql<ExamRecord>`summary, rules, cover_file_id as "coverFileId", grader_ids as "graderIds",
    invigilator_ids as "invigilatorIds", organization_ids as "organizationIds", member_ids as "memberIds",
    published_rules as "publishedRules", start_at as "startAt", end_at as "endAt", password_key as "passwordKey"`,
  policy: authoringPolicy({ manage: 'course.manage', author: 'course.author' }),
  rules: transitionRules({
    actions: authorActions,
    tableOf: approvedTransitions('discard-changes'),
    refusal: EXAM_STATUS,
  }),
  changed: EXAM_CHANGED,
  approval: {
    businessType: approvalBusinessType,
    key: 'exam-publication',
    label: { cn: '考试发布', en: 'Exam publication' },
    summary: async (_db, { summary }: ExamRecord, language) => ({
      [language === 'cn' ? '简介' : 'Summary']: summary,
    }),
    link: (id) => `/exam/preview/${id}`,
    reviseLink: (id) => `/admin/exams/${id}`,
  },
  async assertReady(db, record) {
    const reasons = await missingOf(db, record)
    if (reasons.length > 0) throw refuse(EXAM_NOT_READY, { reasons })
  },
  async putOnShelf(db, { id }, { now }) {
    await sql`update exams.exam set published_rules = rules, extended_ms = 0 where id = ${id}`.execute(db)
    // There may be more places than before.
    await fillPlaces(db, id, now)
  },
  discard: {
    action: 'discard-changes',
    async run(db, { id }) {
      await sql`update exams.exam set rules = published_rules where id = ${id}`.execute(db)
    },
  },
  recycling: { kind: 'exam', label: { cn: '考试', en: 'Exam' } },
})
