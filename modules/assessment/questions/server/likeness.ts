/** Questions that may be the same as others: by the three-letter pieces that their texts share (pg_trgm). */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Likely } from '../contract/bank.ts'
import type { QuestionsDb } from './db.ts'
import { managesDirectorySql } from './policy.ts'

/** From here on two questions are named as likely the same. */
const likenessMin = 0.6
const likelyMax = 5
const excerptLength = 200

interface LikelyRow extends Likely {
  readonly index: number
}

/**
 * For each of these stored questions the others that the caller manages and that are like it, the likest first. One
 * statement for all.
 */
export async function likelyTheSame(
  db: QuestionsDb,
  caller: Caller,
  stored: readonly { readonly id: string; readonly plainText: string }[],
): Promise<Likely[][]> {
  await sql`select set_config('pg_trgm.similarity_threshold', ${String(likenessMin)}, true)`.execute(db)
  const ids = stored.map((one) => one.id)
  const texts = stored.map((one) => one.plainText)
  const { rows } = await sql<LikelyRow>`
    select w.index::int - 1 as index, l.*
    from unnest(${ids}::uuid[], ${texts}::text[]) with ordinality as w (id, text, index)
    cross join lateral (
      select q.id, left(q.plain_text, ${excerptLength}::int) as excerpt,
        json_build_object('id', d.id, 'name', d.name) as directory,
        round(similarity(q.search_text, w.text) * 100)::int as likeness
      from questions.question q join questions.directory d on d.id = q.directory_id
      where q.search_text % w.text and similarity(q.search_text, w.text) >= ${likenessMin}::real
        and q.company_id = ${caller.companyId} and q.deleted_at is null
        and q.id <> w.id and ${managesDirectorySql(caller, 'd')}
      order by similarity(q.search_text, w.text) desc, q.id limit ${likelyMax}::int) l
    order by w.index, l.likeness desc, l.id`.execute(db)
  const found = stored.map((): Likely[] => [])
  for (const { index, ...likely } of rows) found[index]?.push(likely)
  return found
}
