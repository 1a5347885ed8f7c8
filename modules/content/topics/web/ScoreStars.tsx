import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { isRefusal } from '#web/api/call-error.ts'
import { call, q, queryClient } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import { ALREADY_SCORED } from '../contract/codes.ts'
import { SCORE_MAX, type ScoreFigures } from '../contract/scores.ts'
import { topics } from '../contract.ts'
import './topics.css'

export interface ScoreStarsProps {
  readonly businessType: number
  readonly businessId: string
}

const stars = Array.from({ length: SCORE_MAX }, (_, index) => index + 1)

function Star({ full, size = 26 }: { full: boolean; size?: number }) {
  return (
    <svg className="topics-star" data-full={full} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d="m12 3.500 2.600 5.400 5.900.8-4.300 4.100 1.100 5.900-5.300-2.900-5.300 2.900 1.100-5.900L3.500 9.700l5.900-.8L12 3.500Z" />
    </svg>
  )
}

/** The average, how the scores are spread, and the own score: chosen, then given, for it is given once. */
export default function ScoreStars({ businessType, businessId }: ScoreStarsProps) {
  const t = useText('topics')
  const options = q(topics.findScore, { query: { businessType, businessId } }, { quiet: true })
  const { data } = useQuery(options)
  if (!data) return null
  return (
    <div className="topics-score-place">
      <section className="topics-score" aria-label={t('score.title')}>
        <div>
          <p className="topics-average">
            <strong className="sy-number">{data.scoreCount === 0 ? '—' : data.avgScore.toFixed(1)}</strong>
            <span className="sy-faint">{t('score.count', { count: data.scoreCount })}</span>
          </p>
          {data.score !== null && <Own score={data.score} />}
          {data.score === null && data.mayScore && (
            <Giving
              onGive={async (score) => {
                const body = { businessType, businessId, score }
                const given = await call(topics.giveScore, { body }, { handles: [ALREADY_SCORED] })
                queryClient.setQueryData(options.queryKey, given)
              }}
            />
          )}
        </div>
        {data.scoreCount > 0 && <Bars figures={data} />}
      </section>
    </div>
  )
}

function Own({ score }: { score: number }) {
  const t = useText('topics')
  return (
    <p className="sy-row sy-wrap topics-own">
      <span className="sy-faint">{t('score.own')}</span>
      <span className="topics-stars" role="img" aria-label={t('score.stars', { count: score })}>
        {stars.map((star) => (
          <Star key={star} full={star <= score} size={18} />
        ))}
      </span>
    </p>
  )
}

function Giving({ onGive }: { onGive: (score: number) => Promise<void> }) {
  const t = useText('topics')
  const name = useId()
  const [chosen, setChosen] = useState<number>()
  const [hovered, setHovered] = useState<number>()
  const { busy, run } = useAction()
  const give = (score: number) =>
    run(() => onGive(score), {
      done: t('score.thanks'),
      onFailure: (error) => {
        // Given on another device meanwhile.
        if (isRefusal(error, ALREADY_SCORED)) notify('info', t('score.already'))
      },
    })
  return (
    <div className="sy-row sy-wrap topics-own">
      <fieldset className="topics-stars" aria-label={t('score.choose')} onMouseLeave={() => setHovered(undefined)}>
        {stars.map((star) => (
          <label key={star} onMouseEnter={() => setHovered(star)}>
            <input
              type="radio"
              name={name}
              value={star}
              checked={chosen === star}
              aria-label={t('score.stars', { count: star })}
              onChange={() => setChosen(star)}
            />
            <Star full={star <= (hovered ?? chosen ?? 0)} />
          </label>
        ))}
      </fieldset>
      {chosen !== undefined && (
        <button
          type="button"
          className="sy-button sy-button-small"
          disabled={busy}
          aria-busy={busy}
          onClick={() => void give(chosen)}
        >
          {t('score.give', { count: chosen })}
        </button>
      )}
    </div>
  )
}

function Bars({ figures: { distribution, scoreCount } }: { figures: ScoreFigures }) {
  const t = useText('topics')
  return (
    <ul className="sy-plain-list topics-bars">
      {stars.toReversed().map((star) => {
        const count = distribution[star - 1] ?? 0
        const share = Math.round((count / scoreCount) * 100)
        return (
          <li key={star} aria-label={t('score.share', { score: star, count })}>
            <span aria-hidden="true">{t('score.short', { score: star })}</span>
            <i style={{ '--share': `${share}%` } as object} />
            <span aria-hidden="true" className="sy-number">
              {share}%
            </span>
          </li>
        )
      })}
    </ul>
  )
}
