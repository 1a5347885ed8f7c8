/** What a class consists of is opened for its participants, visible to them before or not. */
import { sql } from 'kysely'
import { findStudyKind } from '#modules/content/study/server.ts'
import type { ClassesDb } from './db.ts'

/** One statement a kind. What is open already stays as it is. */
export async function openActivities(
  db: ClassesDb,
  about: {
    readonly id: string
    readonly companyId: string
    readonly memberIds: readonly string[]
    readonly now: number
  },
): Promise<void> {
  const { id, companyId, memberIds, now } = about
  if (memberIds.length === 0) return
  const { rows } = await sql<{ businessType: number; ids: string[] }>`
    select business_type as "businessType", array_agg(business_id) as ids from classes.activity
    where class_id = ${id} and business_id is not null group by business_type`.execute(db)
  for (const { businessType, ids } of rows)
    await findStudyKind(businessType)?.register?.(db, companyId, memberIds, ids, now)
}

/** The same for whoever takes part when activities are added. */
export async function openForParticipants(
  db: ClassesDb,
  { id, companyId }: { readonly id: string; readonly companyId: string },
  now: number,
): Promise<void> {
  const { rows } = await sql<{ memberId: string }>`
    select member_id as "memberId" from classes.enrollment where class_id = ${id} and state = 'enrolled'`.execute(db)
  await openActivities(db, { id, companyId, memberIds: rows.map(({ memberId }) => memberId), now })
}
