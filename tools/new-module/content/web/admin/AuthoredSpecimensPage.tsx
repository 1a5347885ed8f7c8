import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AuthoredContent, ShelfStatus } from '#kit/authored-content.ts'
import { AuthorActions, StatusTags } from '#modules/content/catalog/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { specimens } from '../../contract.ts'
import { specimenPaths } from '../paths.ts'
import { authorCalls } from './author-calls.ts'
import { CreateSpecimen } from './CreateSpecimen.tsx'

const statuses: readonly ShelfStatus[] = ['draft', 'on-shelf', 'off-shelf']

interface Filters {
  readonly search?: string
  readonly status?: ShelfStatus
  readonly mine?: boolean
}

/** The specimens that the member writes or manages. */
export default function AuthoredSpecimensPage() {
  const t = useText('specimens')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [filters, setFilters] = useState<Filters>({})
  const [isCreating, setIsCreating] = useState(false)
  const query = { ...filters, page: paging.page, pageSize: paging.pageSize }
  const list = useQuery({ ...q(specimens.authoredSpecimens, { query }), placeholderData: keepPreviousData })
  const filter = (change: Filters) => {
    setFilters((before) => ({ ...before, ...change }))
    paging.reset()
  }
  return (
    <>
      <PageHeader
        title={t('authoring.title')}
        description={t('authoring.description')}
        actions={
          <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setIsCreating(true)}>
            {t('authoring.create')}
          </Button>
        }
      />
      <div className="sy-toolbar">
        <SearchBox label={t('list.search')} onSearch={(search) => filter({ search })} />
        <Select
          allowClear
          style={{ width: 150 }}
          aria-label={t('authoring.status')}
          placeholder={t('authoring.allStatuses')}
          onChange={(status?: ShelfStatus) => filter({ status })}
          options={statuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
        />
        <Checkbox onChange={(event) => filter({ mine: event.target.checked })}>{t('authoring.mine')}</Checkbox>
      </div>
      <ListTable<AuthoredContent>
        list={list}
        label={t('authoring.title')}
        rowKey="id"
        paging={paging}
        empty={<EmptyState small title={t('authoring.none')} description={t('authoring.noneHint')} />}
        columns={[
          {
            title: t('form.name'),
            key: 'name',
            render: (_, { id, name }) => <Link to={specimenPaths.editor(id)}>{name}</Link>,
          },
          { title: t('authoring.status'), key: 'status', render: (_, item) => <StatusTags {...item} /> },
          { title: t('authoring.author'), key: 'author', render: (_, { author }) => author?.fullName },
          {
            title: t('authoring.changed'),
            key: 'changed',
            render: (_, { updatedAt }) => <DateText value={updatedAt} style="relative" />,
          },
          {
            title: t('authoring.actions'),
            key: 'actions',
            render: (_, item) => <RowActions item={item} />,
          },
        ]}
      />
      {isCreating && <CreateSpecimen onClose={() => setIsCreating(false)} />}
    </>
  )
}

/** Publishing stands in the editor, beside what is published. */
function RowActions({ item }: { item: AuthoredContent }) {
  const { publish: _, 'discard-changes': __, ...calls } = authorCalls(item)
  return <AuthorActions item={item} calls={calls} />
}
