/** Violations of unique indexes as refusals: of two callers who want the same at once, the database decides who was first. */
import { type ErrorCode, refuse } from '#kit/errors.ts'

/** What a violation of an index or constraint means, by its name. */
export type TakenMeanings = Readonly<Record<string, ErrorCode>>

/** Runs a statement; a value that another row has already is refused with the code of the index that says so. */
export async function refusingTaken<T>(meanings: TakenMeanings, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    const meaning = code === '23505' && constraint !== undefined ? meanings[constraint] : undefined
    throw meaning === undefined ? error : refuse(meaning)
  }
}
