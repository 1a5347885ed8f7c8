import './article.css'
import '#web/ui/prose.css'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { useFormulas } from '#web/ui/formulas.ts'
import { type ArticleHeading, drawArticle } from './article-markup.ts'
import { type Highlight, loadHighlight } from './code-highlight.ts'
import { PictureViewer } from './PictureViewer.tsx'

export interface ArticleViewProps {
  /** Cleaned by the server (`cleanArticle`). */
  readonly html: string
  /** The headings with the ids that they have on this page, for an outline beside the text. */
  readonly onHeadings?: (headings: readonly ArticleHeading[]) => void
}

function useHighlight(isWanted: boolean): Highlight | undefined {
  const [highlight, setHighlight] = useState<{ readonly color: Highlight }>()
  useEffect(() => {
    if (!isWanted) return
    let isShown = true
    // Without it the code stays to be read.
    void loadHighlight().then(
      (color) => isShown && setHighlight({ color }),
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [isWanted])
  return highlight?.color
}

/** An article as it is read. */
export default function ArticleView({ html, onHeadings }: ArticleViewProps) {
  const t = useText('catalog')
  const prefix = `a${useId().replace(/[^\w-]/g, '')}`
  const formulas = useFormulas(html.includes('data-latex'))
  const highlight = useHighlight(html.includes('class="language-'))
  const [opened, setOpened] = useState<number>()
  const drawn = useMemo(
    () => drawArticle(html, { prefix, formulas, highlight, t, origin: window.location.origin }),
    [html, prefix, formulas, highlight, t],
  )
  const tell = useRef(onHeadings)
  tell.current = onHeadings
  const summary = JSON.stringify(drawn.headings)
  useEffect(() => tell.current?.(JSON.parse(summary) as ArticleHeading[]), [summary])
  // The same object as long as the text is the same: React would else write it again, and a selection would be lost.
  const inner = useMemo(() => ({ __html: drawn.html }), [drawn.html])
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is pressed are the buttons of the pictures. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: buttons answer to keys by themselves. */}
      <div
        className="sy-prose sy-article sy-article-view"
        onClick={(event) => {
          const opener = (event.target as Element).closest<HTMLElement>('button[data-picture]')
          if (opener) setOpened(Number(opener.dataset.picture))
        }}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has cut out everything that is not allowed.
        dangerouslySetInnerHTML={inner}
      />
      {opened !== undefined && (
        <PictureViewer pictures={drawn.pictures} first={opened} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}
