/** The own graduation, for whoever takes part in a class. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { earnedCertificates } from '#modules/learning/certificates/server.ts'
import { enrolledSql, enterClass } from '#modules/training/classes/server.ts'
import type { OwnGraduation } from '../contract/learning.ts'
import { refOf } from './conditions.ts'
import { currentSql, type GraduationDb } from './db.ts'
import { classConditions, standingsOf } from './standings.ts'

type Own = Pick<OwnGraduation, 'graduation' | 'graduatedAt' | 'retrainAt'>

export async function ownGraduation(db: GraduationDb, caller: Caller, id: string, now: number): Promise<OwnGraduation> {
  const { found } = await enterClass(db, caller, id, now)
  const { companyId, memberId } = caller
  const { rows } = await sql<Own>`
    select e.graduation, g.graduated_at as "graduatedAt", g.retrain_at as "retrainAt" from ${enrolledSql(companyId, id)} e
    left join graduation.graduate g on g.class_id = ${id} and g.member_id = e."memberId" and e.graduation = 2
      and ${currentSql}
    where e."memberId" = ${memberId}`.execute(db)
  const [own] = rows
  if (!own) return { graduation: null, graduatedAt: null, retrainAt: null, standings: [], certificate: null }
  const standings = (await standingsOf(db, await classConditions(db, found, now), [memberId]))(memberId)
  const isGraduate = own.graduation === 2
  const asked = { companyId, memberIds: isGraduate ? [memberId] : [], ref: refOf(id) }
  const certificate = (await earnedCertificates(db, asked, now)).get(memberId) ?? null
  return { ...own, standings: standings.map(withoutScore), certificate }
}

/** When a score is shown is decided by the exam: here stands whether it is enough. */
function withoutScore<Of extends OwnGraduation['standings'][number]>(standing: Of): Of {
  return standing.kind === 'score' ? { ...standing, actual: null } : standing
}
