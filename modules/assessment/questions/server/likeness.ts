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

/**
 * Of so many questions that are like a text the likest are named. In a bank that holds a text thousands of times, all of
 * them would be compared with it.
 */
const comparedMax = 20
/** Texts of one statement. */
const textsAtOnce = 100

interface LikelyRow extends Likely {
  readonly index: number
}

/** The likest questions of each text, one more than are named: one of them may be the text's own. */
async function likestOf(db: QuestionsDb, caller: Caller, texts: readonly string[]): Promise<Likely[][]> {
  const { rows } = await sql<LikelyRow>`
    select w.index::int - 1 as index, l.*
    from unnest(${[...texts]}::text[]) with ordinality as w (text, index)
    cross join lateral (
      select c.id, left(c.plain_text, ${excerptLength}::int) as excerpt,
        json_build_object('id', c.directory_id, 'name', c.directory_name) as directory,
        round(c.likeness * 100)::int as likeness
      from (
        select q.id, q.plain_text, similarity(q.search_text, w.text) as likeness, d.id as directory_id,
          d.name as directory_name
        from questions.question q join questions.directory d on d.id = q.directory_id
        where q.search_text % w.text and q.company_id = ${caller.companyId} and q.deleted_at is null
          and ${managesDirectorySql(caller, 'd')}
        limit ${comparedMax}::int) c
      where c.likeness >= ${likenessMin}::real
      order by c.likeness desc, c.id limit ${likelyMax + 1}::int) l
    order by w.index, l.likeness desc, l.id`.execute(db)
  const found = texts.map((): Likely[] => [])
  for (const { index, ...likely } of rows) found[index]?.push(likely)
  return found
}

/**
 * For each of these stored questions the others that the caller manages and that are like it, the likest first. The same text
 * is looked for once, and a statement looks for a limited number of texts, so that none takes longer than it may.
 */
export async function likelyTheSame(
  db: QuestionsDb,
  caller: Caller,
  stored: readonly { readonly id: string; readonly plainText: string }[],
): Promise<Likely[][]> {
  await sql`select set_config('pg_trgm.similarity_threshold', ${String(likenessMin)}, true)`.execute(db)
  const texts = [...new Set(stored.map((one) => one.plainText))]
  const found = new Map<string, readonly Likely[]>()
  for (let at = 0; at < texts.length; at += textsAtOnce) {
    const piece = texts.slice(at, at + textsAtOnce)
    const likest = await likestOf(db, caller, piece)
    for (const [index, text] of piece.entries()) found.set(text, likest[index] ?? [])
  }
  return stored.map(({ id, plainText }) =>
    (found.get(plainText) ?? []).filter((likely) => likely.id !== id).slice(0, likelyMax),
  )
}
