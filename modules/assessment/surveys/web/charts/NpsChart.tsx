import './charts.css'
import type { CSSProperties } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { BarChart } from '#web/ui/BarChart.tsx'
import { netPromoter, percentOf } from './shares.ts'

interface Props {
  readonly caption: string
  /** How many gave each score from 0 to 10. */
  readonly counts: readonly number[]
}

const toneOf = (score: number) => (score >= 9 ? 'good' : score <= 6 ? 'bad' : 'muted')
const groups = ['detractors', 'passives', 'promoters'] as const

/** The net promoter score, the three groups that make it, and the scores themselves. */
export function NpsChart({ caption, counts }: Props) {
  const t = useText('surveys')
  const nps = netPromoter(counts)
  return (
    <div className="sy-column sy-gap-4">
      <div className="sv-nps">
        <p className="sv-nps-score">
          <strong>{nps.score === null ? '—' : `${nps.score > 0 ? '+' : ''}${nps.score}`}</strong>
          <span>{t('report.nps')}</span>
        </p>
        <div className="sv-nps-groups">
          <div className="sv-nps-bar" aria-hidden="true">
            {groups.map((group) => (
              <span
                key={group}
                data-group={group}
                style={{ '--sv-share': percentOf(nps[group], nps.all) } as CSSProperties}
              />
            ))}
          </div>
          <ul>
            {groups.map((group) => (
              <li key={group} data-group={group}>
                {t(`report.npsGroup.${group}`)} <b>{percentOf(nps[group], nps.all)}%</b> <small>{nps[group]}</small>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <BarChart
        isTitled
        title={caption}
        shape="columns"
        labelHeading={t('report.score')}
        valueHeading={t('report.count')}
        bars={counts.map((value, score) => ({ key: String(score), label: String(score), value, tone: toneOf(score) }))}
      />
    </div>
  )
}
