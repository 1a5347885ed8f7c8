/**
 * A company that has studied for years: learners with the same history each, so that what grows is the company. Of
 * twenty courses a learner has done eight, is within nine and has not started three: a hundred rows of progress. They lie
 * in the tables as they came about, course after course of everybody, not learner by learner.
 */
import { sql } from 'kysely'
import type pg from 'pg'
import { defaultTimeZone } from '#kit/time-zone.ts'
import { buildPath } from '#modules/learning/paths/server/paths.fixture.ts'
import { buildPush } from '#modules/learning/pushes/server/pushes.fixture.ts'
import { buildSubject } from '#modules/learning/subjects/server/subjects.fixture.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { withClient } from './study-database.ts'

/** Learners at each step: 10 thousand, 100 thousand, 1 million, 10 million rows of progress. */
export const steps = [100, 1000, 10_000, 100_000] as const

const pathChapters = 12
const sectionsOfChapter = 10
const pathCourses = pathChapters * sectionsOfChapter
const stagesOfSubject = 6
const contentsOfStage = 5
export const pushCount = 10

/** What learners study: courses, a learning path of 120 sections, a subject of 30 contents, pushes to everybody. */
interface Curriculum {
  readonly companyId: string
  readonly author: { readonly id: string; readonly companyId: string; readonly organizationId: string }
  readonly courseIds: readonly string[]
}

async function findCurriculum(db: RootDatabase): Promise<Curriculum> {
  const { rows } = await sql<{ company_id: string; author_id: string; course_ids: string[] }>`
    select c.company_id, m.id as author_id, array_agg(c.id order by c.id) as course_ids
    from courses.course c join identity.member m on m.company_id = c.company_id and m.name = 'guanli'
    where c.name like '%期）' and c.published_version_id is not null group by 1, 2`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('the demonstration company has no courses: seed it first')
  const { company_id: companyId, author_id: id, course_ids: courseIds } = row
  return { companyId, author: { id, companyId, organizationId: companyId }, courseIds }
}

async function buildStudies(db: RootDatabase, { author, courseIds }: Curriculum): Promise<void> {
  const course = (index: number) => ({ businessType: 1, businessId: courseIds[index] ?? '' })
  const many = <Item>(count: number, itemOf: (index: number) => Item) =>
    Array.from({ length: count }, (_, at) => itemOf(at))
  const path = await buildPath(db, {
    author,
    name: '岗位成长路径（十二章）',
    learnSequence: 1,
    chapters: many(pathChapters, (chapter) => ({
      sections: many(sectionsOfChapter, (at) => course(chapter * sectionsOfChapter + at)),
    })),
  })
  const subject = await buildSubject(db, {
    author,
    name: '年度专题',
    stages: many(stagesOfSubject, (stage) => ({
      contents: many(contentsOfStage, (at) => course((stage * contentsOfStage + at) * 4)),
    })),
  })
  const pushIds: string[] = []
  for (let push = 0; push < pushCount; push++) {
    const contents = many(3, (at) => ({ ...course(push * 12 + at), name: `课程 ${at + 1}` }))
    pushIds.push(await buildPush(db, { author, name: `第 ${push + 1} 期必修`, contents, cutOffAt: Date.now() + 864e5 }))
  }
  await sql`create schema bench`.execute(db)
  await sql`create table bench.study as select ${path.id}::uuid as path_id, ${subject.id}::uuid as subject_id,
    ${pushIds}::uuid[] as push_ids, ${author.companyId}::uuid as company_id`.execute(db)
  await sql`create table bench.course as
    select c.id, c.published_version_id as version_id, row_number() over (order by c.id) - 1 as place
    from courses.course c where c.id = any(${[...courseIds]}::uuid[])`.execute(db)
  // By an order of their own: who studies first is anywhere in the company.
  await sql`create table bench.learner as
    select m.id as member_id, row_number() over (order by md5(m.id::text)) - 1 as place
    from identity.member m where m.company_id = ${author.companyId} and m.name like 'yg%'`.execute(db)
  await sql`create unique index on bench.learner (place)`.execute(db)
  await sql`create unique index on bench.course (place)`.execute(db)
  await sql`analyze bench.course, bench.learner`.execute(db)
}

/** Prepares what learners study, and nobody who does yet. */
export async function prepareStudies(databaseUrl: string): Promise<void> {
  const db = createDatabase(createPool({ databaseUrl, size: 1 }))
  try {
    await buildStudies(db, await findCurriculum(db))
  } finally {
    await db.destroy()
  }
}

const filled = [
  'courses.registration',
  'courses.section_progress',
  'courses.study_time',
  'paths.registration',
  'paths.progress',
  'subjects.registration',
  'pushes.push_member',
  'study.credit_record',
  'study.credit_year',
] as const

/** `round` 0 to 19: the first eight of the path's courses. 0 not started, 1 learning, 2 done. */
const registrationsSql = `
  select l.member_id, c.id as course_id, c.version_id, round, l.place,
    case when round in (9, 14, 19) then 0 when round % 5 in (0, 2) then 2 else 1 end as status,
    (1700000000000 + round * 2592000000 + l.place % 1000 * 1000000)::bigint as at
  from bench.learner l cross join generate_series(0, 19) round
  join bench.course c on c.place = case when round < 8 then (l.place * 7 + round * 13) % ${pathCourses}
    else ${pathCourses} + (l.place * 7 + round * 151) % ((select count(*) from bench.course) - ${pathCourses}) end
  where l.place >= $1 and l.place < $2`

