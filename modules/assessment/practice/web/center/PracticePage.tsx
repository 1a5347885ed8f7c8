import '../parts/practice.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { exams } from '#modules/assessment/exams/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { practice } from '../../contract.ts'
import { DueCard } from '../parts/DueCard.tsx'
import { practiceName } from '../parts/names.ts'
import { practicePaths, runPath } from '../paths.ts'

/** Everything that the member may practice. */
export default function PracticePage() {
  const t = useText('practice')
  const paging = usePaging()
  const [search, setSearch] = useSearch(paging)
  const query = { page: paging.page, pageSize: paging.pageSize, search }
  const { data, isPending, isError, error, refetch } = useQuery({
    ...q(practice.practiceSets, { query }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader
        title={t('list.title')}
        description={t('list.description')}
        actions={
          <>
            <Link className="sy-button sy-button-plain sy-button-small" to={practicePaths.due}>
              {t('due.title')}
            </Link>
            <Link className="sy-button sy-button-plain sy-button-small" to={practicePaths.book}>
              {t('book.title')}
            </Link>
            <Link className="sy-button sy-button-plain sy-button-small" to={practicePaths.mastery}>
              {t('mastery.title')}
            </Link>
          </>
        }
      />
      <DueCard />
      <OpenPractices />
      <section className="pr-section">
        <h2>{t('list.sets')}</h2>
        <div className="sy-toolbar">
          <SearchBox label={t('list.search')} onSearch={setSearch} />
        </div>
        {isPending && <LoadingState rows={4} />}
        {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data?.recordCount === 0 && <EmptyState title={t(search ? 'list.noMatch' : 'list.none')} />}
        <ul className="pr-list">
          {data?.items.map(({ id, name, summary, authorName, publishedAt }) => (
            <li key={id} className="sy-card pr-item">
              <div>
                <h3>
                  <Link to={practicePaths.set(id)}>{name}</Link>
                </h3>
                {summary !== '' && <p>{summary}</p>}
                <p className="sy-faint sy-row sy-wrap sy-gap-3">
                  <span>{authorName}</span>
                  {publishedAt !== null && <DateText value={publishedAt} style="day" />}
                </p>
              </div>
              <Link className="sy-button sy-button-plain sy-button-small" to={practicePaths.set(id)}>
                {t('start.start')}
              </Link>
            </li>
          ))}
        </ul>
        {data && <Pager paging={paging} recordCount={data.recordCount} />}
      </section>
      <ExamSources />
    </>
  )
}

function OpenPractices() {
  const t = useText('practice')
  const { data, refetch } = useQuery(q(practice.openPractices, { query: { pageSize: 5 } }, { quiet: true }))
  if (!data || data.recordCount === 0) return null
  const discard = async (id: string) => {
    await call(practice.discardPractice, { params: { id } })
    await refetch()
  }
  return (
    <section className="pr-section">
      <h2>{t('list.open')}</h2>
      <ul className="pr-list">
        {data.items.map((one) => (
          <li key={one.id} className="sy-card pr-item">
            <div>
              <h3>
                <Link to={runPath(one.id, one.source)}>{practiceName(t, one)}</Link>
              </h3>
              <p className="sy-faint">
                {t('list.progress', { answered: one.answeredCount, total: one.questionCount })} ·{' '}
                <DateText value={one.savedAt} style="relative" />
              </p>
            </div>
            <span className="sy-row sy-gap-2">
              <Link className="sy-button sy-button-small" to={runPath(one.id, one.source)}>
                {t('list.resume')}
              </Link>
              <ConfirmButton
                question={t('list.discardAsk')}
                consequence={t('list.discardHint')}
                onConfirm={() => discard(one.id)}
              >
                {t('list.discard')}
              </ConfirmButton>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Exams whose paper may be viewed can be practiced. */
function ExamSources() {
  const t = useText('practice')
  const { data } = useQuery(q(exams.ownAttempts, { query: { pageSize: 50 } }, { quiet: true }))
  const viewable = new Map(
    (data?.items ?? []).filter((one) => one.mayViewPaper).map(({ examId, examName }) => [examId, examName]),
  )
  if (viewable.size === 0) return null
  return (
    <section className="pr-section">
      <h2>{t('list.exams')}</h2>
      <ul className="pr-list">
        {[...viewable].map(([id, name]) => (
          <li key={id} className="sy-card pr-item">
            <h3>
              <Link to={practicePaths.exam(id)}>{name}</Link>
            </h3>
            <Link className="sy-button sy-button-plain sy-button-small" to={practicePaths.exam(id)}>
              {t('start.start')}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
