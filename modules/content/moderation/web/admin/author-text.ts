import type { TextOf } from '#web/i18n/texts.ts'
import type { CaseRow } from '../../contract.ts'

/** Who wrote it: the name, that the author wrote without one, or that the account has gone. */
export function authorText(t: TextOf, { author, isAnonymous }: Pick<CaseRow, 'author' | 'isAnonymous'>): string {
  return author?.memberFullName ?? t(isAnonymous ? 'case.anonymous' : 'case.nobody')
}
