import './management-list.css'
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Grid, TreeSelect } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { type FilterChange, type ListFilters, type ListPlace, useListPlace } from './list-place.ts'

/** A page as the server answers it; `counts`: how many items each tab has under the other filters. */
export interface ManagementPage<Row extends { readonly id: string }> {
  readonly items: readonly Row[]
  readonly recordCount: number
  readonly counts?: Readonly<Record<string, number>>
}
export type RowOf<Page extends ManagementPage<{ readonly id: string }>> = Page['items'][number]

export interface ListColumn<Row> {
  readonly key: string
  readonly title: string
  readonly align?: 'right'
  readonly render: (row: Row) => ReactNode
}

export interface Category {
  readonly value: string
  readonly title: string
  /** The value of the one that it belongs to. */
  readonly parent?: string | null
}

/** One filter besides status and search. */
export interface CategoryFilter {
  readonly label: string
  readonly all: string
  /** Undefined while they are on their way. */
  readonly options: readonly Category[] | undefined
}

export interface ManagementListProps<
  Page extends ManagementPage<{ readonly id: string }>,
  Tab extends string = string,
> {
  /** What the list is about, for screen readers. */
  readonly label: string
  readonly searchLabel: string
  /** The page at a place of the list. */
  readonly list: (place: ListPlace<Tab>) => UseQueryOptions<Page, Error, Page>
  /** The first one is chosen where nothing else is. */
  readonly tabs: readonly [TabOf<Tab>, ...TabOf<Tab>[]]
  readonly category?: CategoryFilter
  /** The label of the box that leaves only what the caller has written; left out, there is no box. */
  readonly mineLabel?: string
  /** The first column names a row: on a phone it heads the row's card. */
  readonly columns: readonly [ListColumn<RowOf<Page>>, ...ListColumn<RowOf<Page>>[]]
  readonly actions: (row: RowOf<Page>) => ReactNode
  /** Where there is nothing at all. */
  readonly empty: ReactNode
}

interface TabOf<Tab> {
  readonly key: Tab
  readonly title: string
}

/**
 * A list that somebody manages: tabs by status with their numbers, a search, filters, and what can be done with each row. A
 * table on a wide screen, cards on a phone. The address keeps tab, filters and page.
 */
export default function ManagementList<Page extends ManagementPage<{ readonly id: string }>, Tab extends string>(
  props: ManagementListProps<Page, Tab>,
) {
  const { label, tabs, category, empty } = props
  const t = useText('catalog')
  const keys = tabs.map(({ key }) => key) as [Tab, ...Tab[]]
  const categories = category?.options && new Set(category.options.map(({ value }) => value))
  const { place, filters, filter, clear, paging } = useListPlace(keys, categories)
  const list = useQuery({ ...props.list(place), placeholderData: keepPreviousData })
  const { data } = list
  const { page, pageSize, change } = paging
  const lastPage = data && Math.max(1, Math.ceil(data.recordCount / pageSize))
  const isBeyondEnd = lastPage !== undefined && !list.isPlaceholderData && page > lastPage
  // The last row of the last page may have gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is another function with every rendering.
  useEffect(() => {
    if (isBeyondEnd) change(lastPage, pageSize)
  }, [isBeyondEnd, lastPage, pageSize])
  const isFiltered = filters.tab !== keys[0] || Object.keys(filters).length > 1
  const [searchBox, setSearchBox] = useState({ key: 0, text: filters.search ?? '' })
  const showAll = () => {
    setSearchBox({ key: searchBox.key + 1, text: '' })
    clear()
  }
  const noMatch = <Button onClick={showAll}>{t('list.clear')}</Button>
  return (
    <>
      <TabBar
        label={t('list.statuses')}
        tabs={tabs.map(({ key, title }) => ({ key, title, count: data?.counts?.[key] }))}
        active={filters.tab}
        panelId="management-list"
        onChange={(tab) => filter({ tab })}
      />
      <div id="management-list" role="tabpanel" aria-label={label}>
        <FilterBar {...props} searchBox={searchBox} filters={filters} onChange={filter} />
        {list.isError ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <Rows
            {...props}
            page={data}
            paging={paging}
            empty={isFiltered ? <EmptyState small title={t('list.noMatch')} action={noMatch} /> : empty}
          />
        )}
      </div>
    </>
  )
}

