/** How participants attended sessions: what follows from records, corrections, leave and make-ups, in one place. */
import { type RawBuilder, sql } from 'kysely'
import { activityKind, enrolledSql } from '#modules/training/classes/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { CheckInFigures } from '../contract/check-ins.ts'
import type { AttendanceFigures } from '../contract/keeping.ts'
import { attendedStates } from '../contract/states.ts'
import { type AttendanceDb, attendanceTables } from './db.ts'

export interface OfClass {
  readonly classId: string
  readonly companyId: string
  readonly now: number
}

const minuteMs = 60_000
const attended = [...attendedStates] as string[]

/** `r` says that the member was there, whatever was late or early. */
const wasThereSql = (r: RawBuilder<unknown>) =>
  sql`case when ${r}.corrected_state is null then ${r}.first_in_at is not null
    else ${r}.corrected_state = any(${attended}::text[]) end`

/** Whoever comes late and leaves early has left early. Who does not check out has not proven to have stayed. */
const stateSql = (now: number) => sql`case
  when r.corrected_state is not null then r.corrected_state
  when r.first_in_at is not null then case
    when c.kind = 'in-out' and c.closes_at <= ${now} and (r.inside_since is not null
      or coalesce(r.last_out_at, 0) < c.ends_at - c.early_before * ${minuteMs}::bigint) then 'early'
    when r.first_in_at > c.starts_at + c.late_after * ${minuteMs}::bigint then 'late'
    else 'present' end
  when made.member_id is not null then 'made-up'
  when l.state = 'agreed' then 'leave'
  when c.closes_at <= ${now} then 'absent' end`

const plannedSql = sql`((c.ends_at - c.starts_at) / ${minuteMs})::int`

/** Of a list without checking out, whoever was there stayed until the end. */
const minutesSql = sql`case
  when s.corrected_minutes is not null then s.corrected_minutes
  when s.state in ('absent', 'leave') or s.state is null then 0
  when s.corrected_state is not null and s.first_in_at is null or s.state = 'made-up' then s.planned
  when s.kind = 'in-out' then s.minutes
  else greatest(0, (s.ends_at - greatest(s.first_in_at, s.starts_at)) / ${minuteMs})::int end`

interface Among {
  /** A condition on the list `c`; left out: all of the class. */
  readonly lists?: RawBuilder<unknown>
  /** A condition on `e."memberId"`. */
  readonly members?: RawBuilder<unknown>
  /** Only the pairs of which something is known: a record, leave that is asked for, or a make-up. */
  readonly isKnown?: boolean
}

/** Who made up for which list. */
const madeSql = (classId: string) => sql`(
  select distinct m.makes_up_for, mr.member_id from attendance.check_in m
  join attendance.record mr on mr.check_in_id = m.id
  where m.class_id = ${classId} and m.makes_up_for is not null and ${wasThereSql(sql`mr`)})`

/** All pairs `e`, `c` of participants and lists, with what is known of them: `r`, `l` and `made`. */
const allPairsSql = (
  { classId, companyId }: OfClass,
  lists: RawBuilder<unknown>,
) => sql`${enrolledSql(companyId, classId)} e
  join attendance.check_in c on c.class_id = ${classId} and c.company_id = ${companyId} and ${lists}
  left join attendance.record r on r.check_in_id = c.id and r.member_id = e."memberId"
  left join attendance.leave l on l.check_in_id = c.id and l.member_id = e."memberId" and l.state in ('pending', 'agreed')
  left join ${madeSql(classId)} made on made.makes_up_for = c.id and made.member_id = e."memberId"`

function knownPairsSql({ classId, companyId }: OfClass, lists: RawBuilder<unknown>): RawBuilder<unknown> {
  const own = sql`c.class_id = ${classId} and c.company_id = ${companyId} and ${lists}`
  return sql`(
      select r.* from attendance.check_in c join attendance.record r on r.check_in_id = c.id where ${own}) r
    full join (
      select l.* from attendance.check_in c join attendance.leave l on l.check_in_id = c.id
      where ${own} and l.state in ('pending', 'agreed')) l on l.check_in_id = r.check_in_id and l.member_id = r.member_id
    full join ${madeSql(classId)} made on made.makes_up_for = coalesce(r.check_in_id, l.check_in_id)
      and made.member_id = coalesce(r.member_id, l.member_id)
    join attendance.check_in c on c.id = coalesce(r.check_in_id, l.check_in_id, made.makes_up_for) and ${own}
    join ${enrolledSql(companyId, classId)} e on e."memberId" = coalesce(r.member_id, l.member_id, made.member_id)`
}

/**
 * `from ${standingsSql(…)} s`: participants and sessions of a class, each pair with its state. Columns of the record are null
 * where nobody has come and nobody has corrected anything.
 */
export function standingsSql(
  of: OfClass,
  { lists = sql`true`, members = sql`true`, isKnown = false }: Among = {},
): RawBuilder<unknown> {
  return sql`(select s.*, ${minutesSql} as counted_minutes from (
    select c.id as check_in_id, c.kind, c.starts_at, c.ends_at, c.closes_at, c.makes_up_for, e."memberId" as member_id,
      ${stateSql(of.now)} as state, ${plannedSql} as planned, l.state as leave, r.first_in_at, r.last_out_at, r.inside_since,
      coalesce(r.minutes, 0) as minutes, r.source, r.distance, r.accuracy, r.latitude, r.longitude, r.flags,
      r.corrected_state, r.corrected_minutes, r.corrected_by, r.corrected_at, r.correction
    from ${isKnown ? knownPairsSql(of, lists) : allPairsSql(of, lists)}
    where ${members}) s)`
}

