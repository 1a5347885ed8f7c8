import '../parts/study.css'
import './gradebook.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Select, Tag } from 'antd'
import { useState } from 'react'
import { ContentPicker } from '#modules/content/catalog/web.tsx'
import { OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import {
  type GradebookFilter,
  type GradeItem,
  type GradeState,
  gradebookItemsMax,
  gradeStates,
} from '../../contract/gradebook.ts'
import { study } from '../../contract.ts'
import { GradeTable } from './GradeTable.tsx'
import { type FilterChange, useGradebookFilters } from './use-filters.ts'

const all = 'all'
const keyOf = ({ businessType, businessId }: { businessType: number; businessId: string }) =>
  `${businessType}:${businessId}`

/** Members and what they study: who is where, with the totals of both sides. */
export default function GradebookPage() {
  const t = useText('study')
  const { filter, paging, change } = useGradebookFilters()
  const { page, pageSize } = paging
  const { busy, run } = useAction()
  const list = useQuery({
    ...q(study.gradebook, { query: { ...filter, page, pageSize } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const totals = useQuery({
    ...q(study.gradebookTotals, { query: filter }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const save = () => run(() => download(study.exportGradebook, { query: filter }))
  const isFiltered = filter.organizationId !== undefined || filter.state !== undefined || filter.search !== undefined
  return (
    <>
      <PageHeader
        title={t('gradebook.title')}
        description={t('gradebook.hint')}
        actions={
          <Button
            icon={<Icon name="download" size={16} />}
            loading={busy}
            disabled={!list.data || list.data.recordCount === 0}
            onClick={() => void save()}
          >
            {t('gradebook.export')}
          </Button>
        }
      />
      <Filters filter={filter} onChange={change} />
      {list.data && (
        <Items
          columns={list.data.columns}
          kinds={list.data.kinds}
          isChosen={filter.items !== undefined}
          onChange={(items) => change({ items })}
        />
      )}
      {list.isPending && <LoadingState rows={8} />}
      {list.isError && !list.data && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && list.data.recordCount === 0 && (
        <EmptyState
          title={t(isFiltered ? 'gradebook.noMatch' : 'gradebook.none')}
          description={isFiltered ? undefined : t('gradebook.noneHint')}
        />
      )}
      {list.data && list.data.recordCount > 0 && (
        <section aria-busy={list.isFetching} aria-label={t('gradebook.title')}>
          <p className="sy-faint st-grades-count">
            {t('gradebook.size', {
              members: t('gradebook.membersCount', { count: list.data.recordCount }),
              items: t('gradebook.itemsCount', { count: list.data.columns.length }),
            })}
          </p>
          <GradeTable columns={list.data.columns} rows={list.data.items} totals={totals.data} />
          <Pager paging={paging} recordCount={list.data.recordCount} />
        </section>
      )}
    </>
  )
}

interface FiltersProps {
  readonly filter: GradebookFilter
  readonly onChange: (change: FilterChange) => void
}

function Filters({ filter, onChange }: FiltersProps) {
  const t = useText('study')
  return (
    <div className="sy-row sy-wrap sy-gap-3 st-gradebook-filters">
      <span className="st-gradebook-department">
        <OrganizationPicker
          label={t('gradebook.department')}
          allowClear
          allowDisabled
          {...(filter.organizationId !== undefined && { value: filter.organizationId })}
          onChange={(organizationId) => onChange({ organizationId })}
        />
      </span>
      <Select
        aria-label={t('gradebook.status')}
        value={filter.state ?? all}
        onChange={(state: GradeState | typeof all) => onChange({ state: state === all ? undefined : state })}
        options={[
          { value: all, label: t('gradebook.allStates') },
          ...gradeStates.map((value) => ({ value, label: t(`gradebook.state.${value}`) })),
        ]}
      />
      <SearchBox
        label={t('gradebook.search')}
        defaultValue={filter.search ?? ''}
        onSearch={(search) => onChange({ search: search || undefined })}
      />
      <Checkbox
        checked={filter.withLeft === true}
        onChange={(event) => onChange({ withLeft: event.target.checked || undefined })}
      >
        {t('gradebook.withLeft')}
      </Checkbox>
    </div>
  )
}

interface ItemsProps {
  readonly columns: readonly GradeItem[]
  readonly kinds: readonly number[]
  /** Some were chosen; otherwise the newest stand there. */
  readonly isChosen: boolean
  readonly onChange: (items: string[] | undefined) => void
}

/** The items that stand beside each other: taken away one by one, and added through the picker of content. */
function Items({ columns, kinds, isChosen, onChange }: ItemsProps) {
  const t = useText('study')
  const [picking, setPicking] = useState(false)
  const keys = columns.map(keyOf)
  return (
    <div className="sy-row sy-wrap sy-gap-2 st-gradebook-items">
      <span className="sy-faint">{t(isChosen ? 'gradebook.items' : 'gradebook.newest')}</span>
      {columns.map((column) => (
        <Tag
          key={keyOf(column)}
          closable={columns.length > 1}
          closeIcon={<Icon name="close" size={14} label={t('gradebook.remove', { name: column.name })} />}
          onClose={(event) => {
            event.preventDefault()
            onChange(keys.filter((key) => key !== keyOf(column)))
          }}
        >
          <span title={column.name}>{column.name}</span>
        </Tag>
      ))}
      <Button
        size="small"
        icon={<Icon name="plus" size={14} />}
        disabled={columns.length >= gradebookItemsMax}
        onClick={() => setPicking(true)}
      >
        {t('gradebook.add')}
      </Button>
      {isChosen && (
        <Button size="small" type="link" onClick={() => onChange(undefined)}>
          {t('gradebook.toNewest')}
        </Button>
      )}
      {picking && (
        <ContentPicker
          title={t('gradebook.pick')}
          kinds={kinds}
          taken={isChosen ? columns : []}
          max={isChosen ? gradebookItemsMax - columns.length : gradebookItemsMax}
          onClose={() => setPicking(false)}
          onPick={(items) => onChange([...(isChosen ? keys : []), ...items.map(keyOf)])}
        />
      )}
    </div>
  )
}
