/** How a learning path is put on the shelf, taken off it, and put into the recycle bin. */
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { type ContentRecord, Lifecycle } from '#modules/content/catalog/server.ts'
import { purgeSubmissions } from '#modules/content/submissions/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { EMPTY_CHAPTER, NEEDS_REQUIRED, PATH_CHANGED } from '../contract/errors.ts'
import type { PathAction } from '../contract/wire.ts'
import { type PathsDb, pathsTables } from './db.ts'
import { assignOfCompany } from './jobs.ts'
import { pathRules } from './path.transitions.ts'
import { pathPolicy } from './policy.ts'
import type { DB } from './tables.ts'

export interface PathRecord extends ContentRecord {
  readonly summary: string
  readonly coverFileId: string | null
  readonly channelId: string | null
  readonly learnSequence: 0 | 1
  readonly isOpen: boolean
}

/** A chapter that holds nothing promises learners what is not there. */
async function assertNoEmptyChapter(db: PathsDb, pathId: string): Promise<void> {
  const { rows } = await sql<{ title: string }>`
    select ch.title from paths.chapter ch
    where ch.path_id = ${pathId} and not exists (select from paths.section s where s.chapter_id = ch.id)
    order by ch.sort, ch.id`.execute(db)
  const titles = rows.map(({ title }) => title)
  if (titles[0] !== undefined) throw refuse(EMPTY_CHAPTER, { title: titles[0], titles })
}

/** Refuses a path that can't be on the shelf: nothing in it must be learned, or a chapter is empty. */
export async function assertPublishable(db: PathsDb, { id }: { readonly id: string }): Promise<void> {
  const { rows } = await sql<{ requires: boolean }>`
    select exists (select from paths.section where path_id = ${id} and require = 1)
      or exists (select from paths.choice where path_id = ${id}) as requires`.execute(db)
  if (!rows[0]?.requires) throw refuse(NEEDS_REQUIRED)
  await assertNoEmptyChapter(db, id)
}

export const pathLifecycle = new Lifecycle<DB, PathRecord, PathAction>({
  table: 'paths.path',
  tables: pathsTables,
  isVersioned: false,
  hasChangesSql: sql`true`,
  columns: sql`summary, cover_file_id as "coverFileId", channel_id as "channelId", learn_sequence as "learnSequence",
    is_open as "isOpen"`,
  policy: pathPolicy,
  rules: pathRules,
  changed: PATH_CHANGED,
  assertReady: assertPublishable,
  /** Members who fit its rules are assigned at once, by a job. */
  async putOnShelf(db, { companyId }) {
    await enqueue(db, assignOfCompany, { companyId }, { key: `paths.assign ${companyId}` })
  },
  recycling: {
    kind: 'learning-path',
    label: { cn: '学习路径', en: 'Learning path' },
    async purged(db, pathId) {
      await purgeSubmissions(db, 'path', pathId)
    },
  },
})
