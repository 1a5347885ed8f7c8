/** What a company says about its rankings (RANKING_CONFIG), and by what its totals are reckoned. */
import { getTimeZone } from '#modules/platform/identity/server.ts'
import { ruleValue } from '#modules/platform/settings/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { type RankingName, rankingNames, type Scope, scopes } from '../contract.ts'

/** What counts of a subject on a day at most, in the unit of the ranking; a ranking without one counts all. */
export type Caps = Partial<Record<RankingName, number>>

const fieldOf = (name: RankingName) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

export async function openRankings(db: Connection, companyId: string) {
  const value = await ruleValue(db, companyId, 'RANKING_CONFIG')
  const rankings = rankingNames.filter((name) => value[fieldOf(name)] !== '0')
  const open: Scope[] = value.scope === 'organization' ? ['organization'] : [...scopes]
  return { rankings, scopes: open }
}

const hourMs = 3_600_000

export async function reckoningOf(db: Connection, companyId: string): Promise<{ caps: Caps; timeZone: string }> {
  const value = await ruleValue(db, companyId, 'RANKING_CONFIG')
  const [studies, points] = [Number(value.studiesPerDay), Number(value.pointsPerDay)]
  return {
    caps: {
      ...(studies > 0 && { study: studies }),
      ...(points > 0 && { integral: points * 100 }),
      'study-time': Number(value.studyHoursPerDay) * hourMs,
    },
    timeZone: await getTimeZone(db, companyId),
  }
}
