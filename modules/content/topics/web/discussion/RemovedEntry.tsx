import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { topics } from '../../contract.ts'
import type { Entry, ThreadStore } from './use-thread.ts'

/** Words that were taken away: who did it, why, and the way back. */
export default function RemovedEntry({ entry, store }: { entry: Entry; store: ThreadStore }) {
  const t = useText('topics')
  const { run } = useAction()
  const restore = () =>
    run(async () => {
      const { content } = await call(topics.restoreComment, { params: { id: entry.id } })
      store.change(entry.id, () => ({
        content,
        removed: null,
        removedReason: null,
        mayRestore: false,
        mayRemove: true,
      }))
      store.count(1)
    })
  return (
    <p className="sy-row sy-wrap dis-removed">
      {t(entry.removed === 'moderator' ? 'comment.removedByModerator' : 'comment.removed')}
      {entry.removedReason && <span>{t('comment.because', { reason: entry.removedReason })}</span>}
      {entry.mayRestore && (
        <button type="button" className="dis-action" onClick={() => void restore()}>
          <Icon name="undo" size={16} /> {t('comment.undo')}
        </button>
      )}
    </p>
  )
}
