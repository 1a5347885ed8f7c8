import { useText } from '#web/i18n/texts.ts'
import type { WordLevel } from '../../contract.ts'

/** The level of a word. */
export function LevelTag({ level }: { level: WordLevel }) {
  const t = useText('words')
  return (
    <span className="words-level" data-level={level}>
      {t(`level.${level}`)}
    </span>
  )
}
