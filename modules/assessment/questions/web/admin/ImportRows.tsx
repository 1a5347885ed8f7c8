import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { ListTable } from '#web/ui/ListTable.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'

interface ImportRow {
  readonly row: number
  readonly excerpt: string
}

interface RowPage<Row> {
  readonly items: readonly Row[]
  readonly recordCount: number
}

interface Props<Row extends ImportRow, Page extends RowPage<Row>> {
  readonly title: string
  readonly hint: string
  readonly list: (query: { page: number; pageSize: number }) => UseQueryOptions<Page, Error, Page>
  /** What there is to see about a row. */
  readonly about: string
  readonly render: (row: Row) => ReactNode
}

/** Rows of a file to import, and what was noticed about each. */
export function ImportRows<Row extends ImportRow, Page extends RowPage<Row>>(props: Props<Row, Page>) {
  const { title, hint, about, render } = props
  const t = useText('questions')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const list = useQuery(props.list({ page: paging.page, pageSize: paging.pageSize }))
  return (
    <section className="sy-column sy-gap-3">
      <div>
        <h2 className="qb-import-title">{title}</h2>
        <p className="sy-note">{hint}</p>
      </div>
      <ListTable<Row>
        label={title}
        list={list}
        rowKey={({ row }) => String(row)}
        paging={paging}
        columns={[
          { key: 'row', title: t('import.rowHeading'), width: 90, render: (_, { row }) => t('import.row', { row }) },
          {
            key: 'excerpt',
            title: t('list.question'),
            width: 320,
            render: (_, { excerpt }) => <span className="qb-cell">{excerpt.split('\n')[0]}</span>,
          },
          { key: 'about', title: about, render: (_, row) => render(row) },
        ]}
      />
    </section>
  )
}
