/** Formulas, written as LaTeX. What draws them is fetched with the first one that a screen shows. */
import { useEffect, useState } from 'react'

export interface Formulas {
  /** HTML with MathML beside it for screen readers; an unreadable formula shows its LaTeX. */
  readonly draw: (latex: string) => string
  /** What is wrong with it. */
  readonly problemOf: (latex: string) => string | undefined
}

let loading: Promise<Formulas> | undefined

async function load(): Promise<Formulas> {
  const [{ default: katex }] = await Promise.all([import('katex'), import('katex/dist/katex.min.css')])
  const options = { trust: false, strict: 'ignore', maxExpand: 200, maxSize: 20 } as const
  return {
    draw: (latex) => katex.renderToString(latex, { ...options, throwOnError: false }),
    problemOf: (latex) => {
      try {
        katex.renderToString(latex, { ...options, throwOnError: true })
        return undefined
      } catch (error) {
        return error instanceof Error ? error.message.replace(/^KaTeX parse error: /, '') : String(error)
      }
    },
  }
}

export function loadFormulas(): Promise<Formulas> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** What draws formulas, once it is there; it is fetched where it is wanted. */
export function useFormulas(isWanted: boolean): Formulas | undefined {
  const [formulas, setFormulas] = useState<Formulas>()
  useEffect(() => {
    if (!isWanted) return
    let isShown = true
    // Without it the LaTeX stays to be read.
    void loadFormulas().then(
      (found) => isShown && setFormulas(found),
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [isWanted])
  return formulas
}
