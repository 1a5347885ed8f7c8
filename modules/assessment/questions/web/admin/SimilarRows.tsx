import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import type { QuestionImport, SimilarRow } from '../../contract/exchange.ts'
import { questions } from '../../contract.ts'
import { questionPaths } from '../paths.ts'
import { ImportRows } from './ImportRows.tsx'

/** The questions to import that may be in the bank already, or stand in the file twice. */
export function SimilarRows({ found: { id } }: { found: QuestionImport }) {
  const t = useText('questions')
  return (
    <ImportRows
      title={t('import.similarTitle')}
      hint={t('import.similarHint')}
      list={(query) => q(questions.questionImportSimilar, { params: { id }, query }, { quiet: true })}
      about={t('import.similar')}
      render={(row: SimilarRow) => <Like row={row} />}
    />
  )
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
