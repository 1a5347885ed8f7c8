import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ListTable } from '#web/ui/ListTable.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import type { LossRow, QuestionImport } from '../../contract/exchange.ts'
import { questions } from '../../contract.ts'

/** The questions of which the file says more than the bank keeps. */
export function LossRows({ found }: { found: QuestionImport }) {
  const t = useText('questions')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const query = { page: paging.page, pageSize: paging.pageSize }
  const list = useQuery(q(questions.questionImportLosses, { params: { id: found.id }, query }, { quiet: true }))
  return (
    <section className="sy-column sy-gap-3">
      <div>
        <h2 className="qb-import-title">{t('import.loss.title')}</h2>
        <p className="sy-note">{t('import.loss.hint')}</p>
      </div>
      <ListTable<LossRow>
        label={t('import.loss.title')}
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
          {
            key: 'losses',
            title: t('import.loss.columns'),
            render: (_, { losses }) => losses.map((loss) => t(`import.loss.${loss}`)).join(', '),
          },
        ]}
      />
    </section>
  )
}
