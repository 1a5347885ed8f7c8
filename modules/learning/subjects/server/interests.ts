/** The topics that a member wants to hear of. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { topicNames } from '#modules/content/topics/server.ts'
import { subjectTypes } from '../contract/wire.ts'
import type { SubjectsDb } from './db.ts'
import { askWhetherFinished } from './finishing.ts'

export async function interestsOf(db: SubjectsDb, { companyId, memberId }: Caller): Promise<Set<string>> {
  const rows = await db
    .selectFrom('subjects.interest')
    .select('topic_id')
    .where('member_id', '=', memberId)
    .where('company_id', '=', companyId)
    .orderBy('chosen_at')
    .orderBy('topic_id')
    .execute()
  return new Set(rows.map((row) => row.topic_id))
}

export async function listInterests(db: SubjectsDb, caller: Caller) {
  const ids = [...(await interestsOf(db, caller))]
  const names = await topicNames(db, caller.companyId, ids)
  // A topic that was removed since interests nobody.
  const items = ids.flatMap((id) => {
    const name = names.get(id)
    return name === undefined ? [] : [{ id, name }]
  })
  return { items, recordCount: items.length }
}

/** In place of all earlier ones. What personalized subjects hold for the member changes with them. */
export async function chooseInterests(db: SubjectsDb, caller: Caller, topicIds: readonly string[], now: number) {
  const { companyId, memberId } = caller
  const names = await topicNames(db, companyId, topicIds)
  if (names.size !== topicIds.length) throw refuse(NOT_FOUND)
  await sql`
    with gone as (
      delete from subjects.interest where member_id = ${memberId} and topic_id <> all(${[...topicIds]}::uuid[])
    )
    insert into subjects.interest (member_id, topic_id, company_id, chosen_at)
    select ${memberId}, id, ${companyId}, ${now}::bigint from unnest(${[...topicIds]}::uuid[]) as wanted (id)
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ id: string }>`
    select r.subject_id as id from subjects.registration r join subjects.subject s on s.id = r.subject_id
    where r.member_id = ${memberId} and r.company_id = ${companyId} and r.status < 2
      and s.subject_type = ${subjectTypes.personalized}::smallint order by 1`.execute(db)
  await askWhetherFinished(db, { companyId, memberIds: [memberId], subjectIds: rows.map(({ id }) => id) })
  return listInterests(db, caller)
}
