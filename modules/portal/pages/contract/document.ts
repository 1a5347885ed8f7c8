/**
 * What a page consists of, as its editors store it: sections of one to three columns with modules in them, and its look. It
 * holds no HTML but that of `html`, which is cut down to what rich text may have, no address of a picture, and no script.
 */
import { type Static, type TProperties, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf, OptionalText, OptionalTitle, webAddressPattern } from '#kit/schema.ts'
import { figureNames, layouts, moduleTypeNames, sourceTypes } from './module-types.ts'

export const sectionsMax = 40
export const modulesMax = 60
/** Of all modules of a page: pictures of a carousel, shortcuts. */
export const itemsMax = 24
export const countMax = 24
export const chosenMax = 50
const titleLengthMax = 60
const textLengthMax = 200
const htmlLengthMax = 50_000
export const documentBytesMax = 400_000

const Part = <T extends TProperties>(properties: T) => Type.Object(properties, { additionalProperties: false })

/** A name for something inside a page, made by the editor; unique in the page. */
const Key = Type.String({ pattern: '^[A-Za-z0-9-]{1,40}$' })

/**
 * Where something leads: a screen of the product (`#/study-v`), a page of the web, or an address of mail. Nothing else:
 * `javascript:`, `data:` and addresses without a scheme are refused.
 */
export const linkPattern = `^(?:#/[^\\s\\p{Cc}\\p{Cf}<>"]*|${webAddressPattern.slice(1, -1).replace('https?', 'https')}|mailto:[^\\s\\p{Cc}\\p{Cf}@<>"]+@[^\\s\\p{Cc}\\p{Cf}@<>"]+)$`
const PageLink = Type.String({ maxLength: 500, pattern: linkPattern })

/** `#rrggbb` */
const Color = Type.String({ pattern: '^#[0-9a-f]{6}$' })

const bilingual = { cn: OptionalTitle(titleLengthMax), en: OptionalTitle(titleLengthMax) }
/** An empty text is shown in the other language; without both there is none. */
export const LocalTitle = Part(bilingual)
export type LocalTitle = Static<typeof LocalTitle>
const LocalText = Part({ cn: OptionalText(textLengthMax), en: OptionalText(textLengthMax) })
const LocalHtml = Part({ cn: OptionalText(htmlLengthMax), en: OptionalText(htmlLengthMax) })

/** A picture of a carousel, or a shortcut. */
const PageItem = Part({
  id: Key,
  title: LocalTitle,
  text: Type.Optional(LocalText),
  /** A picture of the company's own files. */
  fileId: Type.Optional(Nullable(Id)),
  /** A sign of the product's own set, in place of a picture. */
  icon: Type.Optional(Type.String({ pattern: '^[a-z0-9-]{1,30}$' })),
  link: Type.Optional(Nullable(PageLink)),
})
export type PageItem = Static<typeof PageItem>

const ModuleSettings = Part({
  items: Type.Optional(Type.Array(PageItem, { maxItems: itemsMax })),
  html: Type.Optional(LocalHtml),
  fileId: Type.Optional(Nullable(Id)),
  /** What a picture shows, for those who do not see it. */
  alt: Type.Optional(LocalText),
  link: Type.Optional(Nullable(PageLink)),
  /** An https address of one of the hosts that the settings of the company name. */
  videoUrl: Type.Optional(Nullable(Type.String({ maxLength: 500, pattern: webAddressPattern }))),
  endsAt: Type.Optional(Nullable(Instant)),
  figures: Type.Optional(Type.Array(OneOf(figureNames), { maxItems: 6, uniqueItems: true })),
  /** The key of a ranking. */
  ranking: Type.Optional(Nullable(Type.String({ pattern: '^[a-z0-9-]{1,40}$' }))),
  /** How long a picture of a carousel stands; 0: it does not move by itself. */
  seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 60 })),
})
export type ModuleSettings = Static<typeof ModuleSettings>

const ModuleSource = Part({
  type: OneOf(sourceTypes),
  /** Of `chosen`: kinds as search names them. */
  refs: Type.Optional(
    Type.Array(Part({ kind: Type.String({ pattern: '^[a-z-]{1,30}$' }), id: Id }), { maxItems: chosenMax }),
  ),
  /** Of `rule`: the category of a course, and the order. */
  categoryIds: Type.Optional(Type.Array(Id, { maxItems: 20 })),
  order: Type.Optional(OneOf(['newest', 'hot', 'soon'] as const)),
})
export type ModuleSource = Static<typeof ModuleSource>

export const PageModule = Part({
  id: Key,
  type: OneOf(moduleTypeNames),
  title: LocalTitle,
  layout: OneOf(layouts),
  count: Type.Integer({ minimum: 1, maximum: countMax }),
  source: Nullable(ModuleSource),
  /** In which column of its section it stands, from 0. */
  column: Type.Integer({ minimum: 0, maximum: 2 }),
  settings: ModuleSettings,
})
export type PageModule = Static<typeof PageModule>

export const columnTypes = ['one', 'two', 'wide-narrow', 'narrow-wide', 'three'] as const
export type ColumnType = (typeof columnTypes)[number]

/** How many columns a section of a type has. On a phone they stand below each other. */
export const columnCounts: Readonly<Record<ColumnType, number>> = {
  ...{ one: 1, two: 2, three: 3, 'wide-narrow': 2, 'narrow-wide': 2 },
}

const PageSection = Part({
  id: Key,
  columns: OneOf(columnTypes),
  modules: Type.Array(PageModule, { maxItems: modulesMax }),
})
export type PageSection = Static<typeof PageSection>

/** Null: the company's own. Colors are those of the light look; the dark one is made of them (`page-theme.ts`). */
const PageTheme = Part({
  logoFileId: Nullable(Id),
  primary: Nullable(Color),
  accent: Nullable(Color),
})
export type PageTheme = Static<typeof PageTheme>

export const PageDocument = Part({
  theme: PageTheme,
  sections: Type.Array(PageSection, { maxItems: sectionsMax }),
})
export type PageDocument = Static<typeof PageDocument>

export const emptyDocument: PageDocument = { theme: { logoFileId: null, primary: null, accent: null }, sections: [] }

export const problemKinds = [
  'empty-page',
  'too-many-modules',
  'same-id',
  'column',
  'setting-not-of-type',
  'source-not-of-type',
  'layout-not-of-type',
  'missing-picture',
  'missing-text',
  'missing-content',
  'missing-time',
  'foreign-picture',
  'video-host',
  'contrast',
  'gone-content',
] as const
export type ProblemKind = (typeof problemKinds)[number]

/** What keeps a page from being stored or published. Without a module it is about the page or its look. */
export const PageProblem = Type.Object({
  kind: OneOf(problemKinds),
  moduleId: Nullable(Type.String()),
  /** A field of the module or of the theme: `settings.fileId`, `theme.primary`. */
  field: Nullable(Type.String()),
})
export type PageProblem = Static<typeof PageProblem>
