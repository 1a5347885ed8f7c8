import '../parts/news.css'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { ManagementList } from '#modules/content/catalog/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useJoin } from '#web/i18n/join.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Cover } from '#web/ui/Cover.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { type ManagedNewsRow, type NewsStatus, news, newsStatuses } from '../../contract.ts'
import { newsPaths } from '../paths.ts'
import { PublishModal } from './PublishModal.tsx'

const colors: Readonly<Record<NewsStatus, string>> = {
  draft: 'default',
  scheduled: 'processing',
  published: 'success',
  expired: 'default',
  withdrawn: 'warning',
}

/** The news of the organizations of the administrator. */
export default function ManagedNewsPage() {
  const t = useText('news')
  const join = useJoin()
  const [publishing, setPublishing] = useState<ManagedNewsRow>()
  return (
    <>
      <PageHeader
        title={t('managing.title')}
        description={t('managing.description')}
        actions={
          <Link to={newsPaths.editor('new')}>
            <Button type="primary" tabIndex={-1} icon={<Icon name="plus" size={16} />}>
              {t('managing.create')}
            </Button>
          </Link>
        }
      />
      <ManagementList
        label={t('managing.title')}
        searchLabel={t('managing.search')}
        tabs={[
          { key: 'all' as NewsStatus | 'all', title: t('managing.all') },
          ...newsStatuses.map((key) => ({ key, title: t(`statuses.${key}`) })),
        ]}
        list={({ tab, search, page, pageSize }) =>
          q(news.managedNews, { query: { view: tab, ...(search && { search }), page, pageSize } }, { quiet: true })
        }
        empty={<EmptyState title={t('managing.none')} description={t('managing.noneHint')} />}
        columns={[
          {
            key: 'title',
            title: t('managing.column.title'),
            render: (row) => (
              <span className="nw-cell">
                <Cover name={row.title} url={row.coverPath} />
                <span>
                  {row.isPinned && <Tag>{t('list.pinned')}</Tag>}
                  <Link to={newsPaths.editor(row.id)}>{row.title}</Link>
                </span>
              </span>
            ),
          },
          {
            key: 'audience',
            title: t('managing.column.audience'),
            render: (row) => (
              <>
                {row.organizationName}
                <div className="sy-note">{join(row.audiences.map(({ name }) => name))}</div>
              </>
            ),
          },
          {
            key: 'status',
            title: t('managing.column.status'),
            render: (row) => <Status row={row} />,
          },
          { key: 'reads', title: t('managing.column.reads'), align: 'right', render: ({ readCount }) => readCount },
          {
            key: 'changed',
            title: t('managing.column.changed'),
            render: (row) => (
              <>
                <DateText value={row.updatedAt} style="day" />
                <div className="sy-note">{row.authorName}</div>
              </>
            ),
          },
        ]}
        actions={(row) => <RowActions row={row} onPublish={() => setPublishing(row)} />}
      />
      {publishing && <PublishModal article={publishing} onClose={() => setPublishing(undefined)} />}
    </>
  )
}

/** With the time that matters to it: when it appears, when it goes. */
function Status({ row: { status, publishedAt, expiresAt } }: { row: ManagedNewsRow }) {
  const t = useText('news')
  return (
    <>
      <Tag color={colors[status]}>{t(`statuses.${status}`)}</Tag>
      {status === 'scheduled' && (
        <div className="sy-note">
          {t('managing.from')} <DateText value={publishedAt} />
        </div>
      )}
      {status === 'published' && expiresAt !== null && (
        <div className="sy-note">
          {t('managing.until')} <DateText value={expiresAt} />
        </div>
      )}
    </>
  )
}

function RowActions({ row, onPublish }: { row: ManagedNewsRow; onPublish: () => void }) {
  const t = useText('news')
  const { id, revision, actions, title } = row
  const label = (action: ManagedNewsRow['actions'][number]) => `${t(`actions.${action}`)} ${title}`
  const params = { id }
  return (
    <>
      {actions.includes('edit') && (
        <Link to={newsPaths.editor(id)} aria-label={label('edit')}>
          {t('actions.edit')}
        </Link>
      )}
      {actions.includes('publish') && (
        <Button type="link" aria-label={label('publish')} onClick={onPublish}>
          {t('actions.publish')}
        </Button>
      )}
      {actions.includes('withdraw') && (
        <ConfirmButton
          type="link"
          aria-label={label('withdraw')}
          question={label('withdraw')}
          consequence={t('withdraw.text')}
          confirmText={t('actions.withdraw')}
          onConfirm={async () => {
            await call(news.withdrawNews, { params, body: { revision } })
            notify('success', t('withdraw.done'))
          }}
        >
          {t('actions.withdraw')}
        </ConfirmButton>
      )}
      {actions.includes('delete') && (
        <ConfirmButton
          danger
          type="link"
          aria-label={label('delete')}
          question={label('delete')}
          consequence={t('delete.text')}
          confirmText={t('actions.delete')}
          onConfirm={async () => {
            await call(news.deleteNews, { params })
            notify('success', t('delete.done'))
          }}
        >
          {t('actions.delete')}
        </ConfirmButton>
      )}
    </>
  )
}
