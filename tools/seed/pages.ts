/** Pages of the demonstration company: its home page, the page of its research branch, and a topic page with a countdown. */
import { buildPage, documentOf, newModule } from '#modules/portal/pages/server/pages.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { idOf } from './chance.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'
import { courseIdOf, fileIdOf } from './courses.ts'

const dayMs = 86_400_000
const homeId = idOf('page home')
const branchId = idOf('page research')
const monthId = idOf('page security month')

type Words = readonly [cn: string, en: string]
const words = ([cn, en]: Words) => ({ cn, en })

const slide = (id: string, cover: string, title: Words, text: Words, link: string) => ({
  ...{ id, title: words(title), text: words(text), fileId: fileIdOf(`covers/${cover}.jpg`), link },
})
const shortcut = (id: string, icon: string, title: Words, text: Words, link: string) => ({
  ...{ id, icon, title: words(title), text: words(text), link },
})

const home = () =>
  documentOf([
    { id: 'head', columns: 'one', modules: [newModule('greeting', 'greeting')] },
    {
      id: 'first',
      columns: 'wide-narrow',
      modules: [newModule('todos', 'todos'), newModule('roles', 'roles', { column: 1 })],
    },
    {
      id: 'now',
      columns: 'one',
      modules: [
        newModule('banner', 'banner', {
          settings: {
            seconds: 8,
            items: [
              slide(
                'month',
                'security',
                ['信息安全月', 'Security month'],
                ['月底前完成必修课程', 'Finish the required courses this month'],
                `#/canvas/${monthId}`,
              ),
              slide(
                'newcomers',
                'onboarding',
                ['新同事从这里开始', 'New here? Begin with this'],
                ['认识公司，认识团队', 'Meet the company and your team'],
                `#/study/course/${courseIdOf('onboarding')}`,
              ),
              slide(
                'data',
                'data',
                ['用数据说话', 'Let the numbers speak'],
                ['数据分析入门', 'A first course in data'],
                '#/study-v',
              ),
            ],
          },
        }),
        newModule('shortcuts', 'shortcuts', {
          settings: {
            items: [
              shortcut('study', 'book', ['课程库', 'Courses'], ['全部课程', 'All of them'], '#/study-v'),
              shortcut('live', 'live', ['直播', 'Live'], ['今天和近期', 'Today and soon'], '#/live/index'),
              shortcut('exam', 'exam', ['考试', 'Exams'], ['待考和成绩', 'Due and done'], '#/exam'),
              shortcut('class', 'users', ['培训班', 'Classes'], ['报名中', 'Open now'], '#/train-new'),
            ],
          },
        }),
        newModule('activity', 'activity'),
      ],
    },
    {
      id: 'more',
      columns: 'one',
      modules: [newModule('hot', 'courses', { title: ['大家在学', 'Popular courses'], source: 'hot', count: 8 })],
    },
  ])

const branch = () =>
  documentOf(
    [
      {
        id: 'head',
        columns: 'wide-narrow',
        modules: [
          newModule('banner', 'banner', {
            settings: {
              seconds: 0,
              items: [
                slide(
                  'python',
                  'python',
                  ['写好每一行代码', 'Every line counts'],
                  ['研发中心的学习园地', 'Where the research center learns'],
                  '#/study-v',
                ),
              ],
            },
          }),
          newModule('about', 'rich-text', {
            ...{ title: ['关于研发学院', 'About us'], column: 1 },
            settings: {
              html: {
                cn: '<p>研发学院面向研发中心全体同事：每月两次技术分享，每季度一次认证考试。</p><p>想讲一节课？请联系 <a href="mailto:academy@shuyuan.example">学院教务</a>。</p>',
                en: '<p>For everybody in research: two talks a month, a certification every quarter.</p><p>Want to give a lesson? <a href="mailto:academy@shuyuan.example">Write to us</a>.</p>',
              },
            },
          }),
        ],
      },
      {
        id: 'courses',
        columns: 'one',
        modules: [
          newModule('chosen', 'courses', {
            ...{ title: ['研发必修', 'For every engineer'], source: 'chosen', count: 4 },
            refs: ['python', 'data', 'security', 'project'].map((key) => ({ kind: 'course', id: courseIdOf(key) })),
          }),
          newModule('new', 'courses', { title: ['最新课程', 'New courses'], layout: 'large', count: 5 }),
        ],
      },
      {
        id: 'plans',
        columns: 'three',
        modules: [
          newModule('lives', 'lives', { title: ['近期直播', 'Coming up live'], source: 'soon', layout: 'list' }),
          newModule('exams', 'exams', { title: ['考试', 'Exams'], layout: 'list', column: 1 }),
          newModule('figures', 'figures', { column: 2 }),
        ],
      },
    ],
    { primary: '#0b6b5b', accent: '#a3451b' },
  )

const month = (now: number) =>
  documentOf([
    {
      id: 'head',
      columns: 'wide-narrow',
      modules: [
        newModule('picture', 'picture', {
          settings: { fileId: fileIdOf('covers/security.jpg'), alt: words(['一把锁', 'A lock']) },
        }),
        newModule('left', 'countdown', {
          ...{ title: ['距离月底', 'Until the end of the month'], column: 1 },
          settings: { endsAt: now + 18 * dayMs },
        }),
        newModule('why', 'rich-text', {
          column: 1,
          settings: {
            html: {
              cn: '<p>完成两门必修课程，通过随堂练习，就能得到安全月徽章。</p>',
              en: '<p>Finish both courses and their exercises to earn the badge of the month.</p>',
            },
          },
        }),
      ],
    },
    {
      id: 'courses',
      columns: 'one',
      modules: [
        newModule('courses', 'courses', {
          ...{ title: ['本月必修', 'Required this month'], source: 'chosen', count: 4 },
          refs: ['security', 'compliance', 'fire'].map((key) => ({ kind: 'course', id: courseIdOf(key) })),
        }),
      ],
    },
  ])

export async function seedPages(connection: Connection, now: number): Promise<void> {
  const common = { companyId: demoCompanyId, authorId: memberIdOf('guanli'), now: now - 5 * dayMs }
  await buildPage(connection, {
    ...common,
    id: homeId,
    nameCn: '公司首页',
    nameEn: 'Home',
    document: home(),
    position: 1,
  })
  await buildPage(connection, {
    ...{ ...common, id: branchId, kind: 'branch', nameCn: '研发学院', nameEn: 'Research academy', parentId: homeId },
    ...{ organizationId: idOf('organization research'), document: branch(), position: 2 },
  })
  await buildPage(connection, {
    ...{ ...common, id: monthId, kind: 'canvas', nameCn: '信息安全月', nameEn: 'Security month', parentId: homeId },
    ...{ document: month(now), position: 3 },
  })
}
