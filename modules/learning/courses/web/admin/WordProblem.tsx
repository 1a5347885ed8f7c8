import type { Hit } from '#modules/platform/words/contract.ts'
import { MarkedText } from '#modules/platform/words/web.tsx'
import { useText } from '#web/i18n/texts.ts'

interface Props {
  readonly hits: readonly Hit[]
  /** The plain text that was checked, to show the words in their place; without it they are named. */
  readonly text?: string
}

/** Which sensitive words keep a text from being saved. */
export function WordProblem({ hits, text }: Props) {
  const t = useText('courses')
  const words = [...new Set(hits.map(({ word }) => word))].join('、')
  return (
    <>
      {t('authoring.sensitive', { words })}
      {text !== undefined && (
        <span className="co-marked">
          <MarkedText text={text} hits={hits} />
        </span>
      )}
    </>
  )
}
