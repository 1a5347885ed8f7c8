import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import type { LossRow, QuestionImport } from '../../contract/exchange.ts'
import { questions } from '../../contract.ts'
import { ImportRows } from './ImportRows.tsx'

/** The questions of which the file says more than the bank keeps. */
export function LossRows({ found: { id } }: { found: QuestionImport }) {
  const t = useText('questions')
  return (
    <ImportRows
      title={t('import.loss.title')}
      hint={t('import.loss.hint')}
      list={(query) => q(questions.questionImportLosses, { params: { id }, query }, { quiet: true })}
      about={t('import.loss.columns')}
      render={({ losses }: LossRow) => losses.map((loss) => t(`import.loss.${loss}`)).join(', ')}
    />
  )
}
