import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { columns } from '../../contract.ts'

interface Props {
  readonly columnId: string
  readonly onClose: () => void
  readonly onReleased: () => void
}

/** Chooses contents of the account, in the order in which they are pressed, and releases them (COMMUNITY-074). */
export function ReleaseDialog({ columnId, onClose, onReleased }: Props) {
  const t = useText('columns')
  const shell = useText('shell')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const paging = usePaging()
  const [search, setSearch] = useSearch(paging)
  const { page, pageSize } = paging
  const { busy, run } = useAction()
  const list = useQuery({
    ...q(columns.columnCandidates, { query: { id: columnId, page, pageSize, search } }),
    placeholderData: keepPreviousData,
  })
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => (isChosen ? [...before, id] : before.filter((one) => one !== id)))
  const release = () =>
    run(
      async () => {
        await call(columns.releaseContents, { body: { id: columnId, questionIds: [...chosen] } })
        onReleased()
      },
      { done: t('release.done', { count: chosen.length }), close: onClose },
    )
  return (
    <Modal
      open
      title={t('release.title')}
      okText={t('release.button', { count: chosen.length })}
      cancelText={shell('cancel')}
      okButtonProps={{ disabled: chosen.length === 0, loading: busy }}
      onOk={() => void release()}
      onCancel={onClose}
    >
      <p className="sy-faint">{t('release.hint')}</p>
      <SearchBox label={t('release.search')} onSearch={setSearch} />
      {list.isError && !list.data && <ErrorState small error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <LoadingState rows={4} />}
      {list.data?.recordCount === 0 && (
        <EmptyState small title={t(search === undefined ? 'release.none' : 'noMatch')} />
      )}
      <ul className="sy-plain-list sy-column sy-gap-2">
        {list.data?.items.map((content) => (
          <li key={content.id}>
            <Checkbox
              checked={chosen.includes(content.id)}
              onChange={({ target }) => choose(content.id, target.checked)}
            >
              {content.title}{' '}
              <span className="sy-note">
                <DateText value={content.publishTime} style="relative" />
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      {list.data && <Pager paging={paging} recordCount={list.data.recordCount} />}
    </Modal>
  )
}
