import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ContentCard } from '#modules/community/contents/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { MoreBelow } from '#web/ui/MoreBelow.tsx'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useKeptList } from '#web/ui/use-kept-list.ts'
import { type AskedTab, type FeedReason, type FeedTab, feed, NEW_ITEMS_MAX } from '../../contract.ts'
import { feedPaths } from '../paths.ts'
import { ItemActions, type ToHide } from './ItemActions.tsx'
import { type HomeItem, type HomePart, KEPT, readAgain, readPart, shownOnce, takeOut } from './kept-feed.ts'

const LOOK_AGAIN_MS = 60_000

interface Props {
  readonly asked: AskedTab
  /** Once it is known which tab was answered. */
  readonly onTab: (tab: FeedTab) => void
}

/** A tab of the feed, part after part. */
export function FeedList({ asked, onTab }: Props) {
  const t = useText('feed')
  const list = useKeptList<HomePart>({ name: KEPT, filters: { tab: asked }, read: (place) => readPart(asked, place) })
  const tab = list.data?.pages[0]?.tab
  useEffect(() => {
    if (tab) onTab(tab)
  }, [tab, onTab])
  const hiding = useHiding()
  if (list.isPending) return <LoadingState rows={8} />
  if (!list.data || !tab) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  const items = shownOnce(list.data.pages)
  return (
    <>
      <NewItems tab={tab} since={Math.max(0, ...items.map(({ at }) => at))} />
      {items.length === 0 && !list.hasNextPage ? (
        <Nothing tab={tab} />
      ) : (
        <ol className="sy-plain-list fd-items" aria-label={t(`tab.${tab}`)}>
          {items.map((item) => (
            <li key={item.id}>
              <ContentCard content={item}>
                <Reasons item={item} />
                <ItemActions item={item} onHide={hiding.hide} />
              </ContentCard>
            </li>
          ))}
        </ol>
      )}
      <MoreBelow hasMore={list.hasNextPage} busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      <UndoBar
        text={hiding.hidden && t('hidden.done', { name: hiding.hidden.name })}
        onUndo={hiding.undo}
        onEnd={hiding.forget}
      />
    </>
  )
}

/** Hides at once, and shows again what was hidden last. */
function useHiding() {
  const [hidden, setHidden] = useState<ToHide>()
  const { run } = useAction()
  const send = ({ kind, id }: ToHide, isHidden: boolean) =>
    call(feed.hide, { body: { kind, id, hidden: isHidden } }, { outdates: [feed.hidden] })
  const hide = (what: ToHide) =>
    void run(async () => {
      await send(what, true)
      setHidden(what)
      takeOut(({ account, topics }) =>
        what.kind === 'account' ? account.id === what.id : topics.some(({ topicId }) => topicId === what.id),
      )
    })
  const undo = () =>
    void run(async () => {
      if (!hidden) return
      await send(hidden, false)
      setHidden(undefined)
      await readAgain()
    })
  return { hidden, hide, undo, forget: () => setHidden(undefined) }
}

/** Says how many came since the newest that is shown, and reads from the beginning. */
function NewItems({ tab, since }: { tab: FeedTab; since: number }) {
  const t = useText('feed')
  const { data } = useQuery({
    ...q(feed.newItems, { query: { tab, since } }, { quiet: true }),
    enabled: tab !== 'hot',
    refetchInterval: LOOK_AGAIN_MS,
  })
  const count = data?.count ?? 0
  const show = async () => {
    await readAgain()
    scrollTo({ top: 0 })
  }
  return (
    <div className="fd-new" role="status">
      {count > 0 && (
        <button type="button" className="sy-button sy-button-small" onClick={() => void show()}>
          {count < NEW_ITEMS_MAX ? t('new', { count }) : t('newMany', { max: NEW_ITEMS_MAX - 1 })}
        </button>
      )}
    </div>
  )
}

const places: Record<FeedReason['kind'], (id: string) => string> = {
  account: feedPaths.account,
  topic: feedPaths.topic,
  column: feedPaths.column,
  circle: feedPaths.circle,
}

/** Why the content is shown. */
function Reasons({ item }: { item: HomeItem }) {
  const t = useText('feed')
  if (item.reasons.length === 0) return null
  return (
    <p className="sy-row sy-wrap sy-gap-2 sy-note fd-why">
      <span>{t('why.label')}</span>
      {item.reasons.map(({ kind, id, name }) => (
        <Link key={`${kind} ${id}`} to={places[kind](id)}>
          {t(`why.${kind}`, { name })}
        </Link>
      ))}
    </p>
  )
}

function Nothing({ tab }: { tab: FeedTab }) {
  const t = useText('feed')
  const actions = {
    followed: [feedPaths.experts, 'toExperts'],
    circles: [feedPaths.circles, 'toCircles'],
    newest: [feedPaths.manage, 'write'],
    hot: [feedPaths.manage, 'write'],
  } as const
  const [to, action] = actions[tab]
  return (
    <EmptyState
      title={t(`empty.${tab}`)}
      description={t(`empty.${tab}Hint`)}
      action={
        <Link className="sy-button" to={to}>
          {t(action)}
        </Link>
      }
    />
  )
}
