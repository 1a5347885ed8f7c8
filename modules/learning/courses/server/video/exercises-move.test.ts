/** The migration that gave the exercises of courses to a module of their own, run on rows as courses kept them before. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { exercises } from '#modules/assessment/exercises/contract.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { type BuiltCourse, buildCourse } from '../courses.fixture.ts'

const platform = testPlatform()
const folder = join(import.meta.dirname, '../../migrations')

interface Old {
  readonly kind: 'single' | 'multiple' | 'judge' | 'fill'
  readonly question: string
  readonly options: readonly (readonly [text: string, isRight: boolean])[]
  readonly explanation?: string
  readonly isRemoved?: boolean
  /** The last answer, whether it is right, whether the first one was, and how many there were. */
  readonly answer?: readonly [
    given: { options: number[]; text: string },
    isRight: boolean,
    first: boolean,
    count: number,
  ]
}

const chose = (...options: number[]) => ({ options, text: '' })
const typed = (text: string) => ({ options: [], text })
const old: readonly Old[] = [
  {
    ...{ kind: 'single', question: '1 < 2 & 3?\n选一个', explanation: '<b>不是</b>标签' },
    options: [
      ['<是>', false],
      ['否', true],
    ],
    answer: [chose(1), true, false, 2],
  },
  {
    ...{ kind: 'multiple', question: '哪些？' },
    options: [
      ['甲', true],
      ['乙', false],
      ['丙', true],
    ],
    answer: [chose(0), false, false, 1],
  },
  {
    ...{ kind: 'judge', question: '离开工位要锁屏。' },
    options: [
      ['对', true],
      ['错', false],
    ],
    answer: [chose(1), false, false, 14],
  },
  {
    ...{ kind: 'fill', question: '火警电话' },
    options: [
      ['119', true],
      ['一一九|火警（中国）', true],
    ],
    answer: [typed('１１９'), true, true, 1],
  },
  { kind: 'fill', question: '拨打____报警，再拨____', options: [['119', true]] },
  { kind: 'fill', question: '拨打（ ）报警', options: [['119', true]] },
  { kind: 'fill', question: '拨打()报警', options: [['119', true]], isRemoved: true },
]

let course: BuiltCourse
let lecturer: BuiltMember
let learner: BuiltMember
const sectionId = () => course.sections[0]?.id ?? ''

const statement = (text: string, table: string) =>
  new RegExp(`create table courses\\.${table} \\(.*?^\\);`, 'ms').exec(text)?.[0] ?? ''

async function insertOld(companyId: string, [at, one]: readonly [number, Old]) {
  const id = crypto.randomUUID()
  const options = JSON.stringify(one.options.map(([text, isRight]) => ({ text, isRight })))
  await sql`
    insert into courses.exercise values (${id}, ${companyId}, ${course.id}, ${sectionId()}, ${at * 1000}, ${one.kind},
      ${one.question}, ${options}::jsonb, ${one.explanation ?? ''}, true, ${one.isRemoved ? 1 : null})`.execute(
    platform.db,
  )
  if (!one.answer) return
  const [given, isRight, first, count] = one.answer
  await sql`
    insert into courses.exercise_answer values (${learner.id}, ${id}, ${companyId}, ${course.id},
      ${JSON.stringify(given)}::jsonb, ${isRight}, ${first}, ${count}, 1000, 2000)`.execute(platform.db)
}

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  learner = await buildMember(platform.db, { companyId })
  const sections = [{ kind: 'video' as const, title: '灭火', durationMs: 600_000 }]
  course = await buildCourse(platform.db, { author: lecturer, status: 'on-shelf', chapters: [{ sections }] })
  await platform.client(courses, learner).registerForCourse({ params: { id: course.id } })
  const before = await readFile(join(folder, '0010-studying.sql'), 'utf8')
  for (const table of ['exercise', 'exercise_answer']) await sql.raw(statement(before, table)).execute(platform.db)
  for (const entry of old.entries()) await insertOld(companyId, entry)
  await sql.raw(await readFile(join(folder, '0025-exercises-move.sql'), 'utf8')).execute(platform.db)
})

const place = () => ({ params: { id: course.id, sectionId: sectionId() } })
const findAuthored = async () => (await platform.client(courses, lecturer).authoredTimedContent(place())).exercises

it('makes each exercise a question', async () => {
  const authored = await findAuthored()
  expect(authored).toHaveLength(old.length - 1)
  const contents = authored.flatMap(({ questions }) => questions.map(({ content }) => content))
  expect(contents).toMatchObject([
    {
      ...{
        kind: 'single-choice',
        stem: '<p>1 &lt; 2 &amp; 3?<br />选一个</p>',
        options: ['&lt;是&gt;', '否'],
        right: 1,
      },
      explanation: '<p>&lt;b&gt;不是&lt;/b&gt;标签</p>',
    },
    { kind: 'multiple-choice', options: ['甲', '乙', '丙'], right: [0, 2], explanation: '' },
    { kind: 'single-choice', options: ['对', '错'], right: 0 },
    { kind: 'fill-in', stem: '<p>火警电话 ____</p>', blanks: [{ answer: '119|一一九/火警(中国)' }] },
    { kind: 'fill-in', stem: '<p>拨打____报警，再拨__</p>' },
    { kind: 'fill-in', stem: '<p>拨打____报警</p>' },
  ])
})

it('keeps what was answered, and how often', async () => {
  const { items } = await platform.client(exercises, learner).findExercises({ query: { businessId: course.id } })
  const found = items.map(({ at, mustAnswer, attemptsMax, questions }) => ({
    ...{ at, mustAnswer, attemptsMax, state: questions[0]?.state },
  }))
  const kept = { mustAnswer: true, attemptsMax: 2 }
  expect(found).toMatchObject([
    {
      ...{ ...kept, at: 0 },
      state: { verdict: 'right', wasRightFirst: false, attempts: 2, isSettled: true, answer: { chosen: [1] } },
    },
    {
      ...kept,
      at: 1000,
      state: { verdict: 'wrong', attempts: 1, isSettled: false, key: null, answer: { chosen: [0] } },
    },
    { ...kept, state: { verdict: 'wrong', attempts: 10, isSettled: true, key: { right: 0 } } },
    { ...kept, state: { verdict: 'right', wasRightFirst: true, answer: { kind: 'fill-in', texts: ['１１９'] } } },
    { ...kept, state: null },
    { ...kept, state: null },
  ])
})

it('makes no question that its author could not save', async () => {
  const inputs = (await findAuthored()).map(({ at, mustAnswer, attemptsMax, questions }) => ({
    ...{ at, mustAnswer, attemptsMax, questions: questions.map(({ content }) => ({ content })) },
  }))
  await platform.client(courses, lecturer).saveExercises({ ...place(), body: { exercises: inputs } })
  expect((await findAuthored()).map(({ questions }) => questions[0]?.content)).toEqual(
    inputs.map(({ questions }) => questions[0]?.content),
  )
})
