/**
 * The demonstration company: filled into an empty database the first time that the platform starts. Everything but the
 * times, which count back from the moment of seeding, is the same every time.
 *
 * It is made in three steps, each of which leaves all or nothing: the companies in one transaction, the files one by one
 * under ids of their own, the courses with all progress in one transaction. The courses come last and say that all is
 * done, so that a seeding that was killed goes on where it was.
 */
import { sql } from 'kysely'
import { hashPassword } from '#modules/platform/identity/server/passwords.ts'
import { readConfig } from '#server/config.ts'
import type { Connection } from '#server/db/connection.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { type Outside, systemClock } from '#server/outside.ts'
import { noRealtime } from '#server/realtime/hub.ts'
import { createStore } from '#server/storage/create.ts'
import { approvalTables } from './approvals.ts'
import { seedAsk } from './ask.ts'
import { seedAttendance } from './attendance.ts'
import { seedCertificates } from './certificates.ts'
import { seedClassLife, storeClassPhotos } from './class-life.ts'
import { seedClassPeople } from './class-people.ts'
import { seedClasses } from './classes.ts'
import { seedClassrooms } from './classrooms.ts'
import { seedCommerce } from './commerce.ts'
import { communityTables } from './community.ts'
import { seedContents, storeArticlePictures } from './community-contents.ts'
import { seedSeries } from './community-series.ts'
import { companyRows, demoCompanyId, demoMembers } from './companies.ts'
import { people } from './content.ts'
import { seedContests, storeContestCopies } from './contests.ts'
import { courseTables, storeDemoFiles } from './courses.ts'
import { seedCurrency } from './currency.ts'
import { seedExams } from './exams.ts'
import { seedExternal, storeEvidence } from './external.ts'
import { seedGraduation } from './graduation.ts'
import { seedHelp } from './help.ts'
import { seedInvoices, storeInvoicePdf } from './invoices.ts'
import { seedLecturers } from './lecturers.ts'
import { seedLive } from './live.ts'
import { seedLotteries } from './lotteries.ts'
import { seedMall, storeGoodsPictures } from './mall.ts'
import { messageTables } from './messages.ts'
import { seedModeration } from './moderation.ts'
import { seedNotices } from './notices.ts'
import { seedOperations } from './operations.ts'
import { seedPackages, storeDemoPackages } from './packages.ts'
import { seedPages } from './pages.ts'
import { seedPapers } from './papers.ts'
import { seedPaths } from './paths.ts'
import { seedPlans } from './plans.ts'
import { seedPortal } from './portal.ts'
import { seedPractice } from './practice.ts'
import { progressTables } from './progress.ts'
import { seedPushes } from './pushes.ts'
import { seedQuestions } from './questions.ts'
import { seedReports } from './reports.ts'
import { insertRows } from './rows.ts'
import { seedStudying } from './studying.ts'
import { seedSubjects } from './subjects.ts'
import { seedSurveys } from './surveys.ts'
import { topicTables } from './topics.ts'
import { wordTables } from './words.ts'

export interface SeedOptions {
  readonly databaseUrl: string
  readonly filesDirectory: string
  readonly log: (line: string) => void
  /** Milliseconds since 1970; the present unless given. */
  readonly now?: number
}

export const demoAccounts: readonly { label: string; username: string; password: string }[] = people.people.flatMap(
  ({ label, name }) => (label === undefined ? [] : [{ label, username: name, password: people.password }]),
)

async function withDatabase<T>(databaseUrl: string, use: (db: RootDatabase) => Promise<T>): Promise<T> {
  const db = createDatabase(createPool({ databaseUrl, size: 2, applicationName: 'shuyuan-seed' }))
  try {
    return await use(db)
  } finally {
    await db.destroy()
  }
}

interface State {
  readonly has_demo: boolean
  readonly has_courses: boolean
  /** A company that is not ours: the installation is in use, and nothing is to be filled in. */
  readonly has_others: boolean
}

async function stateOf(db: RootDatabase): Promise<State> {
  const { rows } = await sql<State>`
    select exists (select from identity.company where id = ${demoCompanyId}) as has_demo,
      exists (select from courses.course where company_id = ${demoCompanyId}) as has_courses,
      exists (select from identity.company) as has_others`.execute(db)
  return rows[0] as State
}

const isComplete = (state: State) => (state.has_demo ? state.has_courses : state.has_others)

/** Whether there is nothing to fill in: the demonstration company is complete, or the installation has another one. */
export function isSeeded(databaseUrl: string): Promise<boolean> {
  return withDatabase(databaseUrl, async (db) => isComplete(await stateOf(db)))
}

/** Whether the demonstration company is there, and with it its accounts. */
export function hasDemoCompany(databaseUrl: string): Promise<boolean> {
  return withDatabase(databaseUrl, async (db) => (await stateOf(db)).has_demo)
}

