import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useBilingual, useLanguage, useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { fullNumber } from '#web/ui/number.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { type OverviewFigure, overviewSections } from '../../contract/overview.ts'
import { operations } from '../../contract.ts'
import { sizeText } from '../parts/amounts.ts'
import './overview.css'

const LOOK_AGAIN_MS = 60_000

/** The administration's first page: what modules count for the caller, each figure a link to the list behind it. */
export default function OverviewPage() {
  const t = useText('operations')
  const overview = useQuery({ ...q(operations.overview), refetchInterval: LOOK_AGAIN_MS })
  const figures = overview.data?.figures ?? []
  return (
    <>
      <PageHeader
        title={t('overview.title')}
        description={
          overview.data ? (
            <>
              {t('overview.asOf')} <DateText value={overview.dataUpdatedAt} />
            </>
          ) : (
            t('overview.description')
          )
        }
      />
      {overview.isPending && <LoadingState shape="cards" rows={6} />}
      {overview.isError && !overview.data && (
        <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />
      )}
      {overview.data && figures.length === 0 && (
        <EmptyState title={t('overview.none')} description={t('overview.noneHint')} />
      )}
      <div className="overview">
        {overviewSections.map((section) => {
          const own = figures.filter((figure) => figure.section === section)
          if (own.length === 0) return null
          return (
            <section key={section} className={`overview-${section}`} aria-labelledby={`overview-${section}`}>
              <h2 id={`overview-${section}`}>{t(`overview.sections.${section}`)}</h2>
              {section === 'waiting' ? (
                <Waiting figures={own} />
              ) : (
                <ul className="sy-plain-list overview-cards">
                  {own.map((figure) => (
                    <li key={figure.key}>
                      <Card figure={figure} />
                    </li>
                  ))}
                </ul>
              )}
            </section>
          )
        })}
      </div>
    </>
  )
}

function Amount({ figure: { value, unit, of } }: { figure: OverviewFigure }) {
  // The note below says it in words.
  if (value === null) return <span aria-hidden="true">—</span>
  if (unit === 'bytes') return <>{sizeText(value)}</>
  if (of === undefined) return <NumberText value={value} />
  return <>{of === 0 ? '—' : `${Math.floor((value / of) * 100)}%`}</>
}

function Card({ figure }: { figure: OverviewFigure }) {
  const t = useText('operations')
  const say = useBilingual()
  const language = useLanguage()
  const { value, of, parts } = figure
  const isKnown = value !== null
  const most = Math.max(1, ...parts.map((part) => part.value))
  return (
    <Link to={figure.link} className="sy-card overview-card">
      <span className="overview-label">
        {say(figure.label)}
        <Icon name="chevron-right" size={16} />
      </span>
      <strong data-alarm={figure.isAlarm && isKnown && value > 0}>
        <Amount figure={figure} />
      </strong>
      {isKnown && of !== undefined && (
        <span className="overview-bar" aria-hidden="true">
          <span style={{ inlineSize: `${of === 0 ? 0 : (value / of) * 100}%` }} />
        </span>
      )}
      {isKnown && of !== undefined && (
        <small className="sy-note">
          {t('overview.ofAll', { value: fullNumber(value, language), of: fullNumber(of, language) })}
        </small>
      )}
      <small className="sy-note">{isKnown ? say(figure.hint) : t('overview.unknown')}</small>
      {parts.length > 0 && (
        <ul className="sy-plain-list overview-parts">
          {parts.map((part) => (
            <li key={part.id}>
              <span>{part.name}</span>
              <span className="overview-bar" aria-hidden="true">
                <span style={{ inlineSize: `${(part.value / most) * 100}%` }} />
              </span>
              <NumberText value={part.value} />
            </li>
          ))}
        </ul>
      )}
    </Link>
  )
}

/** What waits for somebody: rows, those with something first. */
function Waiting({ figures }: { figures: readonly OverviewFigure[] }) {
  const t = useText('operations')
  const say = useBilingual()
  // What is unknown may wait as well.
  const inOrder = figures.toSorted((one, other) => Number(other.value !== 0) - Number(one.value !== 0))
  return (
    <ul className="sy-plain-list sy-card overview-waiting-list">
      {inOrder.map((figure) => (
        <li key={figure.key}>
          <Link to={figure.link}>
            <span>
              {say(figure.label)}
              <small className="sy-note">{figure.value === null ? t('overview.unknown') : say(figure.hint)}</small>
            </span>
            <strong data-none={figure.value === 0}>
              <Amount figure={figure} />
            </strong>
            <Icon name="chevron-right" size={16} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
