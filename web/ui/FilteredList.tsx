/** A screen of the administration that is one list: its head, its filters, and its table. */
import { Select } from 'antd'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { EmptyState } from './EmptyState.tsx'
import { ListTable } from './ListTable.tsx'
import { PageHeader } from './PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from './paging.ts'
import { SearchBox } from './SearchBox.tsx'

/** What such a list is narrowed to, and which page of it is shown; another filter begins with the first page. */
export function useFilters<Filters extends object>() {
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [filters, setFilters] = useState<Filters>({} as Filters)
  const narrow = (change: Partial<Filters>) => {
    setFilters({ ...filters, ...change })
    paging.reset()
  }
  return { paging, filters, narrow, query: { page: paging.page, pageSize: paging.pageSize, ...filters } }
}

interface SelectProps<Value> {
  readonly label: string
  /** What it says while nothing is chosen. */
  readonly all: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value?: Value) => void
}

/** One filter: a value out of a few, or all. */
export function FilterSelect<Value extends string | number>({ label, all, options, onChange }: SelectProps<Value>) {
  return (
    <Select
      allowClear
      style={{ width: 160 }}
      aria-label={label}
      placeholder={all}
      options={[...options]}
      onChange={onChange}
    />
  )
}

type TableProps<Row extends object> = ComponentProps<typeof ListTable<Row>>

interface Props<Row extends object> extends Pick<TableProps<Row>, 'list' | 'paging' | 'columns'> {
  readonly title: string
  readonly description: string
  readonly actions?: ReactNode
  readonly searchLabel: string
  /** Undefined: everything. */
  readonly onSearch: (text: string | undefined) => void
  /** The filters besides the search. */
  readonly filters: ReactNode
  /** Where there is nothing to show. */
  readonly none: string
  readonly noneHint: string
}

export function FilteredList<Row extends object>(props: Props<Row>) {
  const { title, description, actions, searchLabel, onSearch, filters, none, noneHint, ...table } = props
  return (
    <>
      <PageHeader title={title} description={description} actions={actions} />
      <div className="sy-toolbar">
        <SearchBox label={searchLabel} onSearch={(text) => onSearch(text || undefined)} />
        {filters}
      </div>
      <ListTable<Row> {...table} label={title} rowKey="id" empty={<EmptyState title={none} description={noneHint} />} />
    </>
  )
}
