/** Exercises of a section whose file is replaced by another: counted, copied to the new one, or cut at its end. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { exercisesTables } from './db.ts'
import { type ExercisesQuery, ofItemSql } from './reading.ts'

export async function countExercises(connection: Connection, query: ExercisesQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from exercises.exercise x where ${ofItemSql(query)}`.execute(
    exercisesTables(connection),
  )
  return rows[0]?.count ?? 0
}

interface Copied extends ExercisesQuery {
  readonly toSectionId: string
  /** Milliseconds: what stands behind it is left out. */
  readonly lengthMs: number
}

/** Copies what fits into another section. What members answered stays with the old one. */
export async function copyExercises(connection: Connection, query: Copied): Promise<void> {
  await sql`
    with places as materialized (
      select x.*, gen_random_uuid() as new_id from exercises.exercise x
      where ${ofItemSql(query)} and (x.at_ms is null or x.at_ms < ${query.lengthMs}::int)
    ), asked as materialized (
      select q.*, p.new_id as new_exercise_id, gen_random_uuid() as new_id, gen_random_uuid() as new_content_id
      from exercises.question q join places p on p.id = q.exercise_id where q.removed_at is null
    ), placed as (
      insert into exercises.exercise (id, company_id, business_type, business_id, section_id, at_ms, sort, must_answer,
        attempts_max, back_to_ms)
      select new_id, company_id, business_type, business_id, ${query.toSectionId}, at_ms, sort, must_answer,
        attempts_max, least(back_to_ms, ${query.lengthMs}::int) from places
    ), kept as (
      insert into exercises.question (id, company_id, exercise_id, sort, content_id)
      select new_id, company_id, new_exercise_id, sort, new_content_id from asked
    )
    insert into exercises.content (id, company_id, question_id, content, bank_version_id, created_at)
    select a.new_content_id, c.company_id, a.new_id, c.content, c.bank_version_id, c.created_at
    from asked a join exercises.content c on c.id = a.content_id`.execute(exercisesTables(connection))
}

/** Takes out what stands behind the end of a section that has another length now; all of it with length 0. */
export async function trimExercises(
  connection: Connection,
  query: ExercisesQuery & { readonly lengthMs: number },
  now: number,
): Promise<void> {
  const { lengthMs } = query
  await sql`
    update exercises.exercise x set removed_at = ${now}
    where ${ofItemSql(query)} and (x.at_ms >= ${lengthMs}::int or ${lengthMs}::int = 0)`.execute(
    exercisesTables(connection),
  )
}
