import { type TextOf, useText } from '#web/i18n/texts.ts'
import { dateText } from '#web/ui/date.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Retraining } from '../../contract/learning.ts'

/** The last day of the time until which it is asked for. */
const dayOf = (dueAt: number) => dateText(dueAt - 1, 'day')

function dueText(t: TextOf, { dueAt }: Retraining): string {
  if (dueAt === null) return t('retraining.open')
  return t(dueAt > Date.now() ? 'retraining.due' : 'retraining.overdue', { day: dayOf(dueAt) })
}

/** The same in a few words, for lists. */
export function retrainingText(t: TextOf, { dueAt }: Retraining): string {
  return dueAt === null ? t('retraining.title') : t('retraining.until', { day: dayOf(dueAt) })
}

/** The course is finished, and asked for once more: until when, and how far that is. */
export function RetrainingNote({ retraining }: { retraining: Retraining }) {
  const t = useText('courses')
  const { percent, finishedCount, requiredCount } = retraining
  return (
    <div className="sy-grid sy-gap-2 co-retraining" role="note">
      <strong>
        <Icon name="refresh" size={16} />
        {t('retraining.title')}
      </strong>
      <p>{dueText(t, retraining)}</p>
      <span className="sy-row sy-gap-3 sy-note-tiny co-line">
        <span
          className="co-line-track"
          role="progressbar"
          aria-label={t('retraining.progress')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <i style={{ width: `${percent}%` }} />
        </span>
        <span className="sy-number">{t('retraining.count', { finished: finishedCount, required: requiredCount })}</span>
      </span>
    </div>
  )
}
