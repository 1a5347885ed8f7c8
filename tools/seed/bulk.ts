/**
 * Many more of everything in the demonstration company, for measurements: the database makes the rows itself, from
 * numbers, so that the same sizes give the same rows and a second run adds only what is missing. The videos are those of
 * the demo courses and can be played.
 */
import { sql } from 'kysely'
import { defaultTimeZone } from '#kit/time-zone.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'
import { people } from './content.ts'

export interface Sizes {
  /** In the company when it is done, the named ones among them. */
  readonly members: number
  readonly courses: number
  /** Rows of studied sections that are added; the courses of the demo data have theirs besides. */
  readonly progress: number
}

const membersOfTeam = 50
const sectionsOfRegistration = 4
const dayMs = 86_400_000

/** The same text always gives the same id. */
const idSql = (kind: string) => sql`md5(${`shuyuan ${kind} `} || n)::uuid`
/** A whole number below `limit` that follows from n; `salt` makes independent ones. */
const chanceSql = (salt: string, limit: number) =>
  sql`(hashint8extended(n, hashtext(${salt})) & 1073741823) % ${sql.lit(limit)}`

const company = sql`${demoCompanyId}::uuid`

/** Teams below the departments: fifty members each, as a large company has them. */
async function addTeams(db: RootDatabase, members: number, now: number): Promise<void> {
  await sql`
    with leaf as (
      select o.id, row_number() over (order by o.code) - 1 as place, count(*) over () as leaves, o.name
      from identity.organization o
      where o.company_id = ${company} and o.code is not null and o.code not like 'TEAM-%'
        and not exists (select from identity.organization c where c.parent_id = o.id and c.code not like 'TEAM-%')
    ), team as (
      insert into identity.organization (id, company_id, parent_id, name, code, sort, created_at)
      select ${idSql('team')}, ${company}, leaf.id, leaf.name || ' ' || (n / leaf.leaves + 1) || ' 组', 'TEAM-' || n,
        (n / leaf.leaves)::int, ${now - 900 * dayMs}
      from generate_series(0, ${Math.ceil(members / membersOfTeam)}::bigint - 1) n join leaf on leaf.place = n % leaf.leaves
      on conflict do nothing
      returning id, parent_id
    )
    insert into identity.organization_ancestor (organization_id, ancestor_id, depth)
    select id, id, 0 from team
    union all
    select team.id, a.ancestor_id, a.depth + 1 from team
    join identity.organization_ancestor a on a.organization_id = team.parent_id`.execute(db)
}

async function addMembers(db: RootDatabase, members: number, now: number): Promise<void> {
  const first = people.company.memberCount + 1
  if (members < first) return
  await addTeams(db, members, now)
  const surnames = Object.keys(people.surnames)
  const given = [...Object.keys(people.maleNames), ...Object.keys(people.femaleNames)]
  const males = Object.keys(people.maleNames).length
  await sql`
    insert into identity.member (id, company_id, organization_id, name, full_name, staff_number, phone, email, sex,
      position_id, job_name, avatar_path, hired_on, superior_id, created_at, updated_at)
    select ${idSql('member')}, ${company}, md5('shuyuan team ' || team)::uuid, 'yg' || lpad(n::text, 7, '0'),
      (${surnames}::text[])[1 + surname] || (${given}::text[])[1 + given], 'YG' || lpad(n::text, 7, '0'),
      '1541' || lpad(n::text, 7, '0'), 'yg' || lpad(n::text, 7, '0') || '@' || ${people.company.mailDomain}::text,
      case when given < ${sql.lit(males)} then 1 else 2 end,
      (select id from identity.position where company_id = ${company} and name = '专员'), '专员',
      'avatars/0-' || (1 + ${chanceSql('avatar', 6)}) || '.png', (to_timestamp(hired / 1000.0))::date,
      -- The first of a team leads it.
      case when n > head then md5('shuyuan member ' || head)::uuid end, hired, hired
    from generate_series(${first}::bigint, ${members}::bigint) n
    cross join lateral (select (n - ${first}) / ${sql.lit(membersOfTeam)} as team,
      ${chanceSql('surname', surnames.length)} as surname, ${chanceSql('given', given.length)} as given,
      ${now}::bigint - (30 + ${chanceSql('hired', 2500)}) * ${sql.lit(dayMs)} as hired) a
    cross join lateral (select ${first} + team * ${sql.lit(membersOfTeam)} as head) b
    on conflict do nothing`.execute(db)
  await sql`
    insert into identity.credential (member_id, password_hash, password_changed_at)
    select m.id, c.password_hash, m.created_at from identity.member m
    join identity.credential c on c.member_id = ${memberIdOf('xueyuan')}
    where m.company_id = ${company} and m.name like 'yg%'
    on conflict do nothing`.execute(db)
}

