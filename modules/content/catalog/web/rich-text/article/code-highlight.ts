/** Colors for code, fetched with the first code that a screen shows; twenty languages. */
import type { CodeLanguage } from '../../../contract/article.ts'

export type Highlight = (code: string, language: string) => string | undefined

/** Coloring takes time that grows with the code; longer code stays plain. */
const colorLengthMax = 20_000

let loading: Promise<Highlight> | undefined

async function load(): Promise<Highlight> {
  const [{ default: engine }, { languages }] = await Promise.all([
    import('highlight.js/lib/core'),
    import('./code-languages.ts'),
  ])
  for (const [name, language] of Object.entries(languages)) engine.registerLanguage(name, language)
  return (code, language) =>
    code.length <= colorLengthMax && Object.hasOwn(languages, language)
      ? engine.highlight(code, { language: language as CodeLanguage, ignoreIllegals: true }).value
      : undefined
}

export function loadHighlight(): Promise<Highlight> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}
