import type { Output } from '#kit/contract.ts'
import { useText } from '#web/i18n/texts.ts'
import type { study } from '../../contract.ts'
import { amountText } from '../parts/amounts.ts'

type Years = Output<typeof study.creditYears>

/** What there is in all, and where this year's came from; beside it what a maximum leaves. */
export function YearsCard({ years, name }: { years: Years; name: string }) {
  const t = useText('study')
  const shown = years.items.find(({ current }) => current) ?? years.items[0]
  if (!shown) return null
  const largest = Math.max(...shown.rules.map(({ score, maxScore }) => Number(maxScore ?? score)), 1)
  return (
    <div className="sy-card st-years">
      <div className="st-total">
        <span className="sy-faint">{t('history.total', { name })}</span>
        <strong>{amountText(years.total)}</strong>
        <span className="sy-faint sy-number">
          {t('history.yearTotal', { year: shown.year, score: amountText(shown.score) })}
        </span>
      </div>
      <ul className="sy-grid sy-gap-3 st-rules">
        {shown.rules.map((rule) => {
          const full = rule.availableScore === '0'
          const share = Math.min(100, (Number(rule.score) * 100) / Number(rule.maxScore ?? largest))
          return (
            <li key={rule.businessType} className="sy-grid sy-gap-3 st-rule">
              <span>{rule.rule}</span>
              <span className="st-bar" data-full={full} aria-hidden="true">
                <i style={{ width: `${share}%` }} />
              </span>
              <span className="sy-number">
                {amountText(rule.score)}{' '}
                {rule.maxScore !== null && rule.availableScore !== null && (
                  <small className="sy-faint">
                    {t('history.ofMax', { left: amountText(rule.availableScore), max: amountText(rule.maxScore) })}
                  </small>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
