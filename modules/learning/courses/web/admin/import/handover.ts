/** What a new course is made of, on the way from the list of courses to its editor: files cannot travel in an address. */
import type { PlannedChapter } from './outline.ts'

export interface Plan {
  /** Of the folder or archive. */
  readonly title: string
  readonly chapters: readonly PlannedChapter[]
}

const waiting = new Map<string, Plan>()

export function handOver(courseId: string, plan: Plan): void {
  waiting.set(courseId, plan)
}

/** It stays until `finish`: an editor that is drawn again finds it again. */
export const findHandedOver = (courseId: string): Plan | undefined => waiting.get(courseId)

export function finishHandover(courseId: string): void {
  waiting.delete(courseId)
}
