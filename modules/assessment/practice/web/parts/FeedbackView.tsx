import { Button } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import type { Answered, Feedback, Rating } from '../../contract/practicing.ts'

interface Props {
  readonly feedback: Feedback & Partial<Pick<Answered, 'standing'>>
  readonly busy: boolean
  readonly onRate: (rating: Rating) => void
}

/** Whether the answer was right, what the book makes of it, and how well the learner knew it. */
export function FeedbackView({ feedback, busy, onRate }: Props) {
  const t = useText('practice')
  const { verdict, share, mayRate, standing } = feedback
  const percent = verdict === 'partly' && share !== null ? t('run.partly', { percent: Math.round(share / 10) }) : ''
  return (
    <div className="pr-feedback sy-column sy-gap-3">
      <p className="pr-verdict" data-verdict={verdict ?? 'open'}>
        {t(`verdict.${verdict ?? 'open'}`)} {percent}
      </p>
      {standing?.inBook && (
        <p className="sy-note">
          {t('run.inBook', { count: standing.streak, max: standing.masterAfter })}
          {standing.dueInDays !== null && ` · ${t('run.dueIn', { count: standing.dueInDays })}`}
        </p>
      )}
      {standing?.isMastered && <p className="sy-note">{t('run.mastered')}</p>}
      {mayRate.length > 0 && (
        <fieldset className="sy-row sy-wrap sy-gap-2 qu-options-row" disabled={busy}>
          <legend className="sy-note">{t(verdict === 'right' ? 'run.howWell' : 'run.rateYourself')}</legend>
          {mayRate.map((rating, at) => (
            <Button key={rating} size="small" aria-keyshortcuts={String(at + 1)} onClick={() => onRate(rating)}>
              {t(`rating.${rating}`)}{' '}
              <span className="pr-key" aria-hidden="true">
                {at + 1}
              </span>
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
