import { useText } from '#web/i18n/texts.ts'
import type { Standing } from '../../contract/conditions.ts'

const keyOf = ({ kind, actual, isMet }: Standing, isOwn: boolean) => {
  if (kind === 'score') return isOwn ? 'standing.scoreOwn' : actual === null ? 'standing.scoreNone' : 'standing.score'
  return kind === 'activity' && isMet ? 'standing.activityMet' : `standing.${kind}`
}

/** One condition and where somebody stands with it. `isOwn`: a participant reads it, who is shown no score here. */
export function StandingText({ standing, isOwn = false }: { standing: Standing; isOwn?: boolean }) {
  const t = useText('graduation')
  const { kind, name, actual, needed } = standing
  const [have, need] = [actual ?? 0, needed].map((value) => (kind === 'credit' ? value / 100 : value))
  return <>{t(keyOf(standing, isOwn), { name, actual: String(have), needed: String(need) })}</>
}
