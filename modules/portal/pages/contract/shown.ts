/** A page as its viewer gets it: in one language, with the data of all its modules, of what this viewer may see. */
import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf } from '#kit/schema.ts'
import { columnTypes } from './document.ts'
import { layouts, moduleTypeNames } from './module-types.ts'

export const pageKinds = ['home', 'branch', 'canvas'] as const
export type PageKind = (typeof pageKinds)[number]

/** An entry of a list, whatever it is of: content, news, a place of a ranking, a shortcut. */
export const ShownItem = Type.Object({
  id: Type.String(),
  /** As search names it: `course`. Empty for what is no content. */
  kind: Type.String(),
  title: Type.String(),
  text: Type.String(),
  /** `#/…`, `https://…`, `mailto:…`; null: it leads nowhere. */
  link: Nullable(Type.String()),
  pictureUrl: Nullable(Type.String()),
  icon: Nullable(Type.String()),
  publishedAt: Nullable(Instant),
  startsAt: Nullable(Instant),
  endsAt: Nullable(Instant),
  /** A number that belongs to it: of a figure, of a place in a ranking. */
  value: Nullable(Type.Number()),
  /** Its place, from 1, where it has one. */
  rank: Nullable(Type.Integer()),
})
export type ShownItem = Static<typeof ShownItem>

export const ShownModule = Type.Object({
  id: Type.String(),
  type: OneOf(moduleTypeNames),
  title: Type.String(),
  layout: OneOf(layouts),
  column: Type.Integer(),
  items: Type.Array(ShownItem),
  /** There are more than `count`: `branch-list-v/branch-list-more/{pageId}/{id}` lists all. */
  hasMore: Type.Boolean(),
  html: Nullable(Type.String()),
  pictureUrl: Nullable(Type.String()),
  alt: Type.String(),
  link: Nullable(Type.String()),
  video: Nullable(Type.Object({ kind: OneOf(['file', 'embedded'] as const), url: Type.String() })),
  endsAt: Nullable(Instant),
  seconds: Type.Integer(),
  /** How many entries a part that reads them by itself shows. */
  count: Type.Integer(),
  /** Its data could not be read: the others are shown all the same. */
  failed: Type.Boolean(),
})
export type ShownModule = Static<typeof ShownModule>

export const ShownSection = Type.Object({
  id: Type.String(),
  columns: OneOf(columnTypes),
  modules: Type.Array(ShownModule),
})
export type ShownSection = Static<typeof ShownSection>

/** Colors as they are used: text on them, and they on the page, are readable in both looks. */
export const ShownTheme = Type.Object({
  logoUrl: Nullable(Type.String()),
  light: Nullable(Type.Object({ primary: Type.String(), onPrimary: Type.String(), accent: Type.String() })),
  dark: Nullable(Type.Object({ primary: Type.String(), onPrimary: Type.String(), accent: Type.String() })),
})
export type ShownTheme = Static<typeof ShownTheme>

export const ShownPage = Type.Object({
  id: Id,
  kind: OneOf(pageKinds),
  name: Type.String(),
  parentId: Nullable(Id),
  /** The number of the version; 0 is a draft. */
  version: Type.Integer(),
  theme: ShownTheme,
  sections: Type.Array(ShownSection),
})
export type ShownPage = Static<typeof ShownPage>
