import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ListTable } from '#web/ui/ListTable.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import type { QuestionImport, SimilarRow } from '../../contract/exchange.ts'
import { questions } from '../../contract.ts'
import { questionPaths } from '../paths.ts'

/** The questions to import that may be in the bank already, or stand in the file twice. */
export function SimilarRows({ found }: { found: QuestionImport }) {
  const t = useText('questions')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const query = { page: paging.page, pageSize: paging.pageSize }
  const list = useQuery(q(questions.questionImportSimilar, { params: { id: found.id }, query }, { quiet: true }))
  return (
    <section className="sy-column sy-gap-3">
      <div>
        <h2 className="qb-import-title">{t('import.similarTitle')}</h2>
        <p className="sy-note">{t('import.similarHint')}</p>
      </div>
      <ListTable<SimilarRow>
        label={t('import.similarTitle')}
        list={list}
        rowKey={({ row }) => String(row)}
        paging={paging}
        columns={[
          { key: 'row', title: t('import.rowHeading'), width: 90, render: (_, { row }) => t('import.row', { row }) },
          {
            key: 'excerpt',
            title: t('list.question'),
            width: 320,
            render: (_, { excerpt }) => <Text text={excerpt} />,
          },
          { key: 'similar', title: t('import.similar'), render: (_, row) => <Like row={row} /> },
        ]}
      />
    </section>
  )
}

function Text({ text }: { text: string }) {
  return <span className="qb-cell">{text.split('\n')[0]}</span>
}

function Like({ row: { similar, sameAsRow } }: { row: SimilarRow }) {
  const t = useText('questions')
  return (
    <ul className="qb-like">
      {sameAsRow !== null && <li>{t('import.sameAsRow', { row: sameAsRow })}</li>}
      {similar.map(({ id, excerpt, directory, likeness }) => (
        <li key={id}>
          <Link to={questionPaths.question(id)} target="_blank">
            {excerpt.split('\n')[0]}
          </Link>
          <small>{t('import.likeness', { directory: directory.name, likeness })}</small>
        </li>
      ))}
    </ul>
  )
}
