/**
 * However much there is, a call asks the database as often: no statement an item. Counted where the driver sends them, in
 * a company with one of everything and in one with fifty.
 */
import pg from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { questions } from '#modules/assessment/questions/contract.ts'
import { buildDirectory, buildQuestions } from '#modules/assessment/questions/server/questions.fixture.ts'
import { study } from '#modules/content/study/contract.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { type BuiltCourse, buildCourse, buildLearner } from '#modules/learning/courses/server/courses.fixture.ts'
import { paths } from '#modules/learning/paths/contract.ts'
import { buildPath, buildPathLearner } from '#modules/learning/paths/server/paths.fixture.ts'
import { pushes } from '#modules/learning/pushes/contract.ts'
import { buildPush } from '#modules/learning/pushes/server/pushes.fixture.ts'
import { subjects } from '#modules/learning/subjects/contract.ts'
import { buildSubject } from '#modules/learning/subjects/server/subjects.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'

const platform = testPlatform()
const many = 50

/** A company in which there is `count` of everything, and who looks at it. */
interface World {
  readonly learner: BuiltMember
  readonly director: BuiltMember
  readonly courseIds: readonly string[]
  /** `count` chapters of one section each. */
  readonly longCourseId: string
  readonly pathId: string
  readonly pointId: string
  readonly subjectId: string
  readonly pushId: string
  readonly questionIds: readonly string[]
}

const times = <Item>(count: number, itemOf: (index: number) => Item) =>
  Array.from({ length: count }, (_, at) => itemOf(at))

async function buildCourses(author: BuiltMember, learner: BuiltMember, count: number): Promise<BuiltCourse[]> {
  const built: BuiltCourse[] = []
  for (let at = 0; at < count; at++) {
    const course = await buildCourse(platform.db, { author, name: `课程 ${at}`, chapters: [{ sections: [{}, {}] }] })
    const [first] = course.sections
    const watched = first ? [{ section: first, share: 1 }] : []
    await buildLearner(platform.db, { member: learner, course, watched, registeredAt: platform.now - 60_000 })
    built.push(course)
  }
  return built
}

/** `count` questions, and as many directories. */
async function buildBank(author: BuiltMember, count: number): Promise<string[]> {
  const { db } = platform
  const directoryId = await buildDirectory(db, { author })
  for (let at = 1; at < count; at++) await buildDirectory(db, { author, parentId: directoryId })
  return buildQuestions(
    db,
    { author, directoryId },
    times(count, () => ({})),
  )
}

async function buildWorld(count: number): Promise<World> {
  const { db } = platform
  const companyId = await buildCompany(db)
  const author = await buildMember(db, { companyId, roles: ['lecturer'] })
  const director = await buildMember(db, { companyId, roles: ['super-admin'] })
  const learner = await buildMember(db, { companyId })
  for (let at = 1; at < count; at++) await buildMember(db, { companyId, fullName: `同事 ${at}` })
  const courseIds = (await buildCourses(author, learner, count)).map(({ id }) => id)
  const long = await buildCourse(db, { author, chapters: times(count, () => ({ sections: [{}] })) })
  const watched = long.sections.map((section) => ({ section, share: 0.5 }))
  await buildLearner(db, { member: learner, course: long, watched })
  const contents = courseIds.map((businessId) => ({ businessType: 1, businessId, name: '课程' }))
  const built = { pathId: '', pointId: '', subjectId: '', pushId: '' }
  for (let at = 1; at <= count; at++) {
    // The last of them is the one with much in it.
    const chosen = at === count ? contents : contents.slice(0, 1)
    const path = await buildPath(db, { author, chapters: chosen.map((content) => ({ sections: [content] })) })
    await buildPathLearner(db, { member: learner, pathId: path.id })
    const stages = chosen.map((content) => ({ contents: [content] }))
    const subject = await buildSubject(db, { author, stages })
    await platform.client(subjects, learner).registerForSubject({ params: { id: subject.id } })
    const pushId = await buildPush(db, { author: director, contents: chosen, members: [learner] })
    Object.assign(built, { pathId: path.id, pointId: path.chapters[0]?.id, subjectId: subject.id, pushId })
  }
  const questionIds = await buildBank(director, count)
  return { learner, director, courseIds, longCourseId: long.id, questionIds, ...built }
}

const all = { page: 1, pageSize: 50 } as const
const asLearner = ({ learner }: World) => ({
  courses: platform.client(courses, learner),
  paths: platform.client(paths, learner),
  pushes: platform.client(pushes, learner),
  study: platform.client(study, learner),
  subjects: platform.client(subjects, learner),
})
const asDirector = ({ director }: World) => platform.client(pushes, director)
const asAuthor = ({ director }: World) => platform.client(questions, director)

interface Listing {
  readonly name: string
  readonly call: (world: World) => Promise<unknown>
  /** How many items the call answered, so that the law can't be kept by answering nothing. */
  readonly count: (answer: never) => number
}

const itemCount = (answer: { items: readonly unknown[] }) => answer.items.length

function listing<Answer>(
  name: string,
  call: (world: World) => Promise<Answer>,
  count: (answer: Answer) => number,
): Listing {
  return { name, call, count: count as Listing['count'] }
}