/** The store as the settings say, for the files module; nothing else of the outside world is needed. */
function outsideOf(filesDirectory: string): Outside {
  const config = readConfig(process.env)
  const files = { ...config.files, directory: filesDirectory }
  const refuseToSend = () => Promise.reject(new Error('seeding sends nothing'))
  return {
    sendWebhook: refuseToSend,
    assertWebhookUrl: () => {},
    config: { ...config, files },
    clock: systemClock,
    realtime: noRealtime,
    storage: createStore(files),
    sendMail: refuseToSend,
    sendSms: refuseToSend,
  }
}

/** Fills in what is missing; does nothing where nothing is. */
export async function seedDemoData(options: SeedOptions): Promise<void> {
  const { databaseUrl, filesDirectory, log, now = Date.now() } = options
  await withDatabase(databaseUrl, async (db) => {
    const state = await stateOf(db)
    if (isComplete(state)) return
    if (!state.has_demo) {
      log(`${people.company.name}: ${people.company.memberCount} members`)
      await seedCompanies(db, now)
    }
    log('Course media')
    const outside = outsideOf(filesDirectory)
    const files = await storeDemoFiles(db, outside, now)
    await storeContestCopies(db as unknown as Connection, outside, now)
    await storeDemoPackages(db as unknown as Connection, outside, now)
    await storeClassPhotos(db as unknown as Connection, outside, now)
    await storeGoodsPictures(db as unknown as Connection, outside, now)
    await storeEvidence(db as unknown as Connection, outside, now)
    await storeInvoicePdf(db as unknown as Connection, outside, now)
    await storeArticlePictures(db as unknown as Connection, outside, now)
    log('Courses and progress')
    await seedCourses(db, files, now)
  })
}

async function seedCompanies(db: RootDatabase, now: number): Promise<void> {
  const passwordHash = await hashPassword(people.password)
  await db.transaction().execute(async (transaction) => {
    for (const [table, rows] of companyRows(now, passwordHash)) await insertRows(transaction, table, rows)
  })
}

async function seedCourses(db: RootDatabase, files: Awaited<ReturnType<typeof storeDemoFiles>>, now: number) {
  const members = demoMembers(now)
  const organizationOf = new Map(members.map((member) => [member.id, member.organizationId]))
  const { tables, courses } = await courseTables(files, organizationOf, now)
  const progress = progressTables(members, courses, now)
  await db.transaction().execute(async (transaction) => {
    const talk = [
      ...topicTables(members, courses, now),
      ...communityTables(now),
      ...wordTables(now),
      ...approvalTables(now),
      ...messageTables(now),
    ]
    for (const [table, rows] of [...tables, ...progress.tables, ...talk]) await insertRows(transaction, table, rows)
    for (const [id, count] of progress.learnerCounts) {
      await sql`insert into courses.course_counter (course_id, company_id, learner_count)
        values (${id}, ${demoCompanyId}, ${count})`.execute(transaction)
    }
    // Courses and share accounts bear topics alike.
    await sql`update topics.topic t set use_count = (select count(*) from topics.item_topic i where i.topic_id = t.id)`.execute(
      transaction,
    )
    await seedOperations(transaction as unknown as Connection, members, now)
    await seedCurrency(transaction as unknown as Connection, members, now)
    await seedLive(transaction as unknown as Connection, members, now)
    await seedStudying(transaction as unknown as Connection, members, now)
    await seedPaths(transaction as unknown as Connection, members, now)
    await seedCertificates(transaction as unknown as Connection, now)
    await seedSubjects(transaction as unknown as Connection, now)
    await seedPackages(transaction as unknown as Connection, now)
    await seedPushes(transaction as unknown as Connection, members, now)
    await seedNotices(transaction as unknown as Connection, now)
    await seedPages(transaction as unknown as Connection, now)
    await seedPortal(transaction as unknown as Connection, now)
    await seedHelp(transaction as unknown as Connection, now)
    await seedInvoices(transaction as unknown as Connection, now)
    await seedQuestions(transaction as unknown as Connection, now)
    await seedPapers(transaction as unknown as Connection, now)
    await seedExams(transaction as unknown as Connection, members, now)
    await seedPractice(transaction as unknown as Connection, members, now)
    await seedSurveys(transaction as unknown as Connection, members, now)
    await seedClasses(transaction as unknown as Connection, now)
    await seedClassLife(transaction as unknown as Connection, now)
    await seedGraduation(transaction as unknown as Connection, now)
    await seedAttendance(transaction as unknown as Connection, now)
    await seedLecturers(transaction as unknown as Connection, now)
    await seedClassrooms(transaction as unknown as Connection, now)
    await seedClassPeople(transaction as unknown as Connection, now)
    await seedLotteries(transaction as unknown as Connection, now)
    await seedCommerce(transaction as unknown as Connection, members, now)
    await seedMall(transaction as unknown as Connection, members, now)
    await seedExternal(transaction as unknown as Connection, now)
    await seedPlans(transaction as unknown as Connection, now)
    await seedReports(transaction as unknown as Connection, now)
    await seedContests(transaction as unknown as Connection, now)
    await seedAsk(transaction as unknown as Connection, now)
    await seedContents(transaction, members, now)
    await seedSeries(transaction, now)
    await seedModeration(transaction as unknown as Connection, now)
  })
  // New tables have no statistics yet, and the first pages would be planned blindly.
  await sql`analyze`.execute(db)
}
