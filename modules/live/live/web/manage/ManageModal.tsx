import '../live.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Modal, type TableProps } from 'antd'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { type Live, livesPerPage } from '../../contract/shapes.ts'
import type { LiveAction, Supplier } from '../../contract/states.ts'
import { liveCalls } from '../calls.ts'
import { ApplyModal } from '../form/ApplyModal.tsx'
import { mapLabel } from '../parts/labels.ts'
import { ShareModal } from '../parts/ShareModal.tsx'
import { StateTag } from '../parts/StateTag.tsx'
import { ActionButtons } from './ActionButtons.tsx'

interface Props {
  readonly supplier: Supplier
  readonly approval: boolean
  readonly onClose: () => void
}

interface Opened {
  readonly action: Extract<LiveAction, 'view' | 'edit' | 'submit' | 'share'>
  readonly live: Live
}

const formModes = { view: 'view', edit: 'edit', submit: 'resubmit' } as const

/** The caller's live sessions with the actions of each state (LIVE-016, LIVE-028). */
export function ManageModal({ supplier, approval, onClose }: Props) {
  const t = useText('live')
  const [text, setText] = useState('')
  const [opened, setOpened] = useState<Opened>()
  const paging = usePaging(livesPerPage)
  const { page, pageSize } = paging
  const query = { mine: 1, page, pageSize, ...(text !== '' && { text }) } as const
  const lives = useQuery({ ...q(liveCalls(supplier).list, { query }), placeholderData: keepPreviousData })
  const columns: NonNullable<TableProps<Live>['columns']> = [
    {
      title: t('manage.subject'),
      key: 'subject',
      render: (_, live) => <strong className="lv-table-subject">{live.subject}</strong>,
    },
    { title: t('manage.startTime'), key: 'startTime', render: (_, live) => <DateText value={live.startTime} /> },
    {
      title: t('manage.kind'),
      key: 'kind',
      render: (_, live) => <span className="lv-word">{mapLabel('live-mode', live.vhallExtendInfo.liveMode)}</span>,
    },
    {
      title: t('manage.reserved'),
      key: 'reserved',
      align: 'right',
      render: (_, live) => <NumberText value={live.subNumber} />,
    },
    {
      title: t('manage.attended'),
      key: 'attended',
      align: 'right',
      render: (_, live) => <NumberText value={live.attendNumber} />,
    },
    { title: t('manage.state'), key: 'state', render: (_, live) => <StateTag state={live.displayStatus} /> },
    {
      title: t('manage.actions'),
      key: 'actions',
      fixed: 'right',
      render: (_, live) => (
        <ActionButtons
          live={live}
          approval={approval}
          onOpen={(action) => setOpened({ action, live })}
          onLeave={onClose}
        />
      ),
    },
  ]
  return (
    <>
      <Modal
        open
        width={1160}
        centered
        title={t('manage.title')}
        footer={null}
        onCancel={onClose}
        className="lv-manage"
      >
        <div className="sy-toolbar">
          <SearchBox
            label={t('manage.search')}
            onSearch={(wanted) => {
              setText(wanted)
              paging.reset()
            }}
          />
          {lives.data && <span className="sy-faint">{t('manage.total', { count: lives.data.recordCount })}</span>}
        </div>
        {lives.isError && !lives.data ? (
          <ErrorState small error={lives.error} onRetry={() => void lives.refetch()} />
        ) : (
          <DataTable<Live>
            label={t('manage.table')}
            columns={columns}
            rows={lives.data?.items}
            rowKey="id"
            loading={lives.isPending}
            paging={paging}
            recordCount={lives.data?.recordCount ?? 0}
            empty={
              text === '' ? (
                <EmptyState small title={t('manage.none')} description={t('manage.noneHint')} />
              ) : (
                <EmptyState small title={t('home.noMatch', { search: text })} />
              )
            }
          />
        )}
      </Modal>
      {opened?.action === 'share' && (
        <ShareModal id={opened.live.id} supplier={opened.live.supplier} onClose={() => setOpened(undefined)} />
      )}
      {opened && opened.action !== 'share' && (
        <ApplyModal
          mode={formModes[opened.action]}
          supplier={opened.live.supplier}
          approval={approval}
          live={opened.live}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}
