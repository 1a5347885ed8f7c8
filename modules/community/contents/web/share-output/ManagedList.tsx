import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown, type MenuProps, Modal } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { contents, type ManagedContent } from '../../contract.ts'
import { Figures, Marks } from '../parts/ContentCard.tsx'
import { contentPaths } from '../paths.ts'

export type ManagedState = 'active' | 'review' | 'rejected' | 'scheduled' | 'closed'

/** The contents of an account in one state, with what can be done with each. */
export function ManagedList({ accountId, state }: { accountId: string; state: ManagedState }) {
  const t = useText('contents')
  const paging = usePaging()
  const [search, setSearch] = useSearch(paging)
  const { page, pageSize } = paging
  const query = { id: accountId, state, page, pageSize, ...(search !== undefined && { search }) }
  const list = useQuery({ ...q(contents.managed, { query }, { cache: 0 }), placeholderData: (last) => last })
  const items = list.data?.items ?? []
  const last = useLastAction()
  return (
    <>
      <div className="ct-filters">
        <SearchBox label={t('manage.search')} placeholder={t('manage.search')} onSearch={setSearch} />
      </div>
      {list.isPending && <LoadingState rows={5} />}
      {list.isError && !list.data && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && items.length === 0 && (
        <EmptyState
          title={t(search === undefined ? 'manage.none' : 'list.noMatch')}
          description={search === undefined && state === 'active' ? t('manage.noneHint') : undefined}
        />
      )}
      <ul className="sy-plain-list ct-rows" aria-label={t('manage.contents')}>
        {items.map((content) => (
          <li key={content.id} className="sy-box ct-row">
            <div className="sy-column sy-gap-2">
              <h3>
                <Marks content={content} isAll isOfAccount />
                <Link to={contentPaths.detail(content.id)}>{content.title}</Link>
              </h3>
              <p className="sy-row sy-wrap sy-gap-4 sy-note">
                {content.publishAt !== null && content.publishedAt === null ? (
                  <span>
                    {t('manage.publishAt')} <DateText value={content.publishAt} />
                  </span>
                ) : (
                  <span>
                    {t('manage.updated')} <DateText value={content.updatedAt} style="relative" />
                  </span>
                )}
                {content.change && (
                  <span>
                    {[t(`change.${content.change.state}`), content.change.reason].filter(Boolean).join(' · ')}
                  </span>
                )}
                <Figures content={content} />
              </p>
            </div>
            <RowActions content={content} onDone={(action) => last.show({ action, content })} />
          </li>
        ))}
      </ul>
      <Pager paging={paging} recordCount={list.data?.recordCount ?? 0} />
      <UndoBar text={last.text} onUndo={last.undo} onEnd={last.forget} />
    </>
  )
}

const opposites = {
  close: 'activate',
  activate: 'close',
  pin: 'unpin',
  unpin: 'pin',
  highlight: 'unhighlight',
  unhighlight: 'highlight',
} as const

/** What was done last, for some seconds: it can be taken back by its opposite. */
function useLastAction() {
  const t = useText('contents')
  const [last, setLast] = useState<{ readonly action: Action; readonly content: ManagedContent }>()
  const { run } = useAction()
  const undo = () =>
    void run(async () => {
      if (!last) return
      setLast(undefined)
      await perform(opposites[last.action], last.content.id)
    })
  const text = last && t('manage.did', { what: t(dones[last.action]), title: last.content.title })
  return { text, undo, show: setLast, forget: () => setLast(undefined) }
}

type Action = 'close' | 'activate' | 'pin' | 'unpin' | 'highlight' | 'unhighlight'

const dones = {
  close: 'manage.closedDone',
  activate: 'manage.activated',
  pin: 'manage.pinned',
  unpin: 'manage.unpinned',
  highlight: 'manage.highlighted',
  unhighlight: 'manage.unhighlighted',
} as const satisfies Record<Action, string>

function perform(action: Action, id: string): Promise<unknown> {
  const params = { id }
  if (action === 'close') return call(contents.close, { params })
  if (action === 'activate') return call(contents.activate, { params })
  if (action === 'pin' || action === 'unpin') return call(contents.pin, { params, body: { pinned: action === 'pin' } })
  return call(contents.highlight, { params, body: { highlighted: action === 'highlight' } })
}

/** What the state of a content allows; a pinned one is neither closed nor removed (COMMUNITY-080). */
export function actionsOf(content: ManagedContent): (Action | 'remove' | 'withdraw')[] {
  const { state, pinned, highlighted, publishedAt, change } = content
  const own = change?.state === 'waiting' ? (['withdraw', 'remove'] as const) : (['remove'] as const)
  if (state === 'closed') return ['activate', ...own]
  if (publishedAt === null) return ['remove']
  const marks = [pinned ? 'unpin' : 'pin', highlighted ? 'unhighlight' : 'highlight'] as const
  return [...marks, 'close', ...own]
}

function RowActions({ content, onDone }: { content: ManagedContent; onDone: (action: Action) => void }) {
  const t = useText('contents')
  const shell = useText('shell')
  const [isAsking, setAsking] = useState(false)
  const { busy, run } = useAction()
  const { id, title, type } = content
  const act = (key: string) => {
    if (key === 'remove') return setAsking(true)
    if (key === 'withdraw')
      return void run(() => call(contents.withdrawChange, { params: { id } }), { done: t('change.withdrawn') })
    const action = key as Action
    void run(async () => {
      await perform(action, id)
      onDone(action)
    })
  }
  const items: MenuProps['items'] = actionsOf(content).map((key) => ({
    key,
    label: t(`manage.${key}`),
    danger: key === 'remove',
  }))
  const remove = () =>
    run(() => call(contents.remove, { params: { id } }), {
      done: t('manage.removedText', { title }),
      after: () => setAsking(false),
    })
  return (
    <div className="sy-actions">
      <Link className="sy-button sy-button-small sy-button-plain" to={contentPaths.write(type, { content: id })}>
        {t('manage.edit')}
      </Link>
      <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => act(key) }}>
        <Button
          type="text"
          loading={busy}
          aria-label={t('manage.more', { title })}
          icon={<Icon name="more" size={18} />}
        />
      </Dropdown>
      {isAsking && (
        <Modal
          open
          title={t('manage.removeQuestion', { title })}
          okText={t('manage.remove')}
          cancelText={shell('cancel')}
          okButtonProps={{ danger: true, loading: busy }}
          onOk={() => void remove()}
          onCancel={() => setAsking(false)}
        >
          {t('manage.removeHint')}
        </Modal>
      )}
    </div>
  )
}
