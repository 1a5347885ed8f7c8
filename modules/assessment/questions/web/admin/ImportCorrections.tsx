import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { call, download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { CorrectionTable, type TypedCorrection } from '#web/ui/CorrectionTable.tsx'
import { ErrorCodeText } from '#web/ui/ErrorCodeText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import type { QuestionImport } from '../../contract/exchange.ts'
import { questions } from '../../contract.ts'

/** The rows of an import with errors: what is corrected here is checked at once, and a right row leaves the table. */
export function ImportCorrections({ found }: { found: QuestionImport }) {
  const t = useText('questions')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const input = { params: { id: found.id } }
  const query = { page: paging.page, pageSize: paging.pageSize }
  const rows = useQuery({
    ...q(questions.questionImportWrongRows, { ...input, query }, { quiet: true }),
    placeholderData: (last) => last,
  })
  const correct = async (correction: TypedCorrection<string>) => {
    await call(questions.correctQuestionImport, { ...input, body: { corrections: [correction] } })
    await rows.refetch({ cancelRefetch: false })
  }
  if (rows.error && !rows.data) return <ErrorState small error={rows.error} onRetry={() => void rows.refetch()} />
  if (!rows.data) return <LoadingState shape="lines" />
  return (
    <section className="sy-column sy-gap-3">
      <div className="sy-toolbar">
        <h2 className="qb-import-title">{t('import.wrongRows')}</h2>
        <Button
          icon={<Icon name="download" size={16} />}
          onClick={() => void download(questions.questionImportFailedRows, input).catch(() => undefined)}
        >
          {t('import.failedRows')}
        </Button>
      </div>
      <CorrectionTable<string>
        key={paging.page}
        label={t('import.wrongRows')}
        columns={rows.data.columns}
        rows={rows.data.items}
        known={['kind', 'stem']}
        reason={(code) => <ErrorCodeText code={code} />}
        onCorrect={correct}
        onSaving={() => undefined}
      />
      <Pager paging={paging} recordCount={rows.data.recordCount} />
    </section>
  )
}
