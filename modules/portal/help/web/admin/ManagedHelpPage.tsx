import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type ArticleState, articleStates, type ManagedArticleRow } from '../../contract/articles.ts'
import { help } from '../../contract.ts'
import { directoryOptions } from '../parts/directory-options.ts'
import { helpPaths } from '../paths.ts'
import { DirectoriesDrawer } from './DirectoriesDrawer.tsx'

/** Administrators keep the articles of the help center. */
export default function ManagedHelpPage() {
  const t = useText('help')
  const language = useLanguage()
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useState('')
  const [state, setState] = useState<ArticleState>()
  const [directoryId, setDirectoryId] = useState<string>()
  const [showsDirectories, setShowsDirectories] = useState(false)
  const directories = useQuery(q(help.managedDirectories, {}))
  const query = { page: paging.page, pageSize: paging.pageSize, search, state, directoryId }
  const list = useQuery({ ...q(help.managedArticles, { query }), placeholderData: keepPreviousData })
  const items = list.data?.items ?? []
  return (
    <>
      <PageHeader
        title={t('manage.title')}
        description={t('manage.description')}
        actions={
          <>
            <Button onClick={() => setShowsDirectories(true)}>{t('manage.directories')}</Button>
            <Link to={helpPaths.editor('new')}>
              <Button type="primary" tabIndex={-1} icon={<Icon name="plus" size={16} />}>
                {t('manage.add')}
              </Button>
            </Link>
          </>
        }
      />
      <div className="sy-toolbar">
        <SearchBox
          label={t('manage.search')}
          onSearch={(text) => {
            setSearch(text)
            paging.reset()
          }}
        />
        <Select
          allowClear
          style={{ width: 220 }}
          aria-label={t('manage.directory')}
          placeholder={t('manage.allDirectories')}
          options={directoryOptions(directories.data?.items ?? [], language)}
          onChange={(chosen?: string) => {
            setDirectoryId(chosen)
            paging.reset()
          }}
        />
        <Select
          allowClear
          style={{ width: 140 }}
          aria-label={t('manage.state')}
          placeholder={t('manage.allStates')}
          options={articleStates.map((value) => ({ value, label: t(`manage.${value}`) }))}
          onChange={(chosen?: ArticleState) => {
            setState(chosen)
            paging.reset()
          }}
        />
      </div>
      <ListTable<ManagedArticleRow>
        list={list}
        label={t('manage.table')}
        rowKey="id"
        paging={paging}
        empty={<EmptyState title={t('manage.none')} description={t('manage.noneHint')} />}
        columns={[
          {
            title: t('manage.articleTitle'),
            key: 'title',
            render: (_, { id, titleCn, titleEn }) => (
              <Link to={helpPaths.editor(id)}>{language === 'en' && titleEn !== '' ? titleEn : titleCn}</Link>
            ),
          },
          { title: t('manage.directory'), dataIndex: 'directoryName' },
          {
            title: t('manage.audiences'),
            key: 'audiences',
            render: (_, { audiences }) => audiences.map(({ key, name }) => <Tag key={key}>{name}</Tag>),
          },
          {
            title: t('manage.state'),
            key: 'state',
            render: (_, row) => (
              <Tag color={row.state === 'published' ? 'success' : 'default'}>{t(`manage.${row.state}`)}</Tag>
            ),
          },
          {
            title: t('manage.votes'),
            key: 'votes',
            render: (_, { helpfulCount, notHelpfulCount }) => `${helpfulCount} / ${notHelpfulCount}`,
          },
          {
            title: t('manage.updated'),
            key: 'updatedAt',
            render: (_, { updatedAt }) => <DateText value={updatedAt} style="day" />,
          },
          {
            title: t('manage.actions'),
            key: 'actions',
            render: (_, article, index) => (
              <Actions article={article} before={items[index - 1]} after={items[index + 1]} />
            ),
          },
        ]}
      />
      {showsDirectories && <DirectoriesDrawer onClose={() => setShowsDirectories(false)} />}
    </>
  )
}

interface ActionsProps {
  readonly article: ManagedArticleRow
  readonly before: ManagedArticleRow | undefined
  readonly after: ManagedArticleRow | undefined
}

function Actions({ article, before, after }: ActionsProps) {
  const t = useText('help')
  const { busyWith, run } = useAction()
  const { id, titleCn, state, directoryId } = article
  const isPublished = state === 'published'
  const label = (action: string) => `${t(`manage.${action}`)} · ${titleCn}`
  const neighbor = { up: before, down: after }
  const move = (name: 'up' | 'down') => {
    const other = neighbor[name]
    if (other?.directoryId !== directoryId) return null
    const ids = name === 'up' ? [id, other.id] : [other.id, id]
    return (
      <Button
        size="small"
        aria-label={label(name)}
        icon={<Icon name={name === 'up' ? 'chevron-up' : 'chevron-down'} size={16} />}
        loading={busyWith === name}
        onClick={() => void run(() => call(help.orderArticles, { body: { ids } }), { name })}
      />
    )
  }
  const toggle = () =>
    call(help.setArticleState, { params: { id }, body: { state: isPublished ? 'draft' : 'published' } })
  return (
    <div className="sy-actions">
      {move('up')}
      {move('down')}
      <Button
        size="small"
        aria-label={label(isPublished ? 'unpublish' : 'publish')}
        loading={busyWith === 'toggle'}
        onClick={() => void run(toggle, { name: 'toggle', done: t('manage.done') })}
      >
        {t(isPublished ? 'manage.unpublish' : 'manage.publish')}
      </Button>
      {!isPublished && (
        <ConfirmButton
          size="small"
          danger
          aria-label={label('delete')}
          question={label('delete')}
          consequence={t('manage.deleteText')}
          confirmText={t('manage.delete')}
          onConfirm={async () => {
            await call(help.deleteArticle, { params: { id } })
            notify('success', t('manage.done'))
          }}
        >
          {t('manage.delete')}
        </ConfirmButton>
      )}
    </div>
  )
}
