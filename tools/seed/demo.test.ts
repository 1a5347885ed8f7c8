import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { exams } from '#modules/assessment/exams/contract.ts'
import { submissions } from '#modules/content/submissions/contract.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { files } from '#modules/platform/files/contract.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import { classes } from '#modules/training/classes/contract.ts'
import { external } from '#modules/training/external/contract.ts'
import { type ClonedDatabase, cloneDatabase } from '#test/database.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { growCompany } from './bulk.ts'
import { soldCourseNames } from './commerce.ts'
import { demoCompanyId, otherCompanyId } from './companies.ts'
import { coursePlans, people } from './content.ts'
import { courseIdOf } from './courses.ts'
import { demoAccounts, isSeeded, seedDemoData } from './demo.ts'
import { packageCourseId, packageCourseName } from './packages.ts'

const now = Date.UTC(2026, 10, 20, 3)
const quiet = () => {}

/** A digest of the rows of every table, with the transaction that wrote each where `withWriter` is set. */
async function fingerprint(databaseUrl: string, withWriter = false): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('identity', 'settings', 'files', 'courses')
        and tablename !~ 'migration' and tablename <> 'signing_key' order by 1`)
    const digests: Record<string, string> = {}
    for (const { name } of tables) {
      const writer = withWriter ? `t.xmin::text || ` : ''
      // The salt of a password and the name of a stored object are all that is left to chance.
      const { rows } = await client.query<{ digest: string; count: string }>(`
        select count(*) as count, md5(coalesce(string_agg(row, '' order by row), '')) as digest
        from (select ${writer}(to_jsonb(t) - 'password_hash' - 'object_key')::text as row from ${name} t) r`)
      digests[name] = `${rows[0]?.count} ${rows[0]?.digest}`
    }
    return digests
  } finally {
    await client.end()
  }
}

describe('demo data', () => {
  const directory = mkdtempSync(join(tmpdir(), 'shuyuan-seed-'))
  const clones: ClonedDatabase[] = []
  const newDatabase = async () => {
    const clone = await cloneDatabase(inject('databaseServerUrl'), inject('databaseTemplate'))
    clones.push(clone)
    return clone.url
  }
  let first = ''
  beforeAll(async () => {
    first = await newDatabase()
    await seedDemoData({ databaseUrl: first, filesDirectory: join(directory, 'a'), log: quiet, now })
  })
  afterAll(async () => {
    for (const clone of clones) await clone.drop()
    rmSync(directory, { recursive: true, force: true })
  })

  it('is the same every time', async () => {
    const second = await newDatabase()
    expect(await isSeeded(second)).toBe(false)
    await seedDemoData({ databaseUrl: second, filesDirectory: join(directory, 'b'), log: quiet, now })
    expect(await isSeeded(second)).toBe(true)
    expect(await fingerprint(second)).toEqual(await fingerprint(first))
  })

  it('does nothing the second time', async () => {
    const before = await fingerprint(first, true)
    await seedDemoData({ databaseUrl: first, filesDirectory: join(directory, 'a'), log: quiet, now: now + 1000 })
    expect(await fingerprint(first, true)).toEqual(before)
  })

  it.each(['Course media', 'Courses and progress'])('goes on where it was interrupted before: %s', async (step) => {
    const databaseUrl = await newDatabase()
    const options = { databaseUrl, filesDirectory: join(directory, step), now }
    const interrupt = (line: string) => {
      if (line === step) throw new Error('interrupted')
    }
    await expect(seedDemoData({ ...options, log: interrupt })).rejects.toThrow('interrupted')
    expect(await isSeeded(databaseUrl)).toBe(false)
    await seedDemoData({ ...options, log: quiet })
    expect(await fingerprint(databaseUrl)).toEqual(await fingerprint(first))
  })

  it('leaves an installation alone that has a company of its own', async () => {
    const databaseUrl = await newDatabase()
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(`insert into identity.company (id, created_at) values (gen_random_uuid(), 1)`)
    await client.end()
    const before = await fingerprint(databaseUrl)
    await seedDemoData({ databaseUrl, filesDirectory: join(directory, 'own'), log: quiet, now })
    expect(await isSeeded(databaseUrl)).toBe(true)
    expect(await fingerprint(databaseUrl)).toEqual(before)
  })

  it('grows to the wanted sizes, and a second time by nothing', async () => {
    const sizes = { members: 320, courses: 17, progress: 400 }
    await growCompany(first, sizes, quiet, now)
    const client = new pg.Client({ connectionString: first })
    await client.connect()
    const { rows } = await client.query(
      `select (select count(*)::int from identity.member where company_id = $1) as members,
        (select count(*)::int from courses.course where company_id = $1 and status = 'on-shelf') as courses,
        (select count(*)::int from courses.section_progress p join identity.member m on m.id = p.member_id
          where m.name like 'yg%') as progress`,
      [demoCompanyId],
    )
    await client.end()
    expect(rows).toEqual([sizes])
    const before = await fingerprint(first)
    await growCompany(first, sizes, quiet, now)
    expect(await fingerprint(first)).toEqual(before)
  })
})

describe('the demo accounts', () => {
  const platform = testPlatform()
  beforeAll(async () => {
    const filesDirectory = platform.outside.config.files.directory
    await seedDemoData({ databaseUrl: platform.databaseUrl, filesDirectory, log: quiet })
  })

  const signIn = async (account: string, password = people.password) => {
    const body = { grantType: 'password' as const, account, password }
    return (await platform.client(identity).createToken({ body })).access_token
  }

  it('sign in with the printed passwords', async () => {
    expect(demoAccounts.map(({ label }) => label)).toEqual(['管理员', '讲师', '学员', '组织管理员'])
    for (const { username, password } of demoAccounts) expect(await signIn(username, password)).not.toBe('')
  })

  it('show a learner ten courses and one of packages, some of them studied', async () => {
    const client = platform.client(courses, await signIn('xueyuan'))
    const page = await client.catalogue({ query: { pageSize: 50 } })
    expect(page.items.map((item) => item.name).sort()).toEqual(
      [...coursePlans.courses.map((plan) => plan.name), packageCourseName, ...soldCourseNames].sort(),
    )
    expect(page.items.every((item) => item.lecturer !== null)).toBe(true)
    // Those that are sold have the picture that is drawn of a name.
    const uncovered = page.items.filter((item) => item.coverUrl === null).map((item) => item.name)
    expect(uncovered.sort()).toEqual([...soldCourseNames].sort())
    const home = await client.studyHome()
    // Four of those not started were pushed, and two were bought.
    expect(home).toMatchObject({ notStartedCount: 8, learningCount: 3, doneCount: 1 })
  })

  it('read texts of one language, and names that say what they name', async () => {
    const everywhere = await platform.client(courses, await signIn('xueyuan')).catalogue({ query: { pageSize: 50 } })
    expect(everywhere.items.map(({ summary }) => summary).filter((summary) => summary.includes(' · '))).toEqual([])
    const chief = await signIn('guanli')
    const authored = platform.client(courses, chief)
    for (const { id } of everywhere.items) {
      const { chapters } = await authored.editedCourse({ params: { id } })
      expect(chapters.map(({ title }) => title).filter((title) => title.includes(' · '))).toEqual([])
    }
    // The names that paths keep for the day on which a content is gone, and what reviewers read of a proof.
    const named = await sql<{ name: string }>`
      select distinct s.name from paths.section s where s.company_id = ${demoCompanyId}
      union select distinct p.title from submissions.submission p where p.company_id = ${demoCompanyId}`.execute(
      platform.root,
    )
    const names = named.rows.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['高效沟通', '消防安全']))
    expect(names.filter((name) => name === '' || name === '学习内容')).toEqual([])
    const reviews = await platform.client(submissions, chief).reviews({ query: { kind: 'path', state: 'waiting' } })
    expect(reviews.items.map(({ title }) => title)).toEqual(['高效沟通'])
  })

  it('say why what was refused was refused, and prove what they report where that is asked for', async () => {
    const { rows: bookings } = await sql<{ reason: string }>`
      select reason from classrooms.booking where company_id = ${demoCompanyId} and state = 'refused'`.execute(
      platform.root,
    )
    expect(bookings.length).toBeGreaterThan(0)
    expect(bookings.filter(({ reason }) => reason === '')).toEqual([])
    const { rows: asked } = await sql<{ id: string; files: number }>`
      select r.id, cardinality(r.file_ids) as files from external.report r
      left join external.activity a on a.id = r.activity_id
      where r.company_id = ${demoCompanyId} and (r.state = 'accepted' or a.needs_evidence and r.state <> 'draft')`.execute(
      platform.root,
    )
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter(({ files }) => files === 0)).toEqual([])
    const decider = platform.client(external, await signIn('guanli'))
    for (const { id } of asked) {
      const { evidence } = await decider.report({ params: { id } })
      expect(evidence.map(({ name }) => name)).toEqual([expect.stringMatching(/^.+\.jpg$/)])
    }
  })

  it('open a package at once: it is prepared', async () => {
    const client = platform.client(courses, await signIn('xueyuan'))
    const params = { id: packageCourseId }
    await client.registerForCourse({ params })
    const { chapters } = await client.courseDetail({ params, query: {} })
    const sections = chapters.flatMap((chapter) => chapter.sections)
    expect(sections).toHaveLength(2)
    for (const { id } of sections) {
      const { launchUrl } = await client.launchSection({ params: { ...params, sectionId: id }, query: {} })
      expect(launchUrl).toMatch(/\/p\/[\w-]{43}\/$/)
    }
  })

  it('show a video with its real length', async () => {
    const token = await signIn('jiangshi')
    const course = await platform.client(courses, token).editedCourse({ params: { id: courseIdOf('communication') } })
    const section = course.chapters[0]?.sections[0]
    const info = await platform.client(files, token).fileInfo({ params: { id: section?.fileId ?? '' } })
    expect(info).toMatchObject({ contentType: 'video/mp4', durationMs: section?.unitCount, name: '结论先行.mp4' })
    expect(section?.unitCount).toBeGreaterThan(20_000)
  })

  it('have an exam in progress, and one that has ended, with thirty papers of which one waits for its grader', async () => {
    const learner = platform.client(exams, await signIn('xueyuan'))
    const { items } = await learner.exams({ query: { search: '年度安全' } })
    expect(items).toMatchObject([{ state: 5, record: 2 }])
    const attempt = await learner.startAttempt({ params: { id: items[0]?.id ?? '' }, body: {} })
    expect(attempt.sections.flatMap((section) => section.questions)).toHaveLength(11)
    const lecturer = platform.client(exams, await signIn('jiangshi'))
    const marked = await lecturer.markedExams({})
    expect(marked.items).toMatchObject([{ attemptsLeft: 1 }])
    const figures = await lecturer.examFigures({ params: { id: marked.items[0]?.examId ?? '' } })
    expect(figures).toMatchObject({ state: 6, started: 30, inProgress: 0, toGrade: 1, final: 29 })
    expect(figures.passed).toBeGreaterThan(10)
    expect(figures.passed).toBeLessThan(29)
  })

  it('let the teacher of a class run it', async () => {
    const teacher = platform.client(classes, await signIn('jiangshi'))
    const { items } = await teacher.managedClasses({ query: { search: '安全员取证班' } })
    const one = await teacher.editedClass({ params: { id: items[0]?.id ?? '' } })
    expect(one.members.map(({ fullName }) => fullName)).toContain('陆明谦')
  })

  it('ask a lecturer of both companies which one is meant', async () => {
    const body = { grantType: 'password' as const, account: 'shenruoxi', password: people.password }
    const client = platform.client(identity)
    const { data } = await refusal(client.createToken({ body }))
    expect(data?.companies).toMatchObject([{ name: people.company.name }, { name: people.otherCompany.name }])
    const signedIn = await client.createToken({ body: { ...body, companyId: otherCompanyId } })
    const member = await platform.client(identity, signedIn.access_token).currentMember()
    expect(member.rootOrganization.name).toBe(people.otherCompany.name)
  })

  it('keep the second company to itself', async () => {
    const client = platform.client(courses, await signIn('zouyiming'))
    const page = await client.catalogue({ query: {} })
    expect(page.items.map((item) => item.name)).toEqual([people.otherCompany.course.name])
    const answer = await refusal(client.courseDetail({ params: { id: courseIdOf('security') } }))
    expect(answer.errorCode).toBe(900005)
  })
})
