import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
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
import { usePaging } from '#web/ui/paging.ts'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import { useRemoval } from '#web/ui/use-removal.ts'
import { contents, type DraftRow } from '../../contract.ts'
import { contentPaths } from '../paths.ts'

/** The author's drafts, the newest first. What is removed can be brought back for some seconds. */
export function DraftList({ accountId }: { accountId: string }) {
  const t = useText('contents')
  const paging = usePaging()
  const { page, pageSize } = paging
  const list = useQuery(q(contents.drafts, { query: { accountId, page, pageSize } }, { cache: 0 }))
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const removal = useRemoval()
  if (list.isPending) return <LoadingState rows={5} />
  if (!list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  const items = list.data.items.filter(({ id }) => !gone.has(id))
  const set = (id: string, isGone: boolean) =>
    setGone((before) => (isGone ? new Set([...before, id]) : new Set([...before].filter((one) => one !== id))))
  const remove = ({ id, title }: DraftRow) => {
    set(id, true)
    removal.remove({
      text: t('manage.draftRemoved', { title: title || t('draft.untitled') }),
      undo: () => set(id, false),
      finish: () => call(contents.removeDraft, { params: { id } }).catch(() => set(id, false)),
    })
  }
  return (
    <>
      {items.length === 0 && <EmptyState title={t('manage.noDrafts')} />}
      <ul className="sy-plain-list ct-rows" aria-label={t('manage.drafts')}>
        {items.map((draft) => (
          <li key={draft.id} className="sy-box ct-row">
            <div className="sy-column sy-gap-2">
              <h3>
                <span className="ct-mark" data-mark="plain">
                  {t(`type.${draft.type}`)}
                </span>
                <Link to={contentPaths.write(draft.type, { draft: draft.id })}>
                  {draft.title || t('draft.untitled')}
                </Link>
              </h3>
              <p className="sy-note">
                {t('manage.updated')} <DateText value={draft.updatedAt} style="relative" />
              </p>
            </div>
            <Button
              type="text"
              danger
              aria-label={t('manage.removeDraft', { title: draft.title || t('draft.untitled') })}
              icon={<Icon name="delete" size={18} />}
              onClick={() => remove(draft)}
            />
          </li>
        ))}
      </ul>
      <Pager paging={paging} recordCount={list.data.recordCount} />
      <UndoBar text={removal.text} onUndo={removal.undo} onEnd={removal.finish} />
    </>
  )
}
