/** Texts of a page in one language; an empty one is shown in the other. */
import type { Language } from '#kit/caller.ts'

export function inLanguage(text: { readonly cn: string; readonly en: string } | undefined, language: Language): string {
  if (!text) return ''
  return (language === 'en' ? text.en || text.cn : text.cn || text.en) || ''
}
