/** Subjects as things that members collect, comment, score and find by topics. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { itemKind } from '#modules/content/topics/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { businessType } from '../contract/wire.ts'
import { subjectsTables } from './db.ts'
import { visibleSql } from './filters.ts'
import { getSubject } from './held.ts'
import { mayEdit } from './policy.ts'

/** Whoever may open the subject sees it as an item: `openingOf` of policy.ts in one statement. */
export async function visibleSubjects(connection: Connection, caller: Caller, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; cover_file_id: string | null }>`
    select s.id, s.name, s.cover_file_id from subjects.subject s
    where s.id = any(${[...ids]}::uuid[]) and s.company_id = ${caller.companyId} and s.deleted_at is null
      and s.status <> 'draft' and ((s.status = 'on-shelf' and ${visibleSql(caller)}) or exists (
        select from subjects.registration r where r.member_id = ${caller.memberId} and r.subject_id = s.id))`.execute(
    subjectsTables(connection),
  )
  return rows.map(({ id, name, cover_file_id }) => ({
    id,
    name,
    link: `/study/subject/detail/${id}`,
    ...(cover_file_id !== null && { picture: `files/${cover_file_id}` }),
  }))
}

/** Stars are for those who have begun: an opinion about a subject that one knows. */
async function mayScore(connection: Connection, caller: Caller, id: string): Promise<boolean> {
  const begun = await subjectsTables(connection)
    .selectFrom('subjects.registration')
    .select('started_at')
    .where('member_id', '=', caller.memberId)
    .where('subject_id', '=', id)
    .where('started_at', 'is not', null)
    .executeTakeFirst()
  return begun !== undefined
}

export const subjectItem = itemKind({
  businessType,
  label: { cn: '专题', en: 'Subject' },
  visible: visibleSubjects,
  mayScore,
  async mayModerate(connection, caller, id) {
    return mayEdit(caller, await getSubject(subjectsTables(connection), caller, id))
  },
})
