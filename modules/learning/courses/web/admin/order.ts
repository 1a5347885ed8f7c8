/** The order of chapters and their sections while it is being changed. Pure functions. */
import type { EditedCourse } from '../../contract/authoring.ts'

export interface ChapterOrder {
  readonly id: string
  readonly sectionIds: readonly string[]
}
export type Order = readonly ChapterOrder[]

export function orderOf(chapters: EditedCourse['chapters']): Order {
  return chapters.map(({ id, sections }) => ({ id, sectionIds: sections.map((section) => section.id) }))
}

export function sameOrder(one: Order, other: Order): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function chapterOfSection(order: Order, sectionId: string): string | undefined {
  return order.find(({ sectionIds }) => sectionIds.includes(sectionId))?.id
}

export function moveChapter(order: Order, id: string, overId: string): Order {
  const from = order.findIndex((chapter) => chapter.id === id)
  const to = order.findIndex((chapter) => chapter.id === overId)
  const chapter = order[from]
  if (!chapter || to < 0) return order
  const rest = order.filter((each) => each.id !== id)
  return [...rest.slice(0, to), chapter, ...rest.slice(to)]
}

/** One place up or down. */
export function stepChapter(order: Order, id: string, step: -1 | 1): Order {
  const other = order[order.findIndex((chapter) => chapter.id === id) + step]
  return other ? moveChapter(order, id, other.id) : order
}

/** One place up or down; beyond the end of its chapter, into the next one. */
export function stepSection(order: Order, id: string, step: -1 | 1): Order {
  const at = order.findIndex(({ sectionIds }) => sectionIds.includes(id))
  const sectionIds = order[at]?.sectionIds ?? []
  const neighbor = sectionIds[sectionIds.indexOf(id) + step]
  if (neighbor !== undefined) return moveSection(order, id, neighbor)
  const next = order[at + step]
  if (!next) return order
  // Down, it comes first in the next chapter; up, last in the one before.
  return moveSection(order, id, step > 0 ? (next.sectionIds[0] ?? next.id) : next.id)
}

/** Puts the section where another section is, or at the end of a chapter. */
export function moveSection(order: Order, id: string, overId: string): Order {
  if (id === overId) return order
  const from = chapterOfSection(order, id)
  const to = chapterOfSection(order, overId) ?? order.find((chapter) => chapter.id === overId)?.id
  if (from === undefined || to === undefined) return order
  return order.map((chapter) => {
    const without = chapter.sectionIds.filter((sectionId) => sectionId !== id)
    if (chapter.id !== to) return from === chapter.id ? { ...chapter, sectionIds: without } : chapter
    const place = chapter.sectionIds.indexOf(overId)
    const at = place < 0 ? without.length : place
    return { ...chapter, sectionIds: [...without.slice(0, at), id, ...without.slice(at)] }
  })
}
