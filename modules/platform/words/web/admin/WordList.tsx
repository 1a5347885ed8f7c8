import { useQuery } from '@tanstack/react-query'
import { Button, Select, Switch } from 'antd'
import { useState } from 'react'
import { call, download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { type Word, type WordLevel, words } from '../../contract.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { LevelTag } from './LevelTag.tsx'
import { AddWordsDialog, ChangeWordDialog } from './WordDialogs.tsx'

interface Filters {
  readonly keyword?: string
  readonly category?: string
  readonly level?: WordLevel
  readonly enabled?: boolean
}

const levels = ['refuse', 'review'] as const

/** The list of words with search, filters, switches, import and export. */
export function WordList() {
  const t = useText('words')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [filters, setFilters] = useState<Filters>({})
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([])
  const [dialog, setDialog] = useState<'add' | 'import' | Word>()
  const categories = useQuery(q(words.wordCategories, {}, { quiet: true }))
  const query = { ...filters, page: paging.page, pageSize: paging.pageSize }
  const { data, isFetching, error, refetch } = useQuery({
    ...q(words.listWords, { query }),
    placeholderData: (last) => last,
  })
  const filter = (change: Filters) => {
    setFilters((before) => ({ ...before, ...change }))
    setSelectedIds([])
    paging.reset()
  }
  const switchAll = (ids: readonly string[], enabled: boolean) =>
    void call(words.switchWords, { body: { ids: [...ids], enabled } })
      .then(() => setSelectedIds([]))
      .catch(() => undefined)
  const remove = async (ids: readonly string[]) => {
    const { deletedCount } = await call(words.deleteWords, { body: { ids: [...ids] } })
    setSelectedIds([])
    notify('success', t('list.deleted', { count: deletedCount }))
  }
  const columns = useColumns({ onEdit: setDialog, onSwitch: (id, enabled) => switchAll([id], enabled) })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <div className="sy-toolbar">
        <SearchBox label={t('list.search')} onSearch={(keyword) => filter({ keyword: keyword || undefined })} />
        <Select
          aria-label={t('list.category')}
          placeholder={t('list.category')}
          allowClear
          style={{ minWidth: 130 }}
          value={filters.category}
          onChange={(category: string | undefined) => filter({ category })}
          options={(categories.data?.items ?? []).map(({ category, wordCount }) => ({
            value: category,
            label: `${category || t('list.noCategory')} (${wordCount})`,
          }))}
        />
        <Select<WordLevel>
          aria-label={t('list.level')}
          placeholder={t('list.level')}
          allowClear
          style={{ minWidth: 120 }}
          value={filters.level}
          onChange={(level: WordLevel | undefined) => filter({ level })}
          options={levels.map((level) => ({ value: level, label: t(`level.${level}`) }))}
        />
        <span className="sy-actions" style={{ marginInlineStart: 'auto' }}>
          <Button icon={<Icon name="upload" size={16} />} onClick={() => setDialog('import')}>
            {t('list.import')}
          </Button>
          <Button
            icon={<Icon name="download" size={16} />}
            onClick={() => void download(words.exportWords).catch(() => undefined)}
          >
            {t('list.export')}
          </Button>
          <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setDialog('add')}>
            {t('list.add')}
          </Button>
        </span>
      </div>
      {selectedIds.length > 0 && (
        <div className="sy-row sy-wrap sy-gap-3 words-bulk" role="status">
          {t('list.selected', { count: selectedIds.length })}
          <Button onClick={() => switchAll(selectedIds, true)}>{t('list.enable')}</Button>
          <Button onClick={() => switchAll(selectedIds, false)}>{t('list.disable')}</Button>
          <ConfirmButton
            danger
            question={t('list.deleteMany', { count: selectedIds.length })}
            onConfirm={() => remove(selectedIds)}
          >
            {t('list.delete')}
          </ConfirmButton>
        </div>
      )}
      <DataTable
        label={t('page.words')}
        columns={columns}
        rows={data?.items}
        rowKey="id"
        loading={isFetching && !data}
        paging={paging}
        recordCount={data?.recordCount ?? 0}
        selection={{ selectedRowKeys: [...selectedIds], onChange: (keys) => setSelectedIds(keys.map(String)) }}
        empty={<EmptyState small title={t('list.none')} description={t('list.noneHint')} />}
      />
      {dialog === 'add' && <AddWordsDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'import' && <ImportDialog onClose={() => setDialog(undefined)} />}
      {typeof dialog === 'object' && <ChangeWordDialog word={dialog} onClose={() => setDialog(undefined)} />}
    </>
  )
}

interface RowActions {
  readonly onEdit: (word: Word) => void
  readonly onSwitch: (id: string, enabled: boolean) => void
}

function useColumns({ onEdit, onSwitch }: RowActions) {
  const t = useText('words')
  return [
    { title: t('list.word'), dataIndex: 'word' },
    {
      title: t('list.category'),
      key: 'category',
      render: (_: unknown, row: Word) => row.category || <span className="sy-faint">—</span>,
    },
    {
      title: t('list.level'),
      key: 'level',
      render: (_: unknown, row: Word) => <LevelTag level={row.level} />,
    },
    {
      title: t('list.updatedAt'),
      key: 'updatedAt',
      render: (_: unknown, row: Word) => <DateText value={row.updatedAt} style="day" />,
    },
    {
      title: t('list.enabled'),
      key: 'enabled',
      render: (_: unknown, row: Word) => (
        <Switch
          size="small"
          checked={row.enabled}
          aria-label={t('list.enabledOf', { word: row.word })}
          onChange={(enabled) => onSwitch(row.id, enabled)}
        />
      ),
    },
    {
      title: t('list.actions'),
      key: 'actions',
      render: (_: unknown, row: Word) => (
        <Button type="text" size="small" onClick={() => onEdit(row)}>
          {t('list.edit')}
        </Button>
      ),
    },
  ]
}
