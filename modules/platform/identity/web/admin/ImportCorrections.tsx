import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { Output } from '#kit/contract.ts'
import { call, download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { CorrectionTable, type TypedCorrection } from '#web/ui/CorrectionTable.tsx'
import { ErrorCodeText } from '#web/ui/ErrorCodeText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { Saves } from '#web/ui/saves.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { identity } from '../../contract.ts'

type Import = Output<typeof identity.importProgress>
type Column = Output<typeof identity.importWrongRows>['columns'][number]['column']

function WrongRows({ importId, saves }: { importId: string; saves: Saves }) {
  const t = useText('identity')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const query = { page: paging.page, pageSize: paging.pageSize }
  const rows = useQuery({
    ...q(identity.importWrongRows, { params: { id: importId }, query }, { quiet: true }),
    placeholderData: (last) => last,
  })
  const correct = async (correction: TypedCorrection<Column>) => {
    const input = { params: { id: importId }, body: { corrections: [correction] } }
    await call(identity.correctImport, input)
    await rows.refetch({ cancelRefetch: false })
  }
  if (rows.error && !rows.data) return <ErrorState small error={rows.error} onRetry={() => void rows.refetch()} />
  // What was kept from before the last check is not shown.
  if (!rows.data || !rows.isFetchedAfterMount) return <LoadingState shape="lines" />
  return (
    <>
      <CorrectionTable<Column>
        key={paging.page}
        label={t('import.wrongRows')}
        columns={rows.data.columns}
        rows={rows.data.items}
        known={['memberName', 'fullName']}
        reason={(code) => <ErrorCodeText code={code} />}
        onCorrect={correct}
        onSaving={(work) => saves.add(work)}
      />
      <Pager paging={paging} recordCount={rows.data.recordCount} />
    </>
  )
}

/** The rows of an import with errors: they are corrected here, and checked again. */
export function ImportCorrections({ found }: { found: Import }) {
  const t = useText('identity')
  // What is being saved: the check waits for it.
  const [saves] = useState(() => new Saves())
  const { busy, failure, submit } = useSubmission()
  const input = { params: { id: found.id } }
  const recheck = () =>
    submit(async () => {
      await saves.settled()
      await call(identity.recheckImport, input, { handles: 'all' })
    })
  return (
    <section className="sy-column sy-gap-3">
      <div className="sy-toolbar">
        <h2 style={{ margin: 0 }}>{t('import.wrongRows')}</h2>
        <Button
          icon={<Icon name="download" size={16} />}
          onClick={() => void download(identity.importFailedRows, input).catch(() => undefined)}
        >
          {t('import.failedRows')}
        </Button>
      </div>
      <WrongRows importId={found.id} saves={saves} />
      <Failure text={failure} />
      <div className="sy-row sy-wrap sy-gap-3">
        <Button type={found.uncheckedCount > 0 ? 'primary' : 'default'} loading={busy} onClick={() => void recheck()}>
          {t('import.recheck')}
        </Button>
        <span className="sy-note" role="status">
          {found.uncheckedCount > 0 && t('import.unchecked', { count: found.uncheckedCount })}
        </span>
      </div>
    </section>
  )
}
