/**
 * The types of modules that a page is made of, and what each of them has. Another module adds one by `pageModule` of
 * `content/catalog` on the server and `pageParts` of its `web.tsx`; whoever designs a page finds it here.
 */

/** `chosen`: by hand, in their order. `rule`: by kind and category. The others are orders of what the viewer may open. */
export const sourceTypes = ['chosen', 'rule', 'newest', 'hot', 'soon', 'recommended'] as const
export type SourceType = (typeof sourceTypes)[number]

export const layouts = ['cards', 'list', 'row', 'large'] as const
export type Layout = (typeof layouts)[number]

/** The fields of `settings` that a type has. */
export const settingNames = [
  'items',
  'html',
  'fileId',
  'alt',
  'link',
  'videoUrl',
  'endsAt',
  'figures',
  'ranking',
  'seconds',
] as const
export type SettingName = (typeof settingNames)[number]

export interface ModuleType {
  readonly sources: readonly SourceType[]
  readonly layouts: readonly Layout[]
  readonly settings: readonly SettingName[]
  /** Kinds of `search.kind` that it lists; undefined: it lists no documents. */
  readonly kinds?: readonly string[]
  /** It has a number of entries. */
  readonly counted?: true
  /** Its list has a page of all entries. */
  readonly more?: true
}

const listed = (kinds: readonly string[], sources: readonly SourceType[] = []): ModuleType => ({
  sources: ['newest', 'hot', ...sources, 'chosen', 'rule'],
  layouts: ['cards', 'list', 'row', 'large'],
  settings: [],
  kinds,
  counted: true,
  more: true,
})

export const moduleTypes = {
  greeting: { sources: [], layouts: ['large'], settings: [] },
  banner: { sources: [], layouts: ['large'], settings: ['items', 'seconds'] },
  shortcuts: { sources: [], layouts: ['cards', 'list'], settings: ['items'] },
  courses: listed(['course'], ['recommended']),
  subjects: listed(['subject'], ['recommended']),
  paths: listed(['path']),
  lives: listed(['live'], ['soon']),
  exams: listed(['exam'], ['soon']),
  classes: listed(['class'], ['soon']),
  contents: listed(['content', 'article', 'file', 'video'], ['recommended']),
  news: { sources: ['newest'], layouts: ['list', 'cards', 'large'], settings: [], counted: true, more: true },
  rankings: { sources: [], layouts: ['list'], settings: ['ranking'], counted: true },
  calendar: { sources: [], layouts: ['list'], settings: [], counted: true },
  todos: { sources: [], layouts: ['list'], settings: [] },
  notices: { sources: [], layouts: ['list'], settings: [] },
  countdown: { sources: [], layouts: ['large', 'row'], settings: ['endsAt', 'link'] },
  'rich-text': { sources: [], layouts: ['large'], settings: ['html'] },
  picture: { sources: [], layouts: ['large'], settings: ['fileId', 'alt', 'link'] },
  video: { sources: [], layouts: ['large'], settings: ['fileId', 'videoUrl'] },
  figures: { sources: [], layouts: ['row', 'cards'], settings: ['figures'] },
  roles: { sources: [], layouts: ['list'], settings: [] },
  activity: { sources: [], layouts: ['list'], settings: [] },
} as const satisfies Record<string, ModuleType>

export type ModuleTypeName = keyof typeof moduleTypes
export const moduleTypeNames = Object.keys(moduleTypes) as ModuleTypeName[]

/** Of the caller, of all time or this year. */
export const figureNames = ['study-minutes', 'class-hours', 'credits', 'finished'] as const
export type FigureName = (typeof figureNames)[number]
