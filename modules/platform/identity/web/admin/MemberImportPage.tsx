import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input, Progress, Statistic, Upload } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { failureText } from '#web/api/failure-text.ts'
import { call, download, q } from '#web/api/query.ts'
import { upload } from '#web/api/upload.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorCodeText } from '#web/ui/ErrorCodeText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { ForecastDialog } from '#web/ui/ForecastDialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'
import { identity } from '../../contract.ts'
import { identityPaths } from '../paths.ts'
import { ImportCorrections } from './ImportCorrections.tsx'

type Import = Output<typeof identity.importProgress>

const POLL_MS = 800

function ChooseFile({ onStarted }: { onStarted: (id: string) => void }) {
  const t = useText('identity')
  const [share, setShare] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const send = async (file: File) => {
    setFailure(undefined)
    setShare(0)
    try {
      const started = await upload(
        identity.startImport,
        { file, fileName: file.name },
        { handles: 'all', onProgress: setShare },
      )
      onStarted(started.id)
    } catch (error) {
      setFailure(await failureText(error))
    } finally {
      setShare(undefined)
    }
  }
  return (
    <>
      <Failure text={failure} />
      <Upload.Dragger
        accept=".xlsx"
        multiple={false}
        showUploadList={false}
        disabled={share !== undefined}
        beforeUpload={(file) => {
          void send(file)
          return false
        }}
      >
        <p>
          <Icon name="upload" size={32} />
        </p>
        <p>{t('import.drop')}</p>
        <p className="sy-faint">{t('import.limits')}</p>
      </Upload.Dragger>
      {share !== undefined && <Progress percent={Math.round(share * 100)} aria-label={t('import.sending')} />}
      <p className="sy-note" style={{ marginTop: 16 }}>
        {t('import.templateHint')}
      </p>
      <p style={{ marginTop: 16 }}>
        <Button
          icon={<Icon name="download" size={16} />}
          onClick={() => void download(identity.importTemplate).catch(() => undefined)}
        >
          {t('import.template')}
        </Button>
      </p>
    </>
  )
}

function Commit({ found }: { found: Import }) {
  const t = useText('identity')
  const [password, setPassword] = useState('')
  const [isAsking, setAsking] = useState(false)
  const { busy, failure, submit } = useSubmission()
  const count = found.newCount + found.changedCount
  const input = { params: { id: found.id }, body: password === '' ? {} : { initialPassword: password } }
  const commit = () =>
    submit(async () => {
      await call(identity.commitImport, input, { handles: 'all' })
    })
  if (count === 0 && found.uncheckedCount > 0) return null
  if (count === 0) return <Alert type="info" showIcon title={t('import.nothing')} />
  return (
    <div style={{ maxWidth: 460 }}>
      <Failure text={failure} />
      {found.newCount > 0 && (
        <div style={{ display: 'grid', gap: 6, marginBottom: 16 }}>
          <label htmlFor="initial-password">{t('import.initialPassword')}</label>
          <Input.Password
            id="initial-password"
            value={password}
            maxLength={20}
            autoComplete="new-password"
            onChange={(event) => setPassword(event.target.value)}
          />
          <span className="sy-faint">{t('import.initialPasswordHint')}</span>
        </div>
      )}
      <Button
        type="primary"
        size="large"
        loading={busy}
        disabled={found.uncheckedCount > 0}
        onClick={() => setAsking(true)}
      >
        {t(found.failedCount > 0 ? 'import.commitGood' : 'import.commit', { count })}
      </Button>
      {isAsking && (
        <ForecastDialog
          entry={identity.commitImport}
          input={input}
          question={t('import.question', { count })}
          okText={t('import.confirm')}
          summary={({ answer }) => [
            ...(answer.newCount > 0 ? [t('import.willAdd', { count: answer.newCount })] : []),
            ...(answer.changedCount > 0 ? [t('import.willChange', { count: answer.changedCount })] : []),
            ...(answer.failedCount > 0 ? [t('import.willSkip', { count: answer.failedCount })] : []),
          ]}
          onConfirm={commit}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

const isRunning = ({ state }: Import) => state === 'reading' || state === 'checking' || state === 'importing'

function ImportReport({ id, onAgain }: { id: string; onAgain: () => void }) {
  const t = useText('identity')
  const { data, error, refetch } = useQuery({
    ...q(identity.importProgress, { params: { id } }, { quiet: true, cache: 0 }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? POLL_MS : false),
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  const running = isRunning(data)
  const percent = data.rowCount === 0 ? 0 : Math.floor((data.progress / data.rowCount) * 100)
  return (
    <div style={{ display: 'grid', gap: 24 }}>
      <p role="status">
        <strong>{data.fileName}</strong> — {t(`import.state.${data.state}`)}
      </p>
      {running && <Progress percent={percent} aria-label={t(`import.state.${data.state}`)} />}
      {data.state === 'failed' && (
        <Alert
          type="error"
          showIcon
          title={data.errorCode === null ? t('import.state.failed') : <ErrorCodeText code={data.errorCode} />}
        />
      )}
      {data.state !== 'reading' && data.state !== 'failed' && (
        <div className="sy-toolbar" style={{ gap: 40 }}>
          <Statistic title={t('import.rows')} value={data.rowCount} />
          <Statistic title={t('import.new')} value={data.newCount} />
          <Statistic title={t('import.changed')} value={data.changedCount} />
          <Statistic title={t('import.unchanged')} value={data.unchangedCount} />
          <Statistic title={t('import.failed')} value={data.failedCount} />
          {data.importedCount > 0 && <Statistic title={t('import.imported')} value={data.importedCount} />}
        </div>
      )}
      {data.failedCount > 0 && !running && <ImportCorrections found={data} />}
      {data.state === 'checked' && <Commit found={data} />}
      {!running && (
        <div>
          <Button onClick={onAgain}>{t('import.again')}</Button>
        </div>
      )}
    </div>
  )
}

/** The import of members: check, correction of wrong cells, commit. It continues if the administrator leaves the page. */
export default function MemberImportPage() {
  const t = useText('identity')
  const [query, setQuery] = useSearchParams()
  const id = query.get('id')
  return (
    <>
      <PageHeader
        title={t('import.title')}
        description={t('import.description')}
        back={<Link to={identityPaths.members}>{t('members.title')}</Link>}
      />
      {id ? (
        <ImportReport key={id} id={id} onAgain={() => setQuery({})} />
      ) : (
        <ChooseFile onStarted={(started) => setQuery({ id: started })} />
      )}
    </>
  )
}
