/** What an editor does to a document. Each answers a new document in which all that did not change is the same object. */
import {
  type ColumnType,
  columnCounts,
  modulesMax,
  type PageDocument,
  type PageModule,
  type PageSection,
  sectionsMax,
} from '../../contract/document.ts'
import { type ModuleType, type ModuleTypeName, moduleTypes } from '../../contract/module-types.ts'

/** Where a module stands: its section, and its place among all modules of the section. */
export interface Place {
  readonly section: number
  readonly index: number
}

export const typeOf = (type: ModuleTypeName): ModuleType => moduleTypes[type]

export const modulesOf = (document: PageDocument): PageModule[] => document.sections.flatMap(({ modules }) => modules)

export function placeOf(document: PageDocument, moduleId: string): Place | undefined {
  for (const [section, { modules }] of document.sections.entries()) {
    const index = modules.findIndex(({ id }) => id === moduleId)
    if (index >= 0) return { section, index }
  }
  return undefined
}

/** `m7`: unique in the document, and short enough to be read in a report of problems. */
function newKey(document: PageDocument, prefix: 'm' | 's' | 'i'): string {
  const taken = new Set([
    ...document.sections.map(({ id }) => id),
    ...modulesOf(document).flatMap(({ id, settings }) => [id, ...(settings.items ?? []).map((item) => item.id)]),
  ])
  for (let number = taken.size + 1; ; number += 1) if (!taken.has(`${prefix}${number}`)) return `${prefix}${number}`
}

const countAtFirst = 4

export function newModule(document: PageDocument, type: ModuleTypeName): PageModule {
  const { sources, layouts } = typeOf(type)
  return {
    ...{ id: newKey(document, 'm'), type, title: { cn: '', en: '' }, layout: layouts[0] ?? 'list' },
    ...{ count: countAtFirst, source: sources[0] ? { type: sources[0] } : null, column: 0, settings: {} },
  }
}

const withSections = (document: PageDocument, sections: readonly PageSection[]): PageDocument => ({
  ...document,
  sections: [...sections],
})

function withSection(document: PageDocument, at: number, change: (section: PageSection) => PageSection): PageDocument {
  return withSections(
    document,
    document.sections.map((section, index) => (index === at ? change(section) : section)),
  )
}

export const isFull = (document: PageDocument) => modulesOf(document).length >= modulesMax
const hasAllSections = (document: PageDocument) => document.sections.length >= sectionsMax

/** After the place, or at the end of the page in a section of its own. */
export function withModule(document: PageDocument, one: PageModule, after?: Place): PageDocument {
  if (isFull(document)) return document
  if (after) {
    return withSection(document, after.section, (section) => {
      const column = section.modules[after.index]?.column ?? 0
      return { ...section, modules: section.modules.toSpliced(after.index + 1, 0, { ...one, column }) }
    })
  }
  if (hasAllSections(document)) return document
  const section: PageSection = { id: newKey(document, 's'), columns: 'one', modules: [one] }
  return withSections(document, [...document.sections, section])
}

export function changedModule(
  document: PageDocument,
  moduleId: string,
  change: (one: PageModule) => PageModule,
): PageDocument {
  const place = placeOf(document, moduleId)
  if (!place) return document
  return withSection(document, place.section, (section) => ({
    ...section,
    modules: section.modules.map((one) => (one.id === moduleId ? change(one) : one)),
  }))
}

export function copiedModule(document: PageDocument, moduleId: string): PageDocument {
  const place = placeOf(document, moduleId)
  const one = place && document.sections[place.section]?.modules[place.index]
  return one ? withModule(document, { ...one, id: newKey(document, 'm') }, place) : document
}

export function withoutModule(document: PageDocument, moduleId: string): PageDocument {
  const place = placeOf(document, moduleId)
  if (!place) return document
  return withSection(document, place.section, (section) => ({
    ...section,
    modules: section.modules.filter(({ id }) => id !== moduleId),
  }))
}

/** Inside its section, or beyond its end into the next one, where it takes the column of its neighbor. */
export function movedModule(document: PageDocument, section: number, from: number, to: number): PageDocument {
  const here = document.sections[section]
  const one = here?.modules[from]
  if (!here || !one) return document
  const rest = here.modules.toSpliced(from, 1)
  if (to >= 0 && to <= rest.length && to < here.modules.length)
    return withSection(document, section, () => ({ ...here, modules: rest.toSpliced(to, 0, one) }))
  const target = to < 0 ? section - 1 : section + 1
  const there = document.sections[target]
  if (!there) return document
  const column = to < 0 ? columnCounts[there.columns] - 1 : 0
  const moved = { ...one, column }
  const modules = to < 0 ? [...there.modules, moved] : [moved, ...there.modules]
  return withSections(
    document,
    document.sections.map((each, index) => {
      if (index === section) return { ...here, modules: rest }
      return index === target ? { ...there, modules } : each
    }),
  )
}

export function withNewSection(document: PageDocument, columns: ColumnType): PageDocument {
  if (hasAllSections(document)) return document
  return withSections(document, [...document.sections, { id: newKey(document, 's'), columns, modules: [] }])
}

/** Modules of columns that are no more stand in the last one. */
export function withColumns(document: PageDocument, at: number, columns: ColumnType): PageDocument {
  const last = columnCounts[columns] - 1
  return withSection(document, at, (section) => ({
    ...section,
    columns,
    modules: section.modules.map((one) => (one.column > last ? { ...one, column: last } : one)),
  }))
}

export function movedSection(document: PageDocument, from: number, to: number): PageDocument {
  const one = document.sections[from]
  if (!one || to < 0 || to >= document.sections.length) return document
  return withSections(document, document.sections.toSpliced(from, 1).toSpliced(to, 0, one))
}

export const withoutSection = (document: PageDocument, at: number): PageDocument =>
  withSections(document, document.sections.toSpliced(at, 1))

export const withTheme = (document: PageDocument, change: Partial<PageDocument['theme']>): PageDocument => ({
  ...document,
  theme: { ...document.theme, ...change },
})
