import type { ReactNode } from 'react'
import { useFormulas } from './formulas.ts'

interface Props {
  readonly latex: string
  /** Shown in its place where it cannot be read. */
  readonly wrong?: (reason: string) => ReactNode
}

/** One formula; its LaTeX until it is drawn. */
export function Formula({ latex, wrong }: Props) {
  const formulas = useFormulas(true)
  const problem = formulas?.problemOf(latex)
  if (problem !== undefined && wrong) return wrong(problem)
  if (!formulas) return <span>{latex}</span>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: KaTeX escapes what it is given, and trusts no command.
  return <span dangerouslySetInnerHTML={{ __html: formulas.draw(latex) }} />
}
