/**
 * Clock jumps for rules of "once" and "per day": the same action around the midnight of a company whose day is neither
 * the server's nor UTC's, again on that day, the day after, and a year later.
 */
import { sql } from 'kysely'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildSession,
} from '#modules/platform/identity/server/members.fixture.ts'
import type { TestPlatform } from './harness.ts'

/** Its day begins at 8:00 of UTC and 16:00 in Shanghai, or an hour earlier in summer. */
const timeZone = 'America/Los_Angeles'

/**
 * Moves the clock beyond midnight in Shanghai where that is less than ten minutes away: what a test counts by days must not
 * stand on two of them by the hour at which it is run.
 */
export function stayOnOneDay(platform: TestPlatform): void {
  const tenMinutes = 600_000
  const dayOf = (at: number) => Math.floor((at + 8 * 3_600_000) / 86_400_000)
  if (dayOf(platform.now) !== dayOf(platform.now + tenMinutes)) platform.now += tenMinutes
}

/** A company in Los Angeles with an administrator. */
export async function buildCompanyElsewhere(platform: TestPlatform): Promise<BuiltMember> {
  const companyId = await buildCompany(platform.db)
  await sql`update identity.company set time_zone = ${timeZone} where id = ${companyId}`.execute(platform.root)
  return buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
}

/**
 * `sameDay` is 23:00 of the day that began at midnight, when UTC and Shanghai have the next date already: a rule that
 * counts by another day than the company's gives something else there, or at midnight.
 */
const moments = {
  beforeMidnight: '0 days 23:59:59.999',
  afterMidnight: '1 day',
  sameDay: '1 day 23:00',
  nextDay: '2 days 12:00',
  yearLater: '1 year 2 days 12:00',
} as const

export type Moment = keyof typeof moments

/** When the moments are, in a company in Los Angeles; they begin on the day after the platform's. */
async function companyMoments(platform: TestPlatform): Promise<Record<Moment, number>> {
  const found: Partial<Record<Moment, number>> = {}
  for (const [name, offset] of Object.entries(moments)) {
    const { rows } = await sql<{ at: number }>`
      select round(extract(epoch from (date_trunc('day', to_timestamp(${platform.now}::bigint / 1000.0)
        at time zone ${timeZone}) + interval '1 day' + ${offset}::interval) at time zone ${timeZone}) * 1000)::bigint
        as at`.execute(platform.root)
    found[name as Moment] = Number(rows[0]?.at)
  }
  return found as Record<Moment, number>
}

/**
 * Does something at each moment, and answers what came out. The platform's clock is there, the member is signed in
 * there, and the clock goes back afterwards.
 */
export async function acrossDays<T>(
  platform: TestPlatform,
  member: BuiltMember,
  act: (member: BuiltMember, now: number) => Promise<T>,
): Promise<Record<Moment, T>> {
  const before = platform.now
  const results: Partial<Record<Moment, T>> = {}
  try {
    for (const [name, now] of Object.entries(await companyMoments(platform))) {
      platform.now = now
      const token = await buildSession(platform.db, member, now)
      results[name as Moment] = await act({ ...member, token }, now)
    }
  } finally {
    platform.now = before
  }
  return results as Record<Moment, T>
}
