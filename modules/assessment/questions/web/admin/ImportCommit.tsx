import { Alert, Button, Checkbox } from 'antd'
import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { ForecastDialog } from '#web/ui/ForecastDialog.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'
import type { QuestionImport } from '../../contract/exchange.ts'
import { questions } from '../../contract.ts'

/** Writes the questions without errors into the bank, with or without those that may be there already. */
export function ImportCommit({ found }: { found: QuestionImport }) {
  const t = useText('questions')
  const [skipSimilar, setSkipSimilar] = useState(true)
  const [isAsking, setAsking] = useState(false)
  const { busy, failure, submit } = useSubmission()
  const { id, newCount, similarCount, failedCount, directory } = found
  const count = newCount - (skipSimilar ? similarCount : 0)
  const input = { params: { id }, body: { skipSimilar } }
  const commit = () =>
    submit(async () => {
      await call(questions.commitQuestionImport, input, { handles: 'all' })
    })
  if (!directory) return <Alert type="error" showIcon title={t('import.directoryGone')} />
  return (
    <div className="sy-column sy-gap-3">
      <Failure text={failure} />
      {similarCount > 0 && (
        <Checkbox checked={skipSimilar} onChange={({ target }) => setSkipSimilar(target.checked)}>
          {t('import.skipSimilar')}
        </Checkbox>
      )}
      {count === 0 ? (
        <Alert type="info" showIcon title={t('import.nothing')} />
      ) : (
        <div>
          <Button type="primary" size="large" loading={busy} onClick={() => setAsking(true)}>
            {t('import.commit', { count })}
          </Button>
        </div>
      )}
      {isAsking && (
        <ForecastDialog
          entry={questions.commitQuestionImport}
          input={input}
          question={t('import.question', { count, directory: directory.name })}
          okText={t('import.confirm')}
          summary={() => (failedCount > 0 ? [t('import.willSkip', { count: failedCount })] : [])}
          onConfirm={commit}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
