/** What a page begins with. */
import { emptyDocument, type PageDocument, type PageModule, type PageSection } from '../contract/document.ts'
import { type ModuleTypeName, moduleTypes, type SourceType } from '../contract/module-types.ts'
import type { TemplateName } from '../contract/templates.ts'

type Title = readonly [cn: string, en: string]

interface Begun {
  readonly title?: Title
  readonly source?: SourceType
  readonly layout?: PageModule['layout']
  readonly count?: number
  readonly column?: number
  readonly settings?: PageModule['settings']
}

/** A module of a type, as the editor adds one. */
export function begun(id: string, type: ModuleTypeName, { title = ['', ''], ...input }: Begun = {}): PageModule {
  const { sources, layouts } = moduleTypes[type] as {
    sources: readonly SourceType[]
    layouts: readonly PageModule['layout'][]
  }
  const [source = input.source] = input.source ? [input.source] : sources
  return {
    ...{ id, type, title: { cn: title[0], en: title[1] } },
    layout: input.layout ?? layouts[0] ?? 'list',
    count: input.count ?? 4,
    source: source ? { type: source } : null,
    column: input.column ?? 0,
    settings: input.settings ?? {},
  }
}

const section = (id: string, columns: PageSection['columns'], modules: PageModule[]): PageSection => ({
  id,
  columns,
  modules,
})

const shortcut = (id: string, icon: string, title: Title, link: string) => ({
  ...{ id, icon, title: { cn: title[0], en: title[1] }, link },
})

const shortcuts = begun('shortcuts', 'shortcuts', {
  settings: {
    items: [
      shortcut('study', 'book', ['学习', 'Study'], '#/study-v'),
      shortcut('live', 'live', ['直播', 'Live'], '#/live/index'),
      shortcut('exams', 'exam', ['考试', 'Exams'], '#/exam'),
      shortcut('center', 'user', ['个人中心', 'My center'], '#/center'),
    ],
  },
})
const newest = begun('courses', 'courses', { title: ['最新课程', 'New courses'], count: 8 })
const lives = begun('lives', 'lives', { title: ['近期直播', 'Coming up live'], source: 'soon', layout: 'list' })
const notices = (column: number) => begun('notices', 'notices', { column })

const templates: Readonly<Record<TemplateName, readonly PageSection[]>> = {
  empty: [],
  // The product's own home page, as modules.
  product: [
    section('head', 'one', [begun('greeting', 'greeting')]),
    section('body', 'wide-narrow', [
      begun('todos', 'todos'),
      begun('activity', 'activity'),
      begun('roles', 'roles', { column: 1 }),
    ]),
  ],
  learning: [
    section('top', 'wide-narrow', [begun('todos', 'todos'), begun('roles', 'roles', { column: 1 })]),
    section('middle', 'one', [shortcuts, newest]),
    section('bottom', 'wide-narrow', [lives, notices(1)]),
  ],
  branch: [
    section('top', 'one', [shortcuts]),
    section('middle', 'wide-narrow', [
      begun('courses', 'courses', { title: ['推荐课程', 'Courses for you'], source: 'hot', count: 6 }),
      begun('news', 'news', { title: ['动态', 'News'], column: 1, count: 5 }),
    ]),
    section('bottom', 'two', [
      lives,
      begun('classes', 'classes', { title: ['近期班级', 'Classes'], source: 'soon', layout: 'list', column: 1 }),
    ]),
  ],
  campaign: [
    section('top', 'wide-narrow', [
      begun('about', 'rich-text', {
        title: ['活动说明', 'About'],
        settings: {
          html: {
            cn: '<p>写下活动的目的、时间和参加方式。</p>',
            en: '<p>Say what it is about, when it is, and how to take part.</p>',
          },
        },
      }),
      begun('countdown', 'countdown', { title: ['距离开始', 'Starts in'], column: 1 }),
    ]),
    section('middle', 'one', [
      begun('courses', 'courses', { title: ['相关课程', 'Courses'], count: 6 }),
      begun('exams', 'exams', { title: ['相关考试', 'Exams'] }),
    ]),
  ],
  newcomers: [
    section('top', 'wide-narrow', [
      begun('welcome', 'rich-text', {
        title: ['欢迎加入', 'Welcome'],
        settings: {
          html: {
            cn: '<p>从这里开始：先完成入职课程，再认识您的团队。</p>',
            en: '<p>Start here: finish the first courses, then meet your team.</p>',
          },
        },
      }),
      begun('todos', 'todos', { column: 1 }),
    ]),
    section('middle', 'one', [
      begun('paths', 'paths', { title: ['学习路径', 'Learning paths'] }),
      begun('courses', 'courses', { title: ['入门课程', 'First courses'], source: 'hot', count: 6 }),
    ]),
  ],
}

export function templateDocument(name: TemplateName): PageDocument {
  return { ...emptyDocument, sections: [...templates[name]] }
}
