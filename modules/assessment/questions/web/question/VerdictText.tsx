import { useText } from '#web/i18n/texts.ts'
import type { Verdict } from '../../contract/scoring.ts'

/** What an answer came to, in a word or two. */
export function VerdictText({ verdict }: { verdict: Verdict }) {
  const t = useText('questions')
  return t(`verdict.${verdict}`)
}
