/**
 * The totals of all answers of an exam, by question, for the job alone. Marks and journal are read once, attempt by attempt, so that
 * what is sorted is one attempt and not a million answers. The statistics follow from the totals (`statisticsOf` of questions); the
 * formulas stand in decision 131.
 */
import { type RawBuilder, sql } from 'kysely'
import type { ReportedItem } from '#modules/assessment/questions/server.ts'
import type { ExamRules } from '../../contract/rules.ts'
import type { ExamsDb } from '../db.ts'
import { countedAttemptsSql } from './counted-attempts.ts'

/** Of the best and of the worst so many of 100 are compared (Kelley). */
const groupShare = 0.27
/** Whoever answers nothing for longer does something else. */
const gapMaxMs = 600_000

/** Whether the answer `g.answer` says nothing. */
const isOmittedSql = sql<boolean>`coalesce(case g.answer ->> 'kind'
  when 'true-false' then g.answer -> 'isTrue' = 'null'
  when 'short-answer' then btrim(g.answer ->> 'text') = ''
  when 'numeric' then btrim(g.answer ->> 'text') = ''
  when 'fill-in' then g.answer -> 'texts' <@ '[""]'
  when 'cloze' then g.answer -> 'gaps' <@ '["", null]'
  when 'matching' then g.answer -> 'rights' <@ '[null]'
  when 'ordering' then g.answer -> 'order' = '[]'
  when 'file-answer' then g.answer -> 'fileIds' = '[]'
  when 'group' then g.answer -> 'parts' <@ '[null]'
  else g.answer -> 'chosen' = '[]' end, true)`

/** What was chosen as a list of places; null where nothing was, or where nothing is chosen from. */
const chosenSql = (answer: RawBuilder<unknown>) => sql`case ${answer} ->> 'kind'
  when 'true-false' then case ${answer} ->> 'isTrue' when 'true' then '[0]'::jsonb when 'false' then '[1]'::jsonb end
  else nullif(${answer} -> 'chosen', '[]') end`

/** What was chosen in each part of a group; null for other kinds, and where nothing was answered. */
const partsSql = sql`case when g.answer ->> 'kind' = 'group' then (
  select jsonb_agg(${chosenSql(sql`part.answer`)} order by part.at)
  from jsonb_array_elements(g.answer -> 'parts') with ordinality as part (answer, at)) end`

/**
 * Of the attempt `c`, by question: the answer that counts, and the time that its answers took. Between two answers of an attempt
 * lies the time that the second one took.
 */
const answeredSql = sql`
  select e.place, (array_agg(e.answer order by e.sequence desc))[1] as answer,
    sum(e.ms) filter (where e.ms between 0 and ${gapMaxMs}) as ms
  from (
    select e.place, e.answer, e.sequence,
      e.typed_at - lag(e.typed_at, 1, c.started_at) over (order by e.sequence) as ms
    from exams.answer_event e where e.attempt_id = c.id) e
  group by e.place`

/**
 * `items`: a row for each question of each attempt. A question without points, such as one that was dropped, says nothing.
 * `share` is what it earned of its points, `rest` what all others earned of theirs, `whole` what the attempt earned.
 */
const itemsSql = (examId: string, rule: ExamRules['countingRule']): RawBuilder<unknown> => sql`
  counted as materialized (${countedAttemptsSql(examId, rule)}),
  items as materialized (
    select m.place, m.version_id, m.tenths::float8 / m.max_tenths as share, m.tenths, c.submitted_at,
      case when c.total_tenths > m.max_tenths
        then (c.score_tenths - m.tenths)::float8 / (c.total_tenths - m.max_tenths) end as rest,
      c.score_tenths::float8 / nullif(c.total_tenths, 0) as whole, m.chosen, m.parts, m.is_omitted, m.ms
    from counted c cross join lateral (
      select m.place, m.version_id, m.tenths, m.max_tenths, (${chosenSql(sql`g.answer`)})::text as chosen,
        (${partsSql})::text as parts, ${isOmittedSql} as is_omitted, g.ms
      from exams.mark m left join (${answeredSql}) g on g.place = m.place
      where m.attempt_id = c.id and m.max_tenths > 0 and m.tenths is not null) m)`

/** The groups are equal parts of all who were asked; who share the score at the edge are in it with the share that is left. */
const groupsSql = sql`
  levels as (select version_id, whole, count(*) as size, sum(share) as earned from items group by version_id, whole),
  placed as (
    select version_id, size, earned, sum(size) over (partition by version_id order by whole) as up_to,
      sum(size) over (partition by version_id) as all_of_them from levels),
  weighted as (
    select version_id, size, earned,
      least(1, greatest(0, (greatest(1, round(${groupShare} * all_of_them)) - (up_to - size)) / size))::float8 as low,
      least(1, greatest(0, (greatest(1, round(${groupShare} * all_of_them)) - (all_of_them - up_to)) / size))::float8 as high
    from placed),
  compared as (
    select version_id, sum(size * high) as "upperCount", sum(earned * high) as "upperSum",
      sum(size * low) as "lowerCount", sum(earned * low) as "lowerSum" from weighted group by version_id)`

