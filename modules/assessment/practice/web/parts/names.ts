import type { TextOf } from '#web/i18n/texts.ts'

/** What a practice is called: one from the own book has no name of its own. */
export function practiceName(t: TextOf, { name, source }: { readonly name: string; readonly source: string }): string {
  if (name !== '') return name
  return t(source === 'due' ? 'due.title' : 'run.wrong')
}
