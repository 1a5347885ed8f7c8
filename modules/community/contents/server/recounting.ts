/** The proof that counters agree with their tables: a job recounts all of them, the page of health some of them. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { setAppeared } from '#modules/content/topics/server.ts'
import { type HealthAnswer, healthCheck } from '#modules/platform/operations/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { contentBusinessType } from '../contract/shapes.ts'
import { type ContentsDb, contentsTables } from './db.ts'

/** Contents that one transaction recounts. */
const BATCH = 1000

const countedSql = sql`
  (select count(*) from contents.liking l where l.content_id = c.id) as likes,
  (select count(*) from contents.reading r where r.content_id = c.id and r.is_counted) as reads`

interface Batch {
  readonly ids: readonly string[]
  /** Null at the end. */
  readonly last: string | null
  readonly wrong: readonly string[]
}

async function compare(db: ContentsDb, after: string | undefined): Promise<Batch> {
  const { rows } = await sql<{ id: string; wrong: boolean }>`
    select id, likes <> like_count or reads <> read_count as wrong from (
      select c.id, c.like_count, c.read_count, ${countedSql} from contents.content c
      where ${after === undefined ? sql`true` : sql`c.id > ${after}`} order by c.id limit ${BATCH}) as counted
    order by id`.execute(db)
  return {
    ids: rows.map(({ id }) => id),
    last: rows.length < BATCH ? null : (rows.at(-1)?.id ?? null),
    wrong: rows.flatMap(({ id, wrong }) => (wrong ? [id] : [])),
  }
}

/** Counts again under a lock: whoever likes meanwhile waits, and adds to the right number. */
async function mend(db: ContentsDb, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const chosen = sql`any(${[...ids]}::uuid[])`
  await sql`select from contents.content where id = ${chosen} order by id for no key update`.execute(db)
  await sql`update contents.content set like_count = counted.likes, read_count = counted.reads
    from (select c.id, ${countedSql} from contents.content c where c.id = ${chosen}) as counted
    where content.id = counted.id`.execute(db)
}

/** Lists by topic have the contents by the time at which they appeared. */
async function agreeOnTimes(db: ContentsDb, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ companyId: string; businessId: string; appearedAt: number }>`
    select c.company_id as "companyId", c.id as "businessId", c.published_at as "appearedAt" from contents.content c
    where c.id = any(${[...ids]}::uuid[]) and c.published_at is not null`.execute(db)
  await setAppeared(db, contentBusinessType, rows)
}

/** Every night all contents, a batch in each transaction. */
export const recountJob = job({
  name: 'contents.recount',
  payload: Type.Object({ after: Type.Optional(Id) }),
  cron: '40 3 * * *',
  async run(connection, { after }) {
    const db = contentsTables(connection)
    const { ids, last, wrong } = await compare(db, after)
    await mend(db, wrong)
    await agreeOnTimes(db, ids)
    if (last !== null) await enqueue(db, recountJob, { after: last }, { key: 'contents.recount' })
  },
})

/** The newest contents, whose counters change most. */
async function checkCounters(connection: Connection): Promise<HealthAnswer> {
  const { rows } = await sql<{ checked: number; different: number }>`
    select count(*) as checked, count(*) filter (where likes <> like_count or reads <> read_count) as different from (
      select c.like_count, c.read_count, ${countedSql} from contents.content c order by c.id desc limit ${BATCH}
    ) as counted`.execute(contentsTables(connection))
  const { checked = 0, different = 0 } = rows[0] ?? {}
  if (different === 0) return { state: 'ok', facts: { checked, different } }
  return {
    state: 'warning',
    facts: { checked, different },
    advice: {
      cn: '部分社区内容的阅读数或点赞数与记录不一致，夜间任务会自动更正。若反复出现，请查看后台任务的错误。',
      en: 'Reads or likes of some community contents differ from their records. A job corrects them at night; if this returns, look at the errors of background jobs.',
    },
  }
}

export const countersHealth = healthCheck({
  name: 'content-counters',
  label: { cn: '社区内容计数', en: 'Counters of community contents' },
  order: 60,
  check: (_outside, connection) => checkCounters(connection),
})
