/** The way to a question about what is on the screen: an item, a second of its video, a page of its document. */
import { askPaths } from './paths.ts'

export interface AskedAbout {
  /** The item that the question is about. */
  readonly businessType: number
  readonly businessId: string
  readonly name: string
  /** Its screen, as the router writes it: the question leads back to it. */
  readonly from: string
  readonly sectionId?: string | undefined
  /** Where in it, in a video. */
  readonly second?: number | undefined
  /** Where in it, in a document. */
  readonly page?: number | undefined
}

/** The form with all that `sourceOf` reads. */
export function askAboutPath(about: AskedAbout): string {
  const given = Object.entries(about).filter(([, value]) => value !== undefined)
  return `${askPaths.new}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}