const subjects = [
  '设备点检',
  '安全生产',
  '客户沟通',
  '报表分析',
  '项目复盘',
  '新品知识',
  '质量管理',
  '招标流程',
  '数据治理',
  '班组长',
]
const forms = ['入门', '进阶', '实战', '案例', '月度更新', '常见问题', '操作规程', '专题讲座']

/** The demo data have 14 courses: eleven of plans and three that are sold. */
const firstGrownCourse = sql.lit(15)

async function addCourses(db: RootDatabase, courses: number, now: number): Promise<void> {
  await sql`
    with lecturer as (
      select m.id, m.organization_id, row_number() over (order by m.name) - 1 as place, count(*) over () as count
      from identity.role_grant g join identity.member m on m.id = g.member_id
      where g.company_id = ${company} and g.role = 'lecturer'
    ), category as (
      select id, row_number() over (order by id) - 1 as place, count(*) over () as count
      from courses.category where company_id = ${company} and parent_id is not null
    ), cover as (
      select id, row_number() over (order by id) - 1 as place, count(*) over () as count
      from files.file where company_id = ${company} and kind = 'cover'
    ), course as (
      insert into courses.course (id, company_id, organization_id, author_id, lecturer_id, category_id, name, summary,
        cover_file_id, status, revision, published_version_id, version_number, published_at, created_at, updated_at)
      select ${idSql('course')}, ${company}, lecturer.organization_id, lecturer.id, lecturer.id, category.id,
        (${subjects}::text[])[1 + ${chanceSql('subject', subjects.length)}] || ' · '
          || (${forms}::text[])[1 + ${chanceSql('form', forms.length)}] || '（第 ' || n || ' 期）',
        '短片、文章与手册各一组，可在手机上学习。', cover.id, 'on-shelf', 1, ${idSql('version')}, 1, at, at, at
      from generate_series(${firstGrownCourse}, ${courses}::bigint) n
      cross join lateral (select ${now}::bigint - (1 + ${chanceSql('published', 720)}) * ${sql.lit(dayMs)} - n as at) a
      join lecturer on lecturer.place = n % lecturer.count
      join category on category.place = n % category.count
      join cover on cover.place = n % cover.count
      on conflict do nothing
    )
    insert into courses.course_version (id, course_id, company_id, number, created_at, published_at)
    select ${idSql('version')}, ${idSql('course')}, ${company}, 1, ${now}, ${now} from generate_series(${firstGrownCourse}, ${courses}::bigint) n
    on conflict do nothing`.execute(db)
  await sql`
    insert into courses.chapter (version_id, id, company_id, title, sort)
    select ${idSql('version')}, md5('shuyuan chapter ' || n || ' ' || c)::uuid, ${company}, '第 ' || (c + 1) || ' 章', c
    from generate_series(${firstGrownCourse}, ${courses}::bigint) n cross join generate_series(0, 2) c
    on conflict do nothing`.execute(db)
  await sql`
    with media as (
      select id, kind, duration_ms, pages, row_number() over (partition by kind order by id) - 1 as place,
        count(*) over (partition by kind) as count
      from files.file where company_id = ${company} and kind in ('video', 'pdf')
    )
    insert into courses.section (version_id, id, chapter_id, company_id, course_id, title, kind, required, sort, file_id,
      body, duration_ms, page_count, unit_count)
    select ${idSql('version')}, md5('shuyuan section ' || n || ' ' || s)::uuid,
      md5('shuyuan chapter ' || n || ' ' || s / 3)::uuid, ${company}, ${idSql('course')}, part.title, part.kind, s < 8, s,
      media.id, case when part.kind = 'text' then '<p>先看短片，再读要点：做之前想一想，做的时候照规程，做完以后查一遍。</p>' end,
      coalesce(media.duration_ms, 0), coalesce(media.pages, 0), coalesce(media.duration_ms, media.pages, 1)
    from generate_series(${firstGrownCourse}, ${courses}::bigint) n cross join generate_series(0, 8) s
    cross join lateral (select (array['video', 'text', 'pdf'])[1 + s % 3] as kind,
      (array['短片', '要点', '手册'])[1 + s % 3] as title) part
    left join media on media.kind = part.kind and media.place = (n + s) % media.count
    on conflict do nothing`.execute(db)
  await sql`
    update courses.course c set section_count = s.count, duration_ms = s.duration_ms
    from (select course_id, count(*)::int as count, sum(duration_ms)::bigint as duration_ms
      from courses.section where company_id = ${company} group by 1) s
    where s.course_id = c.id and c.section_count = 0`.execute(db)
}

