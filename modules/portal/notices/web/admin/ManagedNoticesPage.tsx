import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select, Tag } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useJoin } from '#web/i18n/join.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { type ManagedNotice, type NoticeStatus, noticeStatuses, notices } from '../../contract.ts'
import { NoticeFormModal } from './NoticeFormModal.tsx'
import { PublishModal } from './PublishModal.tsx'
import { ReadersDrawer } from './ReadersDrawer.tsx'

type Dialog = { readonly kind: 'form' | 'publish' | 'readers'; readonly notice?: ManagedNotice }

const statusColors = { draft: 'default', published: 'success', withdrawn: 'warning' } as const

/** Administrators write notices, publish them, and see who has read them. */
export default function ManagedNoticesPage() {
  const t = useText('notices')
  const join = useJoin()
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useState('')
  const [status, setStatus] = useState<NoticeStatus>()
  const [dialog, setDialog] = useState<Dialog>()
  const query = { page: paging.page, pageSize: paging.pageSize, search, status }
  const list = useQuery({ ...q(notices.listNotices, { query }), placeholderData: keepPreviousData })
  const close = () => setDialog(undefined)
  return (
    <>
      <PageHeader
        title={t('admin.title')}
        description={t('admin.description')}
        actions={
          <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setDialog({ kind: 'form' })}>
            {t('admin.create')}
          </Button>
        }
      />
      <div className="sy-toolbar">
        <SearchBox
          label={t('admin.search')}
          placeholder={t('admin.search')}
          onSearch={(text) => {
            setSearch(text)
            paging.reset()
          }}
        />
        <Select
          allowClear
          style={{ width: 150 }}
          aria-label={t('admin.status')}
          placeholder={t('admin.allStatuses')}
          onChange={(chosen?: NoticeStatus) => {
            setStatus(chosen)
            paging.reset()
          }}
          options={noticeStatuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
        />
      </div>
      <ListTable<ManagedNotice>
        list={list}
        label={t('admin.table')}
        rowKey="id"
        paging={paging}
        empty={<EmptyState small title={t('admin.none')} description={t('admin.noneHint')} />}
        columns={[
          {
            title: t('admin.column.title'),
            key: 'title',
            render: (_, { title, isPinned }) => (
              <>
                {isPinned && <Tag>{t('admin.pinned')}</Tag>}
                {title}
              </>
            ),
          },
          {
            title: t('admin.column.audience'),
            key: 'audience',
            render: (_, { organizationNames }) => join(organizationNames) || t('admin.everybody'),
          },
          {
            title: t('admin.column.status'),
            key: 'status',
            render: (_, row) => <Tag color={statusColors[row.status]}>{t(`statuses.${row.status}`)}</Tag>,
          },
          {
            title: t('admin.column.read'),
            key: 'read',
            render: (_, notice) =>
              notice.publishedAt !== null && (
                <Button
                  aria-label={t('admin.showReaders', { title: notice.title })}
                  onClick={() => setDialog({ kind: 'readers', notice })}
                >
                  <span className="sy-number">
                    {t('admin.readOf', { read: notice.readCount, all: notice.audienceCount })}
                  </span>
                </Button>
              ),
          },
          {
            title: t('admin.column.changed'),
            key: 'changed',
            render: (_, { updatedAt }) => <DateText value={updatedAt} />,
          },
          {
            title: t('admin.column.actions'),
            key: 'actions',
            render: (_, notice) => <RowActions notice={notice} onOpen={(kind) => setDialog({ kind, notice })} />,
          },
        ]}
      />
      {dialog?.kind === 'form' && <NoticeFormModal notice={dialog.notice} onClose={close} />}
      {dialog?.kind === 'publish' && dialog.notice && <PublishModal notice={dialog.notice} onClose={close} />}
      {dialog?.kind === 'readers' && dialog.notice && <ReadersDrawer notice={dialog.notice} onClose={close} />}
    </>
  )
}

/** What the server says that the status allows. */
function RowActions({ notice, onOpen }: { notice: ManagedNotice; onOpen: (kind: 'form' | 'publish') => void }) {
  const t = useText('notices')
  const { id, revision, actions } = notice
  const label = (action: ManagedNotice['actions'][number]) => `${t(`actions.${action}`)} ${notice.title}`
  const params = { id }
  return (
    <div className="sy-actions">
      {actions.includes('edit') && (
        <Button aria-label={label('edit')} onClick={() => onOpen('form')}>
          {t('actions.edit')}
        </Button>
      )}
      {actions.includes('publish') && (
        <Button aria-label={label('publish')} onClick={() => onOpen('publish')}>
          {t('actions.publish')}
        </Button>
      )}
      {actions.includes('withdraw') && (
        <ConfirmButton
          aria-label={label('withdraw')}
          question={label('withdraw')}
          consequence={t('withdraw.text')}
          confirmText={t('actions.withdraw')}
          onConfirm={async () => {
            await call(notices.withdrawNotice, { params, body: { revision } })
            notify('success', t('withdraw.done'))
          }}
        >
          {t('actions.withdraw')}
        </ConfirmButton>
      )}
      {actions.includes('delete') && (
        <ConfirmButton
          danger
          aria-label={label('delete')}
          question={label('delete')}
          consequence={t('delete.text')}
          confirmText={t('actions.delete')}
          onConfirm={async () => {
            await call(notices.deleteNotice, { params })
            notify('success', t('delete.done'))
          }}
        >
          {t('actions.delete')}
        </ConfirmButton>
      )}
    </div>
  )
}
