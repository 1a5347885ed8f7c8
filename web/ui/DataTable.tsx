import { Table, type TableProps } from 'antd'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
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
  /** More match than this number says. */
  readonly isMore?: boolean
  /** What the table is about, for screen readers. */
  readonly label: string
  readonly empty?: ReactNode
  readonly selection?: TableProps<Row>['rowSelection']
}

type Columns<Row extends object> = NonNullable<TableProps<Row>['columns']>

/**
 * Each cell says what its column is called: on a phone a row is a card, and the head is not shown. The column of actions
 * stays in the window while the others scroll.
 */
function prepared<Row extends object>(columns: Columns<Row>): Columns<Row> {
  return columns.map((column) => {
    const { title, onCell } = column
    const shown = column.key === 'actions' ? { ...column, fixed: 'right' as const } : column
    if (typeof title !== 'string' || title === '') return shown
    return { ...shown, onCell: (row, index) => ({ ...onCell?.(row as never, index), 'data-label': title }) as object }
  })
}

// biome-ignore-start lint/a11y/noRedundantRoles: laid out as cards it would not be a table without them.
// biome-ignore-start lint/a11y/useSemanticElements: see above.
/** Laid out as cards a table is none for screen readers, unless its parts state their roles. */
const parts: TableProps['components'] = {
  table: (props: ComponentProps<'table'>) => <table role="table" {...props} />,
  header: {
    wrapper: (props: ComponentProps<'thead'>) => <thead role="rowgroup" {...props} />,
    row: (props: ComponentProps<'tr'>) => <tr role="row" {...props} />,
    cell: (props: ComponentProps<'th'>) => <th role="columnheader" {...props} />,
  },
  body: {
    wrapper: (props: ComponentProps<'tbody'>) => <tbody role="rowgroup" {...props} />,
    row: (props: ComponentProps<'tr'>) => <tr role="row" {...props} />,
    cell: (props: ComponentProps<'td'>) => <td role="cell" {...props} />,
  },
}
// biome-ignore-end lint/a11y/noRedundantRoles: see above.
// biome-ignore-end lint/a11y/useSemanticElements: see above.

/** A table with the product's paging. Wider than its place it scrolls by itself, never the page; on a phone its rows are cards. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const t = useText('shell')
  const { columns, rows, rowKey, loading, paging, recordCount, isMore, label, empty, selection } = props
  const place = useRef<HTMLElement>(null)
  // What scrolls sideways must be reachable by the keyboard; Ant Design leaves its scrolling part without focus.
  useEffect(() => place.current?.querySelector('.ant-table-content')?.setAttribute('tabindex', '0'), [])
  return (
    <section className="sy-table" aria-label={label} ref={place}>
      <Table<Row>
        columns={prepared(columns)}
        components={parts}
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
            showTotal: (total) => t(isMore ? 'totalMore' : 'total', { total }),
            onChange: paging.change,
            hideOnSinglePage: (recordCount ?? 0) <= PAGE_SIZES[0],
          }
        }
      />
    </section>
  )
}