const inserts: readonly string[] = [
  `create temporary table learning on commit drop as ${registrationsSql} order by round, md5(l.place::text)`,
  `insert into courses.registration (member_id, course_id, company_id, version_id, status, registered_at, started_at,
      touched_at, finished_at)
    select member_id, course_id, (select company_id from bench.study), version_id, status, at,
      case when status > 0 then at end, at + 1200000, case when status = 2 then at + 1200000 end from learning`,
  `insert into courses.section_progress (member_id, course_id, section_id, company_id, kind, status, watched, covered,
      unit_count, needed, position, study_ms, started_at, studied_at, finished_at, credited_until)
    select r.member_id, r.course_id, s.id, s.company_id, s.kind, case when a.done then 2 else 1 end,
      int4multirange(int4range(0, a.covered)), a.covered, s.unit_count, ceil(s.unit_count * 0.9)::int, a.covered, 120000,
      r.at, r.at + 120000, case when a.done then r.at + 120000 end, r.at + 120000
    from learning r join courses.section s on s.version_id = r.version_id
    cross join lateral (select (r.status = 2 or s.sort < 3) as done,
      case when r.status = 2 or s.sort < 3 then s.unit_count else greatest(1, s.unit_count / 2) end as covered) a
    where s.sort < case r.status when 2 then 8 when 1 then 4 else 0 end`,
  `insert into courses.study_time (member_id, day, course_id, client_type, company_id, study_ms, last_at)
    select member_id, (to_timestamp(at / 1000.0) at time zone '${defaultTimeZone}')::date, course_id, 1,
      (select company_id from bench.study), 480000, at + 1200000 from learning where status > 0`,
  `insert into paths.registration (member_id, path_id, company_id, source, registered_at, touched_at, percent)
    select l.member_id, s.path_id, s.company_id, 'rule', 1700000000000, 1750000000000, 3
    from bench.learner l cross join bench.study s where l.place >= $1 and l.place < $2`,
  `insert into paths.progress (id, member_id, path_id, company_id, business_type, business_id, opened_at)
    select gen_random_uuid(), r.member_id, s.path_id, s.company_id, 1, r.course_id, r.at
    from learning r cross join bench.study s where r.round < 8`,
  `insert into subjects.registration (member_id, subject_id, company_id, status, registered_at, started_at, touched_at)
    select l.member_id, s.subject_id, s.company_id, 1, 1700000000000, 1700000000000, 1750000000000
    from bench.learner l cross join bench.study s where l.place >= $1 and l.place < $2`,
  `insert into pushes.push_member (push_id, member_id, company_id, push_status, pushed_at, task_status, finished_at)
    select p.id, l.member_id, s.company_id, 2, 1750000000000, case when a.done then 3 else 1 end,
      case when a.done then 1760000000000 end
    from bench.study s cross join unnest(s.push_ids) with ordinality p (id, n) cross join bench.learner l
    cross join lateral (select (l.place + p.n) % 3 = 0 as done) a
    where l.place >= $1 and l.place < $2`,
  `insert into study.credit_record (id, company_id, member_id, kind, business_type, business_id, source, asked, score, year,
      created_at)
    select gen_random_uuid(), (select company_id from bench.study), member_id, 1 + round / 5 % 2, 1, course_id, '课程', 100,
      100, 2024, at + 1200000 from learning where status = 2`,
  `insert into study.credit_year (company_id, member_id, kind, business_type, year, score, record_count)
    select s.company_id, l.member_id, kind, 1, 2024, 400, 4
    from bench.learner l cross join bench.study s cross join generate_series(1, 2) kind
    where l.place >= $1 and l.place < $2`,
]

interface Definition {
  readonly drop: string
  readonly create: string
}

/**
 * The keys and indexes of a table, but for those that other tables ask for: a large load is faster without them, and they
 * are built again after it.
 */
async function indexesOf(client: pg.Client, table: string): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(
    `select format('alter table %s drop constraint %I', $1::text, conname) as drop,
        format('alter table %s add constraint %I %s', $1::text, conname, pg_get_constraintdef(oid)) as create
      from pg_constraint where conrelid = $1::text::regclass and contype in ('p', 'u') and not exists (
        select from pg_constraint asking where asking.contype = 'f' and asking.conindid = pg_constraint.conindid)
      union all
      select 'drop index ' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid) from pg_index i
      where i.indrelid = $1::text::regclass
        and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))`,
    [table],
  )
  return rows
}

const isLarge = (count: number) => count >= 5000

/** Lets the learners of these places have studied. */
export async function fillLearners(databaseUrl: string, from: number, to: number): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(`set work_mem = '128MB'`)
    await client.query(`set maintenance_work_mem = '512MB'`)
    // All or nothing: a load that fails must not leave tables without their indexes.
    await client.query('begin')
    const indexes: Definition[] = []
    if (isLarge(to - from)) for (const table of filled) indexes.push(...(await indexesOf(client, table)))
    for (const { drop } of indexes) await client.query(drop)
    for (const text of inserts) await client.query(text.replaceAll('$1', String(from)).replaceAll('$2', String(to)))
    for (const { create } of indexes) await client.query(create)
    await client.query('commit')
    await client.query(`
      insert into courses.course_counter (course_id, company_id, learner_count)
      select course_id, company_id, count(*) from courses.registration group by 1, 2
      on conflict (course_id) do update set learner_count = excluded.learner_count`)
    await client.query(`
      update pushes.push p set member_count = n.count, finish_push_count = n.count
      from (select push_id, count(*)::int as count from pushes.push_member group by 1) n where n.push_id = p.id`)
    await client.query(`vacuum (analyze) ${filled.join(', ')}, courses.course`)
  })
}
