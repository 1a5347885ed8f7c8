import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { Prose } from '#web/ui/Prose.tsx'
import { usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { KnowledgeCard } from '../../contract/shapes.ts'
import { ask } from '../../contract.ts'
import { TopicLinks } from '../parts/QuestionRow.tsx'
import { WriterLine } from '../parts/WriterLine.tsx'
import { askPaths } from '../paths.ts'
import '../parts/ask.css'

const tabs = { all: {}, stale: { state: 'stale' }, own: { isOwn: true } } as const
type Tab = keyof typeof tabs

/** Knowledge cards: accepted answers with an owner, and when they are to be reviewed. */
export default function CardsPage() {
  const t = useText('ask')
  const [params] = useSearchParams()
  const paging = usePaging()
  const [search, setSearch] = useSearch(paging)
  const [tab, setTab] = useState<Tab>(params.get('own') === '1' ? 'own' : 'all')
  const query = { page: paging.page, pageSize: paging.pageSize, search, ...tabs[tab] }
  const { data, isPending, error, refetch } = useQuery({
    ...q(ask.listCards, { query }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader
        title={t('cards.title')}
        description={t('cards.description')}
        back={<Link to={askPaths.home}>{t('home.title')}</Link>}
      />
      <TabBar
        label={t('cards.title')}
        tabs={(Object.keys(tabs) as Tab[]).map((key) => ({ key, title: t(`cards.tabs.${key}`) }))}
        active={tab}
        onChange={(key) => {
          setTab(key)
          paging.reset()
        }}
        panelId="ask-cards"
      />
      <div className="sy-toolbar ask-toolbar">
        <SearchBox label={t('cards.search')} onSearch={setSearch} />
      </div>
      <div id="ask-cards" role="tabpanel" aria-label={t(`cards.tabs.${tab}`)} className="sy-column sy-gap-3">
        {isPending && <LoadingState rows={5} />}
        {!isPending && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data?.recordCount === 0 && <EmptyState title={t('cards.none')} description={t('cards.noneHint')} />}
        {data?.items.map((card) => (
          <Card key={card.id} card={card} />
        ))}
        {data && <Pager paging={paging} recordCount={data.recordCount} />}
      </div>
    </>
  )
}

function Card({ card }: { readonly card: KnowledgeCard }) {
  const t = useText('ask')
  const { busy, run } = useAction()
  const params = { id: card.id }
  return (
    <article className="sy-box ask-card sy-column sy-gap-3">
      <div className="sy-row sy-wrap sy-apart sy-gap-2">
        <h3>
          <Link to={askPaths.answer(card.questionId, card.answerId)}>{card.title}</Link>
        </h3>
        {card.stale && <span className="ask-tag">{t('cards.stale')}</span>}
      </div>
      <Prose html={card.content} />
      <TopicLinks topics={card.topics} />
      <div className="sy-row sy-wrap sy-apart sy-gap-3">
        <WriterLine
          writer={card.owner}
          note={
            <>
              {t('cards.reviewAt')} <DateText value={card.reviewAt} style="day" />
            </>
          }
        />
        {card.isOwn && (
          <div className="sy-actions">
            <Button
              loading={busy}
              onClick={() => void run(() => call(ask.renewCard, { params, body: {} }), { done: t('cards.renewed') })}
            >
              {t('cards.renew')}
            </Button>
            <ConfirmButton
              question={t('cards.deleteQuestion')}
              consequence={t('cards.deleteHint')}
              onConfirm={() => call(ask.deleteCard, { params })}
            >
              {t('cards.delete')}
            </ConfirmButton>
          </div>
        )}
      </div>
    </article>
  )
}
