import '../surveys.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import type { SurveyListItem } from '../../contract/answering.ts'
import { surveys } from '../../contract.ts'
import { SurveyStateTag } from '../parts/SurveyStateTag.tsx'
import { surveyPaths } from '../paths.ts'

const tabs = ['all', 'open', 'started', 'answered'] as const
type Tab = (typeof tabs)[number]

/** The surveys that ask the member, and those that were answered. */
export default function SurveysPage() {
  const t = useText('surveys')
  const paging = usePaging()
  const [search, setSearch] = useSearch(paging)
  const [tab, setTab] = useState<Tab>('all')
  const query = {
    ...{ page: paging.page, pageSize: paging.pageSize, search },
    ...(tab !== 'all' && { participation: tab }),
  }
  const { data, isPending, isError, error, refetch } = useQuery({
    ...q(surveys.surveys, { query }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader title={t('mine.title')} description={t('mine.description')} />
      <TabBar
        label={t('mine.states')}
        tabs={tabs.map((key) => ({ key, title: t(`mine.tab.${key}`) }))}
        active={tab}
        panelId="own-surveys"
        onChange={(next) => {
          setTab(next)
          paging.change(1, paging.pageSize)
        }}
      />
      <div id="own-surveys" role="tabpanel" aria-label={t(`mine.tab.${tab}`)}>
        <div className="sy-toolbar">
          <SearchBox label={t('mine.search')} onSearch={setSearch} />
        </div>
        {isPending && <LoadingState rows={5} />}
        {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data?.recordCount === 0 && <EmptyState title={t(search || tab !== 'all' ? 'mine.noMatch' : 'mine.none')} />}
        {data && data.items.length > 0 && (
          <ul className="sv-list">
            {data.items.map((survey) => (
              <SurveyItem key={survey.id} survey={survey} />
            ))}
          </ul>
        )}
        {data && <Pager paging={paging} recordCount={data.recordCount} />}
      </div>
    </>
  )
}

function SurveyItem({ survey }: { survey: SurveyListItem }) {
  const t = useText('surveys')
  const { id, name, summary, state, startAt, endAt, isAnonymous, questionCount, participation } = survey
  const isAnswerable = state === 3 && participation !== 'answered'
  return (
    <li className="sy-card sv-list-item">
      <div>
        <h2>
          <Link to={surveyPaths.answer(id)}>{name}</Link>
        </h2>
        {summary !== '' && <p>{summary}</p>}
        <p className="sy-faint sy-row sy-wrap sy-gap-3">
          <span className="sy-inline sy-gap-1">
            <Icon name={isAnonymous ? 'shield' : 'user'} size={16} />
            {t(isAnonymous ? 'list.anonymous' : 'list.named')}
          </span>
          <span>{t('list.questions', { count: questionCount })}</span>
          {state === 2 && startAt !== null && (
            <span>
              {t('list.from')} <DateText value={startAt} />
            </span>
          )}
          {state !== 2 && endAt !== null && (
            <span>
              {t('list.until')} <DateText value={endAt} />
            </span>
          )}
        </p>
      </div>
      <span className="sy-row sy-gap-3">
        {participation === 'answered' ? (
          <span className="sv-answered">
            <Icon name="check" size={16} />
            {t('list.answered')}
          </span>
        ) : (
          <SurveyStateTag state={state} />
        )}
        {isAnswerable && (
          <Link className="sy-button sy-button-small" to={surveyPaths.answer(id)}>
            {t(participation === 'started' ? 'entry.goOn' : 'list.answer')}
          </Link>
        )}
      </span>
    </li>
  )
}
