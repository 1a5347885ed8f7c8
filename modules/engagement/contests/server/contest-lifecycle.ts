/** Who may change a contest, in which state, and what publishing it means. */
import { sql } from 'kysely'
import { authorActions } from '#kit/authored-content.ts'
import { refuse } from '#kit/errors.ts'
import { approvedTransitions, type ContentRecord, Lifecycle, transitionRules } from '#modules/content/catalog/server.ts'
import { CONTEST_CHANGED, CONTEST_NOT_READY, CONTEST_STATUS } from '../contract/codes.ts'
import { type ContestInput, missingOf } from '../contract/fields.ts'
import { contestPolicy } from './contest-policy.ts'
import { deleteCopies } from './copies.ts'
import { contestsTables } from './db.ts'

type Parts = Pick<ContestInput, 'rounds' | 'groups' | 'rubric' | 'awards'>

/** A contest as it is loaded for a change. */
export interface ContestRecord extends ContentRecord, Parts {
  readonly coverFileId: string | null
  readonly isAnonymous: boolean
  readonly resultsAt: number | null
  readonly isRecommended: boolean
}

export function assertReady(parts: Parts): void {
  const reasons = missingOf(parts)
  if (reasons.length > 0) throw refuse(CONTEST_NOT_READY, { reasons })
}

export const contestLifecycle = new Lifecycle({
  table: 'contests.contest',
  tables: contestsTables,
  isVersioned: true,
  // A change holds at once: there is something to publish once, before the first publication.
  hasChangesSql: sql`(version_number = 0)`,
  columns: sql<ContestRecord>`rounds, groups, rubric, awards, cover_file_id as "coverFileId", is_anonymous as "isAnonymous",
    results_at as "resultsAt", is_recommended as "isRecommended"`,
  policy: contestPolicy,
  rules: transitionRules({
    actions: authorActions,
    tableOf: approvedTransitions('discard-changes'),
    refusal: CONTEST_STATUS,
  }),
  changed: CONTEST_CHANGED,
  assertReady: async (_db, record: ContestRecord) => assertReady(record),
  // Its place among the recommended ones may be taken by now.
  async putOnShelf(db, { id }) {
    await sql`update contests.contest set is_recommended = false where id = ${id}`.execute(db)
  },
  recycling: { kind: 'contest', label: { cn: '大赛', en: 'Contest' }, purging: deleteCopies },
})
