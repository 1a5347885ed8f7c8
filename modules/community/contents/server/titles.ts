/** Titles: unique in an account, however they are typed (COMMUNITY-081). */
import { refuse } from '#kit/errors.ts'
import { TITLE_TAKEN } from '../contract/codes.ts'

/** Ignores width, case and spaces. */
export function titleKey(title: string): string {
  return title.normalize('NFKC').toLowerCase().replace(/\s+/gu, '')
}

/** The index refuses the second of two with one title, also where they come at once. */
export async function refusingTakenTitle<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code === '23505' && constraint === 'content_title') throw refuse(TITLE_TAKEN)
    throw error
  }
}
