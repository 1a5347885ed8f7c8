import { type TextOf, useText } from '#web/i18n/texts.ts'
import { dateText } from '#web/ui/date.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Retraining } from '../../contract/learning.ts'

/** The day by which it is asked for: a certificate holds to the end of the day before. */
export function dueText(t: TextOf, { dueAt }: Pick<Retraining, 'dueAt'>): string {
  if (dueAt === null) return t('retraining.open')
  return t(dueAt > Date.now() ? 'retraining.due' : 'retraining.overdue', { day: dateText(dueAt - 1, 'day') })
}

/** The course is finished, and asked for once more: until when, and how far that is. */
export function RetrainingNote({ retraining }: { retraining: Retraining }) {
  const t = useText('courses')
  const { percent, finishedCount, requiredCount } = retraining
  return (
    <div className="co-retraining" role="note">
      <strong>
        <Icon name="refresh" size={16} />
        {t('retraining.title')}
      </strong>
      <p>{dueText(t, retraining)}</p>
      <span className="co-line">
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
