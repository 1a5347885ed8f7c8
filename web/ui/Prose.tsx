import './prose.css'
import { useMemo } from 'react'
import { type Formulas, useFormulas } from './formulas.ts'

interface Props {
  /** Cleaned by the server, or written in this browser. */
  readonly html: string
  readonly id?: string
  readonly className?: string
  /** Inside a line or a button: without paragraphs of its own. */
  readonly inline?: boolean
}

/** The same HTML with its formulas drawn. */
function withFormulas(html: string, formulas: Formulas): string {
  const holder = document.createElement('template')
  holder.innerHTML = html
  for (const formula of holder.content.querySelectorAll<HTMLElement>('span[data-latex]')) {
    formula.innerHTML = formulas.draw(formula.dataset.latex ?? '')
  }
  return holder.innerHTML
}

/** Rich text as it is read, with its formulas. */
export function Prose({ html, id, className = '', inline = false }: Props) {
  const formulas = useFormulas(html.includes('data-latex'))
  const shown = useMemo(() => (formulas ? withFormulas(html, formulas) : html), [html, formulas])
  const Tag = inline ? 'span' : 'div'
  return (
    <Tag
      id={id}
      className={`sy-prose ${className}`.trim()}
      data-inline={inline || undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has cut out everything that is not allowed.
      dangerouslySetInnerHTML={{ __html: shown }}
    />
  )
}
