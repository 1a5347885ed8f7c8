/** Who may change a practice set, in which state, and what publishing it means. */
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import {
  authoringPolicy,
  type ContentRecord,
  Lifecycle,
  type TransitionTable,
  transitionRules,
} from '#modules/content/catalog/server.ts'
import { managesPractice } from '../contract/access.ts'
import { SET_CHANGED, SET_EMPTY, SET_STATUS } from '../contract/codes.ts'
import { type PracticeDb, practiceTables } from './db.ts'
import { type Picks, poolSql, sizeOf } from './pool.ts'

const actions = ['edit', 'publish', 'take-off-shelf', 'delete'] as const
type SetAction = (typeof actions)[number]

/** A practice set as it is loaded for a change. */
export interface SetRecord extends ContentRecord, Picks {
  readonly summary: string
}

const transitions: TransitionTable<SetAction> = {
  draft: { edit: { to: 'draft' }, publish: { to: 'on-shelf' }, delete: { to: 'gone' } },
  'on-shelf': { edit: { to: 'on-shelf' }, 'take-off-shelf': { to: 'off-shelf' } },
  'off-shelf': { edit: { to: 'off-shelf' }, publish: { to: 'on-shelf' }, delete: { to: 'gone' } },
}

export async function assertNotEmpty(db: PracticeDb, companyId: string, picks: Picks): Promise<void> {
  if ((await sizeOf(db, poolSql(companyId, picks))) === 0) throw refuse(SET_EMPTY)
}

/** Nobody agrees to a set: whoever may offer it manages its questions. A change counts at once, so there are no unpublished ones. */
export const setLifecycle = new Lifecycle({
  table: 'practice.practice_set',
  tables: practiceTables,
  isVersioned: false,
  hasChangesSql: sql`false`,
  columns: sql<SetRecord>`summary, rules, question_ids as "questionIds"`,
  policy: authoringPolicy({ manage: managesPractice.permission, author: managesPractice.permission }),
  rules: transitionRules({ actions, tableOf: () => transitions, refusal: SET_STATUS }),
  changed: SET_CHANGED,
  assertReady: (db, record: SetRecord) => assertNotEmpty(db, record.companyId, record),
  async putOnShelf(db, { id }, { now }) {
    await db.updateTable('practice.practice_set').set({ published_at: now }).where('id', '=', id).execute()
  },
  recycling: { kind: 'practice-set', label: { cn: '练习', en: 'Practice set' } },
})
