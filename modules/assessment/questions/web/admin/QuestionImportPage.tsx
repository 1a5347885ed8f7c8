import './bank.css'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Progress, Statistic, TreeSelect, Upload } from 'antd'
import { useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { failureText } from '#web/api/failure-text.ts'
import { download, q } from '#web/api/query.ts'
import { upload } from '#web/api/upload.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorCodeText } from '#web/ui/ErrorCodeText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { QuestionImport } from '../../contract/exchange.ts'
import { questions } from '../../contract.ts'
import { questionPaths } from '../paths.ts'
import { directoryTree, treeOptions } from './directory-tree.ts'
import { ImportCommit } from './ImportCommit.tsx'
import { ImportCorrections } from './ImportCorrections.tsx'
import { LossRows } from './LossRows.tsx'
import { SimilarRows } from './SimilarRows.tsx'

const POLL_MS = 800

interface ChooseProps {
  readonly directoryId: string | undefined
  readonly onStarted: (id: string) => void
}

function ChooseFile({ directoryId, onStarted }: ChooseProps) {
  const t = useText('questions')
  const id = useId()
  const directories = useQuery(q(questions.listDirectories, {}, { quiet: true }))
  const items = directories.data?.items ?? []
  const [chosen, setChosen] = useState(directoryId)
  const into = items.find((each) => each.id === chosen)?.id ?? items[0]?.id
  const [share, setShare] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const send = async (file: File) => {
    if (into === undefined) return
    setFailure(undefined)
    setShare(0)
    try {
      const sent = { file, fileName: file.name, fields: { directoryId: into } }
      const started = await upload(questions.startQuestionImport, sent, { handles: 'all', onProgress: setShare })
      onStarted(started.id)
    } catch (error) {
      setFailure(await failureText(error))
    } finally {
      setShare(undefined)
    }
  }
  return (
    <div className="sy-column sy-gap-4 qb-import">
      <Failure text={failure} />
      <div className="sy-column sy-gap-1">
        <label htmlFor={id}>{t('import.directory')}</label>
        <TreeSelect
          id={id}
          treeDefaultExpandAll
          loading={directories.isPending}
          value={into}
          treeData={treeOptions(directoryTree(items))}
          onChange={setChosen}
        />
      </div>
      <Upload.Dragger
        accept=".xlsx,.docx,.gift,.txt,.xml,.zip"
        multiple={false}
        showUploadList={false}
        disabled={share !== undefined || into === undefined}
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
      <p className="sy-note">{t('import.templateHint')}</p>
      <p>
        <Button
          icon={<Icon name="download" size={16} />}
          onClick={() => void download(questions.questionTemplate).catch(() => undefined)}
        >
          {t('import.template')}
        </Button>
      </p>
    </div>
  )
}

const isRunning = ({ state }: QuestionImport) => state === 'reading' || state === 'importing'

function ImportReport({ id, onAgain }: { id: string; onAgain: () => void }) {
  const t = useText('questions')
  const found = useQuery({
    ...q(questions.questionImport, { params: { id } }, { quiet: true, cache: 0 }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? POLL_MS : false),
  })
  const { data } = found
  if (found.error && !data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!data) return <LoadingState />
  const running = isRunning(data)
  const percent = data.rowCount === 0 ? 0 : Math.floor((data.progress / data.rowCount) * 100)
  return (
    <div className="sy-column sy-gap-5">
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
      {data.state !== 'reading' && data.state !== 'failed' && <Figures found={data} />}
      {data.failedCount > 0 && !running && <ImportCorrections found={data} />}
      {data.similarCount > 0 && data.state === 'checked' && <SimilarRows found={data} />}
      {data.lossCount > 0 && data.state === 'checked' && <LossRows found={data} />}
      {data.state === 'checked' && <ImportCommit found={data} />}
      {!running && (
        <div className="sy-row sy-wrap sy-gap-3">
          {data.state === 'done' && (
            <Link
              className="sy-button sy-button-small"
              to={`${questionPaths.bank}${data.directory ? `?directory=${data.directory.id}` : ''}`}
            >
              {t('import.toBank')}
            </Link>
          )}
          {data.state === 'done' && (
            <Link className="sy-button sy-button-plain sy-button-small" to="/manage/papers">
              {t('import.toPaper')}
            </Link>
          )}
          <Button onClick={onAgain}>{t('import.again')}</Button>
        </div>
      )}
    </div>
  )
}

function Figures({ found }: { found: QuestionImport }) {
  const t = useText('questions')
  const { rowCount, newCount, similarCount, failedCount, importedCount } = found
  return (
    <div className="sy-toolbar qb-figures">
      <Statistic title={t('import.rows')} value={rowCount} />
      {found.state !== 'done' && <Statistic title={t('import.new')} value={newCount} />}
      {similarCount > 0 && <Statistic title={t('import.similar')} value={similarCount} />}
      <Statistic title={t('import.failed')} value={failedCount} />
      {importedCount > 0 && <Statistic title={t('import.imported')} value={importedCount} />}
    </div>
  )
}

/** The import of questions: check, correction of wrong cells, commit. It continues if the author leaves the page. */
export default function QuestionImportPage() {
  const t = useText('questions')
  const [query, setQuery] = useSearchParams()
  const id = query.get('id')
  return (
    <>
      <PageHeader
        title={t('import.title')}
        description={t('import.description')}
        back={<Link to={questionPaths.bank}>{t('bank.title')}</Link>}
      />
      {id ? (
        <ImportReport key={id} id={id} onAgain={() => setQuery({})} />
      ) : (
        <ChooseFile
          directoryId={query.get('directory') ?? undefined}
          onStarted={(started) => setQuery({ id: started })}
        />
      )}
    </>
  )
}