/** Every registration begins four sections; each is half or wholly studied, in one sitting. */
async function addProgress(db: RootDatabase, progress: number, now: number): Promise<void> {
  await sql`
    create temporary table bulk_learner on commit drop as
    with member as (
      select id, row_number() over (order by id) - 1 as place, count(*) over () as count
      from identity.member where company_id = ${company} and name like 'yg%'
    ), course as (
      select id, published_version_id as version_id, published_at, row_number() over (order by id) - 1 as place,
        count(*) over () as count
      from courses.course
      where company_id = ${company} and name like '%期）' and published_version_id is not null
    )
    select n, member.id as member_id, course.id as course_id, course.version_id, a.registered_at, a.step
    from generate_series(0, ${Math.ceil(progress / sectionsOfRegistration)}::bigint - 1) n
    cross join lateral (select (select count from member limit 1) as members, (select count from course limit 1) as courses) c
    join member on member.place = n % c.members
    -- A member's courses lie side by side, each started by other members too.
    join course on course.place = (member.place * 7 + n / c.members) % c.courses and n / c.members < c.courses
    cross join lateral (select ${now}::bigint - (1 + ${chanceSql('registered', 300)}) * ${sql.lit(dayMs)} as registered_at,
      (1 + ${chanceSql('step', 1000)}) as step) a`.execute(db)
  await sql`
    create temporary table bulk_progress on commit drop as
    select l.member_id, l.course_id, s.id as section_id, s.kind, s.unit_count, s.sort,
      l.registered_at + s.sort * 300000 as started_at,
      case when (l.step + s.sort) % 3 = 0 and s.sort = 3 then greatest(1, s.unit_count / 2) else s.unit_count end as covered,
      ceil(s.unit_count * 0.9)::int as needed
    from bulk_learner l join courses.section s on s.version_id = l.version_id and s.sort < ${sql.lit(sectionsOfRegistration)}`.execute(
    db,
  )
  await sql`
    insert into courses.registration (member_id, course_id, company_id, version_id, status, last_section_id, registered_at,
      started_at, touched_at)
    select member_id, course_id, ${company}, version_id, 1,
      (select s.id from courses.section s where s.version_id = l.version_id and s.sort = ${sql.lit(sectionsOfRegistration - 1)}),
      registered_at, registered_at, registered_at + 1200000
    from bulk_learner l on conflict do nothing`.execute(db)
  await sql`
    insert into courses.section_progress (member_id, course_id, section_id, company_id, kind, status, watched, covered,
      unit_count, needed, position, study_ms, started_at, studied_at, finished_at, credited_until)
    select member_id, course_id, section_id, ${company}, kind, case when covered >= needed then 2 else 1 end,
      int4multirange(int4range(0, covered)), covered, unit_count, needed, covered, 120000, started_at, started_at + 120000,
      case when covered >= needed then started_at + 120000 end, started_at + 120000
    from bulk_progress on conflict do nothing`.execute(db)
  await sql`
    insert into courses.study_time (member_id, day, course_id, client_type, company_id, study_ms, last_at)
    select member_id, (to_timestamp(registered_at / 1000.0) at time zone ${defaultTimeZone})::date, course_id, 1, ${company},
      ${sql.lit(sectionsOfRegistration * 120_000)}, registered_at + 1200000
    from bulk_learner on conflict do nothing`.execute(db)
  await sql`
    insert into courses.course_counter (course_id, company_id, learner_count)
    select course_id, company_id, count(*) from courses.registration where company_id = ${company} group by 1, 2
    on conflict (course_id) do update set learner_count = excluded.learner_count`.execute(db)
}

/** Brings the demonstration company to the sizes. It must be there (seedDemoData). */
export async function growCompany(
  databaseUrl: string,
  sizes: Sizes,
  log: (line: string) => void,
  now = Date.now(),
): Promise<void> {
  const db = createDatabase(createPool({ databaseUrl, size: 1, applicationName: 'shuyuan-seed' }))
  const step = async (what: string, work: (transaction: RootDatabase) => Promise<void>) => {
    const startedAt = performance.now()
    await db.transaction().execute(async (transaction) => {
      await sql`set local work_mem = '128MB'`.execute(transaction)
      await work(transaction as unknown as RootDatabase)
    })
    log(`${what} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
  }
  try {
    // The pool has this one connection.
    await sql`set statement_timeout = 0`.execute(db)
    await step(`${sizes.members} members`, (transaction) => addMembers(transaction, sizes.members, now))
    await step(`${sizes.courses} courses`, (transaction) => addCourses(transaction, sizes.courses, now))
    await sql`analyze`.execute(db)
    await step(`${sizes.progress} studied sections`, (transaction) => addProgress(transaction, sizes.progress, now))
    await sql`vacuum analyze`.execute(db)
  } finally {
    await db.destroy()
  }
}