const countsSql = (['present', 'late', 'early', 'absent', 'leave', 'made-up'] as const).map(
  (state) =>
    sql`count(*) filter (where s.state = ${sql.lit(state)})::int as ${sql.ref(state === 'made-up' ? 'madeUp' : state)}`,
)

export const noFigures: CheckInFigures = {
  ...{ participants: 0, checkedIn: 0, inside: 0, present: 0, late: 0, early: 0, absent: 0, leave: 0, madeUp: 0 },
}

interface Counted extends CheckInFigures {
  readonly id: string
  /** Of so many something is known; the others are absent, once the list is over. */
  readonly known: number
  readonly isOver: boolean
}

/** The figures of lists, by their ids: what is known is counted, and not each participant in each list. */
export async function figuresOfLists(
  db: AttendanceDb,
  of: OfClass,
  lists: RawBuilder<unknown> = sql`true`,
): Promise<ReadonlyMap<string, CheckInFigures>> {
  const { classId, companyId, now } = of
  const { rows } = await sql<Counted>`
    with k as (
      select s.check_in_id, count(*)::int as known, count(s.first_in_at)::int as "checkedIn",
        count(s.inside_since)::int as inside, ${sql.join(countsSql)}
      from ${standingsSql(of, { lists, isKnown: true })} s group by s.check_in_id)
    select c.id, c.closes_at <= ${now} as "isOver", n.participants, coalesce(k.known, 0) as known, ${sql.join(
      (['checkedIn', 'inside', 'present', 'late', 'early', 'absent', 'leave', 'madeUp'] as const).map(
        (figure) => sql`coalesce(${sql.ref(`k.${figure}`)}, 0) as ${sql.ref(figure)}`,
      ),
    )}
    from attendance.check_in c left join k on k.check_in_id = c.id
    cross join (select count(*)::int as participants from ${enrolledSql(companyId, classId)} e) n
    where c.class_id = ${classId} and c.company_id = ${companyId} and ${lists}`.execute(db)
  return new Map(
    rows.map(({ id, known, isOver, ...figures }) => {
      const absent = figures.absent + (isOver ? figures.participants - known : 0)
      return [id, { ...figures, absent }]
    }),
  )
}

type Attendance = AttendanceFigures

const noAttendance: Attendance = {
  ...{ lists: 0, over: 0, present: 0, late: 0, early: 0, absent: 0, leave: 0, madeUp: 0 },
  ...{ minutes: 0, plannedMinutes: 0, percent: 0 },
}

/**
 * What these members have attended of a class, in one statement. All lists count but those that make up for another, also those to
 * come; leave is no attendance.
 */
export async function attendanceOf(
  connection: Connection,
  of: OfClass,
  memberIds: readonly string[],
): Promise<(memberId: string) => Attendance> {
  const { rows } = await sql<Omit<Attendance, 'percent'> & { memberId: string }>`
    select s.member_id as "memberId", count(*)::int as lists, count(*) filter (where s.closes_at <= ${of.now})::int as over,
      ${sql.join(countsSql)}, sum(s.counted_minutes)::int as minutes, sum(s.planned)::int as "plannedMinutes"
    from ${standingsSql(of, {
      lists: sql`c.makes_up_for is null`,
      members: sql`e."memberId" = any(${[...memberIds]}::uuid[])`,
    })} s group by s.member_id`.execute(attendanceTables(connection))
  const byMember = new Map(
    rows.map(({ memberId, ...figures }) => [memberId, { ...figures, percent: percentOf(figures) }]),
  )
  return (memberId) => byMember.get(memberId) ?? noAttendance
}

function percentOf({ lists, present, late, early, madeUp }: Omit<Attendance, 'percent'>): number {
  return lists === 0 ? 0 : Math.floor((100 * (present + late + early + madeUp)) / lists)
}

/** A meeting is finished when all of its lists are attended. A meeting without a list says nothing. */
export const offlineActivities = activityKind({
  kind: 'offline',
  async standings(connection, companyId, { activityIds, memberIds }) {
    const { rows } = await sql<{ memberId: string; activityId: string; percent: number }>`
      select m.id as "memberId", c.activity_id as "activityId", (100 * count(*) filter (
        where ${wasThereSql(sql`r`)} or exists (
          select from attendance.check_in up join attendance.record mr on mr.check_in_id = up.id and mr.member_id = m.id
          where up.makes_up_for = c.id and ${wasThereSql(sql`mr`)})) / count(*))::int as percent
      from attendance.check_in c cross join unnest(${[...memberIds]}::uuid[]) m(id)
      left join attendance.record r on r.check_in_id = c.id and r.member_id = m.id
      where c.activity_id = any(${[...activityIds]}::uuid[]) and c.company_id = ${companyId} and c.makes_up_for is null
      group by m.id, c.activity_id`.execute(attendanceTables(connection))
    return rows
  },
})