/** Answers that are alike are counted first, and taken apart into options then. */
const optionsSql = sql`
  patterns as (
    select version_id, chosen, parts, is_omitted, count(*) as size, sum(rest) as rest
    from items group by version_id, chosen, parts, is_omitted),
  omissions as (select version_id, sum(size) filter (where is_omitted)::int as omitted from patterns group by version_id),
  places_of_parts as materialized (
    select distinct p.version_id, (part.at - 1)::int as part
    from patterns p cross join lateral jsonb_array_elements(p.parts::jsonb) with ordinality as part (chosen, at)),
  picks as (
    select p.version_id, o.part, o.option, sum(p.size)::float8 as size, sum(p.rest) as rest
    from patterns p cross join lateral (
      select null::int as part, value::int as option from jsonb_array_elements_text(p.chosen::jsonb)
      union all select null, null where p.is_omitted
      union all select (part.at - 1)::int, pick.value::int
      from jsonb_array_elements(p.parts::jsonb) with ordinality as part (chosen, at)
      left join lateral jsonb_array_elements_text(nullif(part.chosen, 'null')) as pick (value) on true
      union all select k.part, null from places_of_parts k where k.version_id = p.version_id and p.parts is null) o
    group by p.version_id, o.part, o.option),
  chosen as materialized (
    select * from (
      select k.*, bool_or(k.option is not null) over (partition by k.version_id, k.part) as is_choice from picks k) k
    where k.is_choice)`

/** How the scores of all attempts vary, for the reliability. */
export interface ScoreTotals {
  readonly attempts: number
  readonly items: number
  readonly isSamePaper: boolean
  readonly itemVariance: number | null
  readonly scoreVariance: number | null
}

export interface ExamTotals {
  readonly items: readonly ReportedItem[]
  readonly scores: ScoreTotals
}

/** The totals of each question of the exam, and of the scores, over the attempts that count. */
export const examTotalsQuery = (
  examId: string,
  rule: ExamRules['countingRule'],
): RawBuilder<ExamTotals> => sql<ExamTotals>`
    with ${itemsSql(examId, rule)}, ${groupsSql}, ${optionsSql},
    totals as (
      select version_id as "versionId", min(place) as place, count(*)::int as answers, sum(share) as "shareSum",
        regr_sxx(share, share) as "shareSquare", coalesce(regr_syy(rest, share), 0) as "restSquare",
        coalesce(regr_sxy(rest, share), 0) as "shareRest", avg(rest) as rest, max(submitted_at) as "answeredAt",
        coalesce(sum(ms), 0)::float8 / 1000 as "secondsSum", count(ms)::int as "secondsCount",
        var_samp(tenths)::float8 as variance,
        array[count(*) filter (where share = 0), count(*) filter (where share > 0 and share <= 0.25),
          count(*) filter (where share > 0.25 and share <= 0.5), count(*) filter (where share > 0.5 and share <= 0.75),
          count(*) filter (where share > 0.75 and share < 1), count(*) filter (where share = 1)]::int[] as bins
      from items group by version_id),
    listed as (
      select s.*, coalesce(o.omitted, 0) as omitted, c."upperCount", c."upperSum", c."lowerCount", c."lowerSum",
        coalesce((
          select jsonb_agg(jsonb_build_object('part', o.part, 'option', o.option, 'count', o.size,
            'square', o.size - o.size * o.size / s.answers,
            'cross', coalesce(o.rest - o.size * s.rest, 0)) order by o.part, o.option)
          from chosen o where o.version_id = s."versionId"), '[]') as options
      from totals s join compared c on c.version_id = s."versionId" join omissions o on o.version_id = s."versionId")
    select (select coalesce(json_agg(l order by l.place, l."versionId"), '[]') from listed l) as items, (
      select json_build_object('attempts', c.attempts, 'items', coalesce(i.items, 0),
        'isSamePaper', coalesce(i.fewest = c.attempts, false), 'itemVariance', i.variance, 'scoreVariance', c.variance)
      from (select count(*)::int as attempts, var_samp(score_tenths)::float8 as variance from counted) c,
        (select count(*)::int as items, min(answers) as fewest, sum(variance) as variance from totals) i) as scores`

export async function examTotalsOf(db: ExamsDb, examId: string, rule: ExamRules['countingRule']): Promise<ExamTotals> {
  const { rows } = await examTotalsQuery(examId, rule).execute(db)
  return rows[0] as ExamTotals
}