type FilterBarProps<Tab extends string> = Pick<ManagementListProps<never>, 'searchLabel' | 'category' | 'mineLabel'> & {
  /** Another key begins a new box with the text. */
  readonly searchBox: { readonly key: number; readonly text: string }
  readonly filters: ListFilters<Tab>
  readonly onChange: (change: FilterChange<Tab>) => void
}

function FilterBar<Tab extends string>(props: FilterBarProps<Tab>) {
  const { searchLabel, searchBox, category, mineLabel, filters, onChange } = props
  return (
    <div className="sy-toolbar managed-toolbar">
      <SearchBox
        key={searchBox.key}
        label={searchLabel}
        defaultValue={searchBox.text}
        onSearch={(text) => onChange({ search: text || undefined })}
      />
      {category && (
        <TreeSelect
          allowClear
          treeDefaultExpandAll
          treeDataSimpleMode={{ id: 'value', pId: 'parent' }}
          className="managed-category"
          aria-label={category.label}
          placeholder={category.all}
          loading={category.options === undefined}
          treeData={category.options as Category[] | undefined}
          value={category.options && filters.category}
          onChange={(value?: string) => onChange({ category: value })}
        />
      )}
      {mineLabel !== undefined && (
        <Checkbox
          checked={filters.mine ?? false}
          onChange={({ target }) => onChange({ mine: target.checked ? true : undefined })}
        >
          {mineLabel}
        </Checkbox>
      )}
    </div>
  )
}

type RowsProps<Page extends ManagementPage<{ readonly id: string }>> = Pick<
  ManagementListProps<Page>,
  'label' | 'columns' | 'actions' | 'empty'
> & { readonly page: Page | undefined; readonly paging: ReturnType<typeof useListPlace>['paging'] }

function Rows<Page extends ManagementPage<{ readonly id: string }>>(props: RowsProps<Page>) {
  const { label, columns, actions, empty, page, paging } = props
  const t = useText('catalog')
  const isPhone = Grid.useBreakpoint().md === false
  if (isPhone) return <Cards {...props} />
  return (
    <DataTable<RowOf<Page>>
      label={label}
      rows={page?.items}
      rowKey="id"
      loading={page === undefined}
      paging={paging}
      recordCount={page?.recordCount}
      empty={empty}
      columns={[
        ...columns.map(({ render, ...column }) => ({
          ...column,
          render: (_: unknown, row: RowOf<Page>) => render(row) ?? '—',
        })),
        {
          title: t('list.actions'),
          key: 'actions',
          render: (_, row) => <span className="managed-actions">{actions(row)}</span>,
        },
      ]}
    />
  )
}

function Cards<Page extends ManagementPage<{ readonly id: string }>>(props: RowsProps<Page>) {
  const { label, actions, empty, page, paging } = props
  const [head, ...facts] = props.columns
  if (!page) return <LoadingState shape="cards" rows={3} />
  if (page.items.length === 0) return empty
  return (
    <>
      <ul className="managed-cards" aria-label={label}>
        {page.items.map((row: RowOf<Page>) => (
          <li key={row.id} className="sy-card">
            {head.render(row)}
            <dl>
              {facts.map(({ key, title, render }) => (
                <div key={key}>
                  <dt>{title}</dt>
                  <dd>{render(row) ?? '—'}</dd>
                </div>
              ))}
            </dl>
            <span className="managed-actions">{actions(row)}</span>
          </li>
        ))}
      </ul>
      <Pager paging={paging} recordCount={page.recordCount} />
    </>
  )
}
