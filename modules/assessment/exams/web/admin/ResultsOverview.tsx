import { Link } from 'react-router'
import { pointsOfTenths } from '#modules/assessment/questions/contract.ts'
import { type TextOf, useText } from '#web/i18n/texts.ts'
import { BarChart } from '#web/ui/BarChart.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { distributionSteps, type ExamResults } from '../../contract/results.ts'
import { examPaths } from '../paths.ts'

const pointsOf = (hundredths: number): string => String(Math.round(hundredths) / 100)

/** Figures, the distribution of scores, and how far they can be relied on. */
export function ResultsOverview({ results }: { results: ExamResults }) {
  const t = useText('exams')
  const { assigned, started, toGrade, scores } = results
  const counts = (
    <Facts
      shape="figures"
      items={[
        [t('results.assigned'), String(assigned)],
        [t('results.started'), String(started)],
        [t('results.toGrade'), String(toGrade)],
        [t('results.scored'), String(scores?.count ?? 0)],
        scores !== null && [t('results.passRate'), `${Math.round((100 * scores.passed) / scores.count)}%`],
      ]}
    />
  )
  return (
    <div className="er-overview">
      <div className="sy-card">{counts}</div>
      {scores === null ? (
        <EmptyState
          title={t('results.none')}
          description={t(toGrade > 0 ? 'results.noneToGrade' : 'results.noneHint')}
          action={
            toGrade > 0 && (
              <Link className="sy-button" to={examPaths.markingOf(results.examId)}>
                {t('results.toMarking')}
              </Link>
            )
          }
        />
      ) : (
        <>
          <div className="sy-card">
            <Facts
              label={t('results.scores')}
              items={[
                [t('results.mean'), pointsOf(scores.mean)],
                [t('results.median'), pointsOf(scores.median)],
                scores.deviation !== null && [t('results.deviation'), pointsOf(scores.deviation)],
                [t('results.range'), `${pointsOf(scores.lowest)}–${pointsOf(scores.highest)}`],
                scores.totalTenths !== null && [t('results.total'), pointsOfTenths(scores.totalTenths)],
                ...reliabilityFacts(results, t),
              ]}
            />
          </div>
          <div className="sy-card">
            <Distribution scores={scores} passTenths={results.passTenths} />
          </div>
        </>
      )}
    </div>
  )
}

function reliabilityFacts({ reliability }: ExamResults, t: TextOf) {
  if (reliability === null) return [[t('results.alpha'), t('results.notComputed')]] as const
  const { alpha, error, obstacle, attempts, items } = reliability
  if (alpha === null || error === null)
    return [[t('results.alpha'), t(`results.obstacle.${obstacle ?? 'too-few'}`)]] as const
  return [
    [t('results.alpha'), t('results.alphaValue', { alpha: alpha.toFixed(2).replace('-', '−'), n: attempts, k: items })],
    [t('results.error'), t('results.errorValue', { value: error.toFixed(1) })],
  ] as const
}

interface DistributionProps {
  readonly scores: NonNullable<ExamResults['scores']>
  readonly passTenths: number | null
}

function Distribution({ scores, passTenths }: DistributionProps) {
  const t = useText('exams')
  const { distribution, totalTenths } = scores
  const step = 100 / distributionSteps
  const passes = (at: number) =>
    passTenths === null || totalTenths === null || (totalTenths * (at + 1)) / distributionSteps > passTenths
  return (
    <BarChart
      title={t('results.distribution')}
      note={passTenths === null ? t('results.distributionNote') : t('results.passNote', { points: passTenths / 10 })}
      shape="columns"
      labelHeading={t('results.shareOfTotal')}
      valueHeading={t('results.peopleCount')}
      bars={distribution.map((value, at) => ({
        key: String(at),
        label: `${at * step}–${(at + 1) * step}%`,
        value,
        ...(!passes(at) && { tone: 'muted' as const }),
      }))}
    />
  )
}
