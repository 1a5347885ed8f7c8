import { Table, type TableProps } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../i18n/texts.ts'
import { EmptyState } from './EmptyState.tsx'
import { PAGE_SIZES, type Paging } from './paging.ts'

interface Props<Row extends object> {
  readonly columns: NonNullable<TableProps<Row>['columns']>
  readonly rows: readonly Row[] | undefined
  readonly rowKey: string | ((row: Row) => string)
  readonly loading?: boolean
  /** With a pager where this is given: `usePaging(TABLE_PAGE_SIZE)`, and the number of all matches. */
  readonly paging?: Paging
  readonly recordCount?: number
  /** What the table is about, for screen readers. */
  readonly label: string
  readonly empty?: ReactNode
  readonly selection?: TableProps<Row>['rowSelection']
}

/** A table with the product's paging. Wider than its place it scrolls by itself, never the page. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const t = useText('shell')
  const { columns, rows, rowKey, loading, paging, recordCount, label, empty, selection } = props
  const place = useRef<HTMLElement>(null)
  // What scrolls sideways must be reachable by the keyboard; Ant Design leaves its scrolling part without focus.
  useEffect(() => place.current?.querySelector('.ant-table-content')?.setAttribute('tabindex', '0'), [])
  return (
    <section className="sy-table" aria-label={label} ref={place}>
      <Table<Row>
        columns={columns}
        dataSource={rows as Row[] | undefined}
        rowKey={rowKey}
        loading={loading}
        rowSelection={selection}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: loading ? ' ' : (empty ?? <EmptyState small title={t('empty')} />) }}
        pagination={
          // Without a pager all rows are shown.
          paging !== undefined && {
            current: paging.page,
            pageSize: paging.pageSize,
            total: recordCount ?? 0,
            pageSizeOptions: [...PAGE_SIZES],
            showSizeChanger: true,
            showTotal: (total) => t('total', { total }),
            onChange: paging.change,
            hideOnSinglePage: (recordCount ?? 0) <= PAGE_SIZES[0],
          }
        }
      />
    </section>
  )
}
