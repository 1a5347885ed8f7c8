import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { topics } from '../../contract.ts'
import type { Entry, ThreadStore } from './use-thread.ts'

/** One comment of an item is the best: another that is marked takes its place. */
export default function BestButton({ entry, store }: { entry: Entry; store: ThreadStore }) {
  const t = useText('topics')
  const { busy, run } = useAction()
  const { id, best } = entry
  const toggle = () =>
    run(async () => {
      await call(best ? topics.unmarkBest : topics.markBest, { params: { id } })
      store.setBest(best ? undefined : entry)
    })
  return (
    <button type="button" className="dis-action" aria-pressed={best} disabled={busy} onClick={() => void toggle()}>
      <Icon name="star" size={16} /> {t('comment.markBest')}
    </button>
  )
}
