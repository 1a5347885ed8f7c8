import '../todo.css'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useBilingual, useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { TabBar } from '#web/ui/TabBar.tsx'
import { messages, type Stage } from '../../contract.ts'
import { messagePaths } from '../paths.ts'
import { TodoRow } from '../TodoRow.tsx'
import { useNow } from '../use-now.ts'
import './center.css'

const ALL = 'all'
const PANEL = 'todo-panel'
/** Overdue to-dos come first. */
const stageOrder: readonly Stage[] = ['over', 'in-progress', 'upcoming']

/** `#/center/student-todo-menu/{currentComponent}`: to-dos of the member, by kind and stage (SYSTEM-008). */
export default function TodoPage() {
  const t = useText('messages')
  const label = useBilingual()
  const navigate = useNavigate()
  const { currentComponent = ALL } = useParams()
  const counts = useQuery(q(messages.findUnfinishedRemindCount))
  if (counts.isError && !counts.data)
    return <ErrorState page error={counts.error} onRetry={() => void counts.refetch()} />
  if (!counts.data) return <LoadingState />
  const { count, kinds } = counts.data
  const kind = kinds.find((each) => each.kind === currentComponent)
  const tabs = [
    { key: ALL, title: t('todo.tab', { name: t('todo.allKinds'), count }) },
    ...kinds.map((each) => ({ key: each.kind, title: t('todo.tab', { name: label(each.label), count: each.count }) })),
  ]
  const active = kind ? kind.kind : ALL
  const stages =
    count === 0 ? (
      <EmptyState title={t('todo.empty')} description={t('todo.emptyHint')} />
    ) : (
      stageOrder.map((stage) => <StageSection key={`${active}-${stage}`} stage={stage} kind={kind?.kind} />)
    )
  return (
    <>
      <PageHeader
        title={t('todo.title')}
        description={t('todo.description')}
        back={<Link to="/center">{t('up')}</Link>}
      />
      {kinds.length > 1 && (
        <TabBar
          label={t('todo.kinds')}
          tabs={tabs}
          active={active}
          onChange={(key) => void navigate(messagePaths.todos(key), { replace: true })}
          panelId={PANEL}
        />
      )}
      {kinds.length > 1 ? (
        <div
          id={PANEL}
          className="ms-stages"
          role="tabpanel"
          aria-label={tabs.find((tab) => tab.key === active)?.title}
        >
          {stages}
        </div>
      ) : (
        <div className="ms-stages">{stages}</div>
      )}
    </>
  )
}

function StageSection({ stage, kind }: { stage: Stage; kind: string | undefined }) {
  const t = useText('messages')
  const id = useId()
  const now = useNow()
  const paging = usePaging()
  const query = { stage, kind, page: paging.page, pageSize: paging.pageSize }
  const { error, data, isError, refetch } = useQuery({
    ...q(messages.findMyUnfinished, { query }),
    placeholderData: (last) => last,
  })
  if (isError && !data) return <ErrorState small error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={3} />
  if (data.recordCount === 0) return null
  return (
    <section className="ms-stage" data-stage={stage} aria-labelledby={id}>
      <h2 id={id}>
        {t(`stageGroup.${stage}`)} <span className="sy-number">{data.recordCount}</span>
        {stage === 'over' && <small>{t('todo.overHint')}</small>}
      </h2>
      <ul className="sy-box ms-todos">
        {data.items.map((todo) => (
          <li key={todo.id}>
            <TodoRow todo={todo} now={now} />
          </li>
        ))}
      </ul>
      <Pager paging={paging} recordCount={data.recordCount} />
    </section>
  )
}
