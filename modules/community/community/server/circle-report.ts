/** Figures of a circle by day or month, for those who administer it. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { commentsByDay } from '#modules/content/topics/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { type SheetFormat, sheetAnswer } from '#server/spreadsheet/answer.ts'
import { moduleText } from '#server/texts.ts'
import type { PeriodFigures } from '../contract/circles/figures.ts'
import { getRunCircle } from './circles.ts'
import { dayMs, dayOf, daySql, dayText, monthStart, type Span } from './days.ts'
import type { CommunityDb } from './db.ts'

export interface CountOfDay {
  readonly day: number
  readonly count: number
}

/** What a module above knows of the reads of its items that stand in circles. */
export interface CircleReads {
  /** Map business-type. */
  readonly businessType: number
  /** Reads on the days from `from` to `to`; `shares` is a table of `item_id` and `since`, the day on which it was shared. */
  byDay(
    db: Connection,
    shares: { readonly companyId: string; readonly sql: RawBuilder<unknown> } & Span,
  ): Promise<readonly CountOfDay[]>
}

export const circleReads = extensionPoint<CircleReads>('community.circle-reads')

const counted = ['joined', 'left', 'contents', 'reads', 'comments'] as const
type Counted = Record<(typeof counted)[number], number>
const zeros = (): Counted => ({ joined: 0, left: 0, contents: 0, reads: 0, comments: 0 })

interface Circle {
  readonly id: string
  readonly companyId: string
}

/** Who came, who went, and what was shared. Those who left are in a table of their own. */
async function changesByDay(db: CommunityDb, { id, companyId }: Circle, { from, to }: Span) {
  // A day of a company begins at most a day before the one of UTC.
  const since = (from - 1) * dayMs
  const day = (at: RawBuilder<unknown>) => daySql(companyId, at)
  const { rows } = await sql<{ day: number; joined: number; left: number; contents: number }>`
    select day, sum(joined)::int as joined, sum(gone)::int as left, sum(contents)::int as contents from (
      select ${day(sql`m.joined_at`)} as day, 1 as joined, 0 as gone, 0 as contents from community.circle_member m
        where m.circle_id = ${id} and m.joined_at >= ${since}
      union all select ${day(sql`d.joined_at`)}, 1, 0, 0 from community.circle_departure d
        where d.circle_id = ${id} and d.left_at >= ${since} and d.joined_at >= ${since}
      union all select ${day(sql`d.left_at`)}, 0, 1, 0 from community.circle_departure d
        where d.circle_id = ${id} and d.left_at >= ${since}
      union all select ${day(sql`s.created_at`)}, 0, 0, 1 from community.circle_share s
        where s.circle_id = ${id} and s.created_at >= ${since}
    ) as change where day between ${from} and ${to} group by day`.execute(db)
  return rows
}

async function readsByDay(db: CommunityDb, { id, companyId }: Circle, span: Span): Promise<CountOfDay[]> {
  const counts: CountOfDay[] = []
  for (const { businessType, byDay } of circleReads.all()) {
    const shares = sql`(select s.item_id, ${daySql(companyId, sql`s.created_at`)} as since
      from community.circle_share s where s.circle_id = ${id} and s.item_type = ${businessType}::smallint)`
    counts.push(...(await byDay(db, { companyId, sql: shares, ...span })))
  }
  return counts
}

/** Every day of the span, with zeros where nothing happened. */
async function figuresByDay(db: CommunityDb, circle: Circle, span: Span): Promise<Counted[]> {
  const days = Array.from({ length: span.to - span.from + 1 }, zeros)
  const at = (day: number) => days[day - span.from]
  for (const { day, ...change } of await changesByDay(db, circle, span)) Object.assign(at(day) ?? {}, change)
  for (const { day, count } of await readsByDay(db, circle, span)) {
    const figures = at(day)
    if (figures) figures.reads += count
  }
  const items = sql`(select s.item_type, s.item_id, s.created_at as since from community.circle_share s
    where s.circle_id = ${circle.id})`
  for (const { day, count } of await commentsByDay(db, circle.companyId, items, span))
    Object.assign(at(day) ?? {}, { comments: count })
  return days
}

/** The members at the end of each period are counted back from today’s. */
function withMembers(periods: readonly (Counted & { readonly period: string })[], today: number): PeriodFigures[] {
  let members = today
  return periods
    .toReversed()
    .map((figures) => {
      const atItsEnd = members
      members += figures.left - figures.joined
      return { ...figures, members: atItsEnd }
    })
    .toReversed()
}

function periodsOf(days: readonly Counted[], from: number, lengthOfPeriod: number) {
  const periods = new Map<string, Counted>()
  for (const [at, figures] of days.entries()) {
    const period = dayText(from + at).slice(0, lengthOfPeriod)
    const sum = periods.get(period) ?? zeros()
    for (const name of counted) sum[name] += figures[name]
    periods.set(period, sum)
  }
  return [...periods].map(([period, figures]) => ({ period, ...figures }))
}

interface FiguresQuery {
  readonly by?: 'day' | 'month'
  readonly days?: number
  readonly months?: number
}

export async function circleFigures(
  db: CommunityDb,
  caller: Caller,
  id: string,
  { by = 'day', days = 30, months = 12 }: FiguresQuery,
  now: number,
) {
  const { companyId } = caller
  const { name, createTime, attentionNum: members, contentNum: contents } = await getRunCircle(db, caller, id)
  const to = await dayOf(db, companyId, now)
  const asked = by === 'day' ? to - days + 1 : monthStart(to, months - 1)
  // There is nothing to tell of the time before there was the circle.
  const first = Math.min(await dayOf(db, companyId, createTime), to)
  const from = Math.max(asked, by === 'day' ? first : monthStart(first, 0))
  const found = periodsOf(await figuresByDay(db, { id, companyId }, { from, to }), from, by === 'day' ? 10 : 7)
  return { name, total: { members, contents }, items: withMembers(found, members) }
}

const columns = ['members', ...counted] as const

export async function exportCircleFigures(
  db: CommunityDb,
  id: string,
  { format = 'csv', ...query }: FiguresQuery & { readonly format?: SheetFormat },
  { caller, language, now }: Context,
): Promise<StreamAnswer> {
  const text = (key: string) => moduleText('community', `circles.${key}`, language) ?? key
  const { name, items } = await circleFigures(db, caller, id, query, now)
  const heading = [text(query.by === 'month' ? 'month' : 'day'), ...columns.map((column) => text(`figure.${column}`))]
  const rows = items.map((item) => [item.period, ...columns.map((column) => item[column])])
  return sheetAnswer(`${name} ${text('figures')}`, [heading, ...rows], { format, plainName: 'circle-figures' })
}
