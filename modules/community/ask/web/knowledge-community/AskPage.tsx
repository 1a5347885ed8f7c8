import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { questionTabs } from '../../contract/questions.ts'
import type { QuestionItem } from '../../contract/shapes.ts'
import { ask } from '../../contract.ts'
import { ExpertCard } from '../parts/ExpertCard.tsx'
import { QuestionRow } from '../parts/QuestionRow.tsx'
import { Scrolled } from '../parts/Scrolled.tsx'
import { askPaths } from '../paths.ts'
import '../parts/ask.css'

type Tab = (typeof questionTabs)[number]

/** The home of the ask bar: questions by tab, and what leads on from them. */
export default function AskPage() {
  const t = useText('ask')
  const [params, setParams] = useSearchParams()
  const tab = questionTabs.find((one) => one === params.get('tab')) ?? 'newest'
  const search = params.get('search') ?? ''
  const show = (next: { tab?: Tab; search?: string }) => {
    const { tab: nextTab = tab, search: nextSearch = search } = next
    setParams({ tab: nextTab, ...(nextSearch !== '' && { search: nextSearch }) }, { replace: true })
  }
  return (
    <>
      <PageHeader
        title={t('home.title')}
        description={t('home.description')}
        actions={
          <Link className="sy-button sy-button-small" to={askPaths.new}>
            {t('home.ask')}
          </Link>
        }
      />
      <div className="ask-layout">
        <section aria-label={t('home.title')}>
          <TabBar
            label={t('home.title')}
            tabs={questionTabs.map((key) => ({ key, title: t(`tabs.${key}`) }))}
            active={tab}
            onChange={(key) => show({ tab: key })}
            panelId="ask-questions"
          />
          <div className="sy-toolbar ask-toolbar">
            <SearchBox label={t('home.search')} onSearch={(typed) => show({ search: typed })} />
          </div>
          <div id="ask-questions" role="tabpanel" aria-label={t(`tabs.${tab}`)}>
            <Questions name="ask" query={{ tab, ...(search !== '' && { search }) }} />
          </div>
        </section>
        <Side />
      </div>
    </>
  )
}

interface QuestionsProps {
  readonly name: string
  readonly query: {
    readonly tab?: Tab
    readonly search?: string
    readonly topicId?: string
    readonly expertId?: string
  }
}

/** Questions that a query finds, by scrolling. */
export function Questions({ name, query }: QuestionsProps) {
  const t = useText('ask')
  const read = (after: string | undefined) =>
    call(ask.listQuestions, { query: { ...query, ...(after !== undefined && { after }) } }, { cache: 0, quiet: true })
  const action = (
    <Link className="sy-button sy-button-small" to={askPaths.new}>
      {t('home.ask')}
    </Link>
  )
  return (
    <Scrolled<QuestionItem>
      name={name}
      filters={query}
      read={read}
      label={t('home.title')}
      empty={{ title: t('list.none'), description: t('list.noneHint'), action }}
      row={(item) => <QuestionRow key={item.id} item={item} />}
    />
  )
}

function Side() {
  const t = useText('ask')
  const { data } = useQuery(q(ask.suggestedExperts, { query: {} }, { quiet: true }))
  return (
    <aside className="sy-column sy-gap-4">
      <nav className="sy-box ask-side" aria-label={t('home.more')}>
        <ul className="sy-plain-list sy-column sy-gap-3">
          <li>
            <Link to={askPaths.trends}>{t('trends.title')}</Link>
          </li>
          <li>
            <Link to={askPaths.cards}>{t('cards.title')}</Link>
          </li>
        </ul>
      </nav>
      {data && data.items.length > 0 && (
        <section className="sy-box ask-side">
          <h2>{t('home.experts')}</h2>
          <ul className="sy-plain-list sy-column sy-gap-3">
            {data.items.map((expert) => (
              <ExpertCard key={expert.id} expert={expert} />
            ))}
          </ul>
        </section>
      )}
    </aside>
  )
}
