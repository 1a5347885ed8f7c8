/** A member's timeline: the modules' own events, merged, newest first. Each is read where its module keeps it. */
import { sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import { ruleLabel } from './credit-history.ts'
import { studyTables } from './db.ts'
import { type LearningEvent, learningEvents } from './events.ts'
import { findStudyKind, studyKind } from './kinds.ts'

interface CreditRow {
  readonly key: string
  readonly created_at: number
  readonly kind: 1 | 2
  readonly business_type: number
  readonly source: string
  readonly score: string
}

export const creditEvents = learningEvents({
  async before(db, { companyId, memberId, beforeAt, beforeKey, limit }) {
    const { rows } = await sql<CreditRow>`
      select 'credited:' || id as key, created_at, kind, business_type, source, score::text
      from study.credit_record
      where member_id = ${memberId} and company_id = ${companyId} and created_at <= ${beforeAt} and score > 0
        and (created_at < ${beforeAt} or ('credited:' || id) collate "C" < ${beforeKey})
      order by created_at desc, ('credited:' || id) collate "C" desc limit ${limit}`.execute(studyTables(db))
    return rows.map((row) => ({
      key: row.key,
      at: row.created_at,
      kind: 'credited',
      businessType: row.business_type,
      name: row.source,
      link: row.kind === 1 ? '/center/my/class-hour' : '/center/my/credit',
      credit: { type: row.kind, score: row.score },
    }))
  },
})

function later(one: LearningEvent, other: LearningEvent): number {
  if (one.at !== other.at) return other.at - one.at
  return one.key < other.key ? 1 : -1
}

export async function readTimeline(
  db: Connection,
  caller: Caller,
  query: { beforeAt?: number; beforeKey?: string; limit?: number },
  { now, language }: { now: number; language: Language },
) {
  const { beforeAt = now + 1, beforeKey = '', limit = 20 } = query
  const request = { companyId: caller.companyId, memberId: caller.memberId, beforeAt, beforeKey, limit: limit + 1 }
  const found: LearningEvent[] = []
  for (const kind of studyKind.all()) found.push(...((await kind.events?.(db, request)) ?? []))
  for (const source of learningEvents.all()) found.push(...(await source.before(db, request)))
  const events = found.sort(later)
  const items = events.slice(0, limit).map((event) => ({
    key: event.key,
    at: event.at,
    kind: event.kind,
    businessType: event.businessType,
    label: event.kind === 'credited' ? ruleLabel(event.businessType, language) : labelOf(event.businessType, language),
    name: event.name,
    link: event.link,
    creditType: event.credit?.type ?? null,
    score: event.credit?.score ?? null,
  }))
  const last = items.at(-1)
  return { items, next: last && events.length > limit ? { beforeAt: last.at, beforeKey: last.key } : null }
}

function labelOf(businessType: number, language: Language): string {
  return findStudyKind(businessType)?.label[language] ?? ''
}
