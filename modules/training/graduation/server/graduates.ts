/** Graduations that are given and taken back. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import { announceFinished } from '#modules/content/study/server.ts'
import { revokeEarned } from '#modules/learning/certificates/server.ts'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { REASON_REQUIRED } from '#modules/training/classes/contract.ts'
import { graduateMembers, type PlacedClass, revokeGraduations, runClass } from '#modules/training/classes/server.ts'
import type { graduation } from '../contract.ts'
import { conditionsOf, refOf } from './conditions.ts'
import { currentSql, type GraduationDb } from './db.ts'
import { announceGraduation, announceRevocation } from './news.ts'
import { endWhereNoneIsDue } from './retraining.ts'
import { assertNoneRuns } from './running.ts'

interface Given {
  readonly found: PlacedClass
  readonly memberIds: readonly string[]
  readonly by: string
  /** Why, where the conditions are not met. */
  readonly reason: string
  readonly now: number
}

/**
 * Graduates those of these members who take part and have not graduated, with all that it gives; answers who they are. In a
 * transaction of a job: either everything of a member is there, or nothing.
 */
export async function graduateSome(
  db: GraduationDb,
  { found, memberIds, by, reason, now }: Given,
): Promise<readonly string[]> {
  const { id: classId, companyId, name } = found
  // Certificates and credits are always given in one order, so that two jobs do not wait for each other.
  const graduated = (await graduateMembers(db, { companyId, classId, memberIds, now })).toSorted()
  if (graduated.length === 0) return []
  const { retrainingMonths } = await conditionsOf(db, found)
  // Of those who have graduated before, left and come back.
  await sql`
    update graduation.graduate g set superseded_at = ${now}
    where g.class_id = ${classId} and g.member_id = any(${graduated}::uuid[]) and ${currentSql}`.execute(db)
  await sql`
    insert into graduation.graduate (id, class_id, member_id, company_id, graduated_at, graduated_by, reason, retrain_at)
    select n.id, ${classId}, n.member_id, ${companyId}, ${now}, ${by}, ${reason}, ${retrainAtSql(companyId, retrainingMonths, now)}
    from unnest(${graduated.map(() => uuid())}::uuid[], ${graduated}::uuid[]) as n(id, member_id)`.execute(db)
  for (const memberId of graduated)
    await announceFinished(db, { companyId, memberId, ...refOf(classId), name, finishedAt: now })
  await announceGraduation(db, found, graduated, now)
  return graduated
}

/** At the beginning of the day, in the company's zone, so many months later. */
function retrainAtSql(companyId: string, months: number | null, now: number) {
  const zone = timeZoneSql(companyId)
  return sql`(extract(epoch from (date_trunc('day', to_timestamp(${now}::bigint / 1000.0) at time zone ${zone})
    + make_interval(months => ${months}::int)) at time zone ${zone}) * 1000)::bigint`
}

type Revocation = Input<typeof graduation.revokeGraduations>['body']

export async function revokeGraduation(
  db: GraduationDb,
  caller: Caller,
  id: string,
  { memberIds, reason: typed }: Revocation,
  now: number,
): Promise<{ revoked: number; left: number }> {
  const found = await runClass(db, caller, id, { forEdit: true })
  const reason = typed.trim()
  if (reason === '') throw refuse(REASON_REQUIRED)
  const { companyId, memberId: by } = caller
  await assertClean(db, companyId, { reason })
  await assertNoneRuns(db, id)
  const revoked = await revokeGraduations(db, { companyId, classId: id, memberIds })
  await sql`update graduation.graduate g set revoked_at = ${now}, revoked_by = ${by}, revocation = ${reason}
    where g.class_id = ${id} and g.member_id = any(${revoked}::uuid[]) and ${currentSql}`.execute(db)
  await revokeEarned(db, { companyId, memberIds: revoked, ref: refOf(id), reason, by, now })
  await announceRevocation(db, found, revoked, reason, now)
  await endWhereNoneIsDue(db, { id, companyId }, now)
  return { revoked: revoked.length, left: memberIds.length - revoked.length }
}
