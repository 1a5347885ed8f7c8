import type { Language } from '#kit/caller.ts'

const KEY = 'shuyuan.language'

export const languages: readonly Language[] = ['cn', 'en']

function read(): Language {
  try {
    return localStorage.getItem(KEY) === 'en' ? 'en' : 'cn'
  } catch {
    return 'cn'
  }
}

let current: Language = read()

/** The language of the screen: Chinese until another is chosen (SHELL-009). */
export function currentLanguage(): Language {
  return current
}

/** Keeps the choice for reloads and new tabs (SHELL-011). Screens change it through `switchLanguage` of texts.ts. */
export function keepLanguage(language: Language): void {
  current = language
  localStorage.setItem(KEY, language)
}

/** A text that stands with its code, in both languages: titles of screens and of menu entries. */
export type Bilingual = Readonly<Record<Language, string>>
