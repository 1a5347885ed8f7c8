import '../parts/practice.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type QuestionKind, questionKinds } from '#modules/assessment/questions/contract.ts'
import { TopicFilter } from '#modules/assessment/questions/web.tsx'
import { call, download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { bookStates } from '../../contract/book.ts'
import { practice } from '../../contract.ts'
import { BookItemCard } from '../parts/BookItemCard.tsx'
import { practicePaths } from '../paths.ts'

/** The member's wrong answers: looked through, noted on, practiced again. */
export default function WrongBookPage() {
  const t = useText('practice')
  const navigate = useNavigate()
  const { busy, busyWith, run } = useAction()
  const paging = usePaging()
  const [search, setSearch] = useSearch(paging)
  const [state, setState] = useState<(typeof bookStates)[number]>('open')
  const [kind, setKind] = useState<QuestionKind>()
  const [topicId, setTopicId] = useState<string>()
  const filters = { state, search, ...(kind && { kind }), ...(topicId !== undefined && { topicId }) }
  const query = { page: paging.page, pageSize: paging.pageSize, ...filters }
  const { data, isPending, isError, error, refetch } = useQuery({
    ...q(practice.wrongBook, { query }),
    placeholderData: keepPreviousData,
  })
  const start = () =>
    run(
      async () => {
        const source = { kind: 'book' as const, ...(topicId !== undefined && { topicId }) }
        const body = { source, count: 20, kinds: kind ? [kind] : [], order: 'given' as const, only: 'all' as const }
        const { id } = await call(practice.startPractice, { body })
        void navigate(practicePaths.wrong(id))
      },
      { name: 'start' },
    )
  return (
    <>
      <PageHeader
        back={<Link to={practicePaths.all}>{t('list.title')}</Link>}
        title={t('book.title')}
        description={t('book.description')}
        actions={
          <span className="sy-row sy-wrap sy-gap-2 pr-no-print">
            <Button onClick={() => window.print()}>{t('book.print')}</Button>
            <Button
              loading={busyWith === 'export'}
              onClick={() => void run(() => download(practice.wrongBookFile, { query: filters }), { name: 'export' })}
            >
              {t('book.export')}
            </Button>
            <Button type="primary" loading={busyWith === 'start'} disabled={busy} onClick={() => void start()}>
              {t('book.practice')}
            </Button>
          </span>
        }
      />
      <TabBar
        label={t('book.states')}
        tabs={bookStates.map((key) => ({ key, title: t(`book.state.${key}`) }))}
        active={state}
        onChange={(next) => {
          setState(next)
          paging.reset()
        }}
      />
      <div className="sy-toolbar pr-filters">
        <SearchBox label={t('book.search')} onSearch={setSearch} />
        <Select
          allowClear
          aria-label={t('book.kind')}
          placeholder={t('book.kind')}
          value={kind}
          popupMatchSelectWidth={false}
          options={questionKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={(value?: QuestionKind) => {
            setKind(value)
            paging.reset()
          }}
        />
        <TopicFilter
          value={topicId}
          onChange={(value) => {
            setTopicId(value)
            paging.reset()
          }}
        />
      </div>
      {isPending && <LoadingState rows={5} />}
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.recordCount === 0 && <EmptyState title={t(`book.none.${state}`)} />}
      <ul className="pr-list">
        {data?.items.map((item) => (
          <BookItemCard key={item.questionId} item={item} onChanged={() => void refetch()} />
        ))}
      </ul>
      {data && <Pager paging={paging} recordCount={data.recordCount} />}
    </>
  )
}
