import { useText } from '#web/i18n/texts.ts'

interface Props {
  readonly done: number
  readonly learning: number
  readonly notStarted: number
}

/** How many learners are done, under way, and not started: a bar, and the same in words. */
export function ShareBar({ done, learning, notStarted }: Props) {
  const t = useText('courses')
  const all = done + learning + notStarted
  const width = (count: number) => `${all === 0 ? 0 : (count / all) * 100}%`
  return (
    <span className="co-share">
      <span className="co-share-bar" aria-hidden="true">
        <i data-state="done" style={{ width: width(done) }} />
        <i data-state="learning" style={{ width: width(learning) }} />
      </span>
      <small>{t('board.shares', { done, learning, notStarted })}</small>
    </span>
  )
}