const listings: readonly Listing[] = [
  listing('[COURSE-001] the catalogue', (world) => asLearner(world).courses.catalogue({ query: all }), itemCount),
  listing('[COURSE-001] my courses', (world) => asLearner(world).courses.myCourses({ query: all }), itemCount),
  listing(
    '[COURSE-095] courses by ids',
    (world) => asLearner(world).courses.coursesByIds({ query: { ids: [...world.courseIds] } }),
    itemCount,
  ),
  listing(
    'a course of many chapters and sections',
    (world) => asLearner(world).courses.courseDetail({ params: { id: world.longCourseId } }),
    ({ chapters }) => chapters.length,
  ),
  listing('my learning paths', (world) => asLearner(world).paths.myPaths({ query: all }), itemCount),
  listing(
    '[COURSE-107] a path of many chapters and sections',
    (world) => asLearner(world).paths.findChapterSectionInfo({ query: { pageId: world.pathId } }),
    itemCount,
  ),
  listing(
    '[COURSE-106] what a path is',
    (world) => asLearner(world).paths.findBasicInfo({ query: { pageId: world.pathId } }),
    ({ totalChapter }) => totalChapter,
  ),
  listing(
    '[COURSE-110] what a path asks for',
    (world) => asLearner(world).paths.hasFinish({ query: { pageId: world.pathId } }),
    ({ remaining }) => remaining.count,
  ),
  listing(
    '[COURSE-004] a point of a path',
    (world) => asLearner(world).paths.findPoint({ params: { pointId: world.pointId } }),
    ({ path }) => path.totalChapter,
  ),
  listing('subjects on the shelf', (world) => asLearner(world).subjects.subjects({ query: all }), itemCount),
  listing('my subjects', (world) => asLearner(world).subjects.mySubjects({ query: all }), itemCount),
  listing(
    '[COURSE-009] a subject of many stages',
    (world) => asLearner(world).subjects.subjectDetail({ params: { id: world.subjectId } }),
    ({ stages }) => stages.length,
  ),
  listing(
    '[COURSE-005] what was pushed to me',
    (world) => asLearner(world).pushes.ownPushes({ query: all }),
    itemCount,
  ),
  listing('[COURSE-010] push records', (world) => asLearner(world).pushes.pushRecords({ query: all }), itemCount),
  listing(
    '[COURSE-007] a learning package',
    (world) => asLearner(world).pushes.ownPush({ params: { id: world.pushId } }),
    ({ contents }) => contents.length,
  ),
  listing('pushes of who manages them', (world) => asDirector(world).listPushes({ query: all }), itemCount),
  listing(
    '[COURSE-006] a team',
    (world) => asDirector(world).teamMembers({ params: { id: world.director.companyId }, query: all }),
    itemCount,
  ),
  listing('the question bank', (world) => asAuthor(world).listQuestions({ query: all }), itemCount),
  listing('its directories', (world) => asAuthor(world).listDirectories({}), itemCount),
  listing(
    'a change of many questions',
    (world) => asAuthor(world).changeQuestions({ body: { ids: [...world.questionIds], difficulty: 2 } }),
    ({ changedCount }) => changedCount,
  ),
  listing(
    'what to go on with',
    (world) => asLearner(world).study.continueLearning({ query: { limit: 12 } }),
    itemCount,
  ),
  listing('the timeline', (world) => asLearner(world).study.learningTimeline({ query: { limit: 50 } }), itemCount),
]

/** Statements that reach the database in a call, the second time: what a first look prepares is there. */
async function statementsOf(world: World, { call, count }: Listing): Promise<{ statements: string[]; items: number }> {
  await call(world)
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const items = count((await call(world)) as never)
    const statements = spy.mock.calls.map(([asked]) =>
      typeof asked === 'string' ? asked : (asked as unknown as { text: string }).text,
    )
    return { statements, items }
  } finally {
    spy.mockRestore()
  }
}

describe('as many statements for fifty as for one', () => {
  const worlds = {} as { one: World; fifty: World }
  beforeAll(async () => {
    worlds.one = await buildWorld(1)
    worlds.fifty = await buildWorld(many)
  })

  it.each(listings.map((one) => [one.name, one] as const))('%s', async (_, asked) => {
    const small = await statementsOf(worlds.one, asked)
    const large = await statementsOf(worlds.fifty, asked)
    expect(small.items).toBeGreaterThan(0)
    expect(large.items).toBeGreaterThan(small.items)
    expect(small.statements.length).toBeGreaterThan(0)
    expect(large.statements.length, large.statements.join('\n')).toBe(small.statements.length)
  })

  it('sees a statement an item where there is one', async () => {
    const oneByOne = listing(
      'one by one',
      async (world) => {
        for (const id of world.courseIds) await asLearner(world).courses.courseDetail({ params: { id } })
        return { items: world.courseIds }
      },
      itemCount,
    )
    const [small, large] = [await statementsOf(worlds.one, oneByOne), await statementsOf(worlds.fifty, oneByOne)]
    expect(large.statements.length).toBe(small.statements.length * many)
  })
})
