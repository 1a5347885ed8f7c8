import '../bell.css'
import './center.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useBilingual, useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { TabBar } from '#web/ui/TabBar.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { messages, type Notification } from '../../contract.ts'
import { markRead, NotificationRow } from '../NotificationRow.tsx'
import { messagePaths } from '../paths.ts'
import { useNow } from '../use-now.ts'
import { byDayGroup } from './day-groups.ts'
import { useRemoval } from './use-removal.ts'

const ALL = 'all'
const PANEL = 'messages-panel'

/** The notification center: all notifications of the member, by group (SYSTEM-208). */
export default function MessagesPage() {
  const t = useText('messages')
  const [group, setGroup] = useState(ALL)
  const [unreadOnly, setUnreadOnly] = useState(false)
  const paging = usePaging()
  const unread = useQuery(q(messages.unreadCount, {}, { quiet: true }))
  const query = {
    page: paging.page,
    pageSize: paging.pageSize,
    group: group === ALL ? undefined : group,
    state: unreadOnly ? ('unread' as const) : undefined,
  }
  const list = useQuery({ ...q(messages.listNotifications, { query }), placeholderData: (last) => last })
  const countOf = (key: string) =>
    key === ALL ? (unread.data?.total ?? 0) : (unread.data?.groups.find((each) => each.group === key)?.count ?? 0)
  const tabs = useGroupTabs(countOf)
  const title = tabs.find((tab) => tab.key === group)?.title ?? t('centre.all')

  return (
    <>
      <PageHeader
        title={t('centre.title')}
        description={t('centre.description')}
        back={<Link to="/center">{t('up')}</Link>}
        actions={
          <Link className="sy-button sy-button-plain" to={messagePaths.settings}>
            <Icon name="settings" size={16} />
            {t('settings.title')}
          </Link>
        }
      />
      <TabBar
        label={t('centre.groups')}
        tabs={tabs}
        active={group}
        onChange={(key) => {
          setGroup(key)
          paging.reset()
        }}
        panelId={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-label={title}>
        <div className="sy-row sy-wrap sy-apart sy-gap-2 ms-centre-bar">
          <Segmented
            aria-label={t('centre.which')}
            value={unreadOnly ? 'unread' : 'all'}
            options={[
              { value: 'all', label: t('centre.whole') },
              { value: 'unread', label: t('centre.unread') },
            ]}
            onChange={(value) => {
              setUnreadOnly(value === 'unread')
              paging.reset()
            }}
          />
          <ReadAllButton group={group === ALL ? undefined : group} disabled={countOf(group) === 0} />
        </div>
        {list.isPending && <LoadingState rows={8} />}
        {list.isError && !list.data && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {list.data?.items.length === 0 && (
          <EmptyState
            title={unreadOnly ? t('centre.noneUnread') : t('centre.empty')}
            description={unreadOnly ? t('centre.noneUnreadHint') : t('centre.emptyHint')}
          />
        )}
        {list.data && list.data.items.length > 0 && (
          <>
            <MessageDays items={list.data.items} />
            <Pager paging={paging} recordCount={list.data.recordCount} />
          </>
        )}
      </div>
    </>
  )
}

/** All, then each group that can have messages; a group with unread messages shows their number. */
function useGroupTabs(countOf: (key: string) => number): { key: string; title: string }[] {
  const t = useText('messages')
  const label = useBilingual()
  const { data } = useQuery(q(messages.preferences, {}, { quiet: true }))
  const groups = new Map(data?.types.map((type) => [type.group, label(type.groupLabel)]))
  const named = (key: string, name: string) => {
    const count = countOf(key)
    return { key, title: count === 0 ? name : t('todo.tab', { name, count }) }
  }
  return [named(ALL, t('centre.all')), ...[...groups].map(([key, name]) => named(key, name))]
}

function ReadAllButton({ group, disabled }: { group: string | undefined; disabled: boolean }) {
  const t = useText('messages')
  const { busy, run } = useAction()
  const readAll = () => run(() => call(messages.readAllNotifications, { body: { group } }))
  return (
    <Button
      type="text"
      icon={<Icon name="check" size={16} />}
      disabled={disabled}
      loading={busy}
      onClick={() => void readAll()}
    >
      {t('centre.readAll')}
    </Button>
  )
}

function MessageDays({ items }: { items: readonly Notification[] }) {
  const t = useText('messages')
  const now = useNow()
  const removal = useRemoval()
  return byDayGroup(items, now).map(({ group, items: ofDay }) => (
    <section key={group} className="ms-day" aria-label={t(`centre.${group}`)}>
      <h2>{t(`centre.${group}`)}</h2>
      <ul className="sy-box ms-messages">
        {ofDay.map((notification) => (
          <li key={notification.id}>
            {removal.isRemoved(notification.id) ? (
              <RemovedRow onUndo={() => removal.undo(notification.id)} />
            ) : (
              <MessageItem notification={notification} onRemove={() => removal.remove(notification.id)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  ))
}

function MessageItem({ notification, onRemove }: { notification: Notification; onRemove: () => void }) {
  const t = useText('messages')
  return (
    <div className="ms-item">
      <NotificationRow notification={notification} />
      <div className="ms-item-actions">
        {notification.readAt === null && (
          <button
            type="button"
            className="sy-icon-button"
            aria-label={t('centre.readOne', { title: notification.title })}
            title={t('centre.read')}
            onClick={() => markRead(notification)}
          >
            <Icon name="check" size={18} />
          </button>
        )}
        <button
          type="button"
          className="sy-icon-button"
          aria-label={t('centre.removeOne', { title: notification.title })}
          title={t('centre.remove')}
          onClick={onRemove}
        >
          <Icon name="delete" size={18} />
        </button>
      </div>
    </div>
  )
}

/** Replaces a deleted message and offers to undo the deletion for a moment. */
function RemovedRow({ onUndo }: { onUndo: () => void }) {
  const t = useText('messages')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <div className="sy-row sy-apart sy-note ms-removed" role="status">
      {t('centre.removed')}
      <button ref={button} type="button" className="sy-inline ms-quiet-button" onClick={onUndo}>
        <Icon name="undo" size={16} />
        {t('centre.undo')}
      </button>
    </div>
  )
}
