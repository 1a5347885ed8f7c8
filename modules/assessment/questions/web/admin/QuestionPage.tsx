import { Button } from 'antd'
import { useState } from 'react'
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EditedPage } from '#web/ui/EditedPage.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useRevisionEditor } from '#web/ui/use-revision-editor.ts'
import type { Likely, QuestionDetail } from '../../contract/bank.ts'
import { QUESTION_CHANGED } from '../../contract/codes.ts'
import { questions } from '../../contract.ts'
import { questionPaths } from '../paths.ts'
import { bodyOf, type EditorValues, newValues, valuesOf } from './editor-values.ts'
import { HistoryDrawer } from './HistoryDrawer.tsx'
import { QuestionEditor } from './QuestionEditor.tsx'
import { SimilarNote } from './SimilarNote.tsx'
import { StatisticsDrawer } from './StatisticsDrawer.tsx'

/** The editor of a question, and of a new one. */
export default function QuestionPage() {
  const { id = '' } = useParams()
  return id === 'new' ? <NewQuestionEditor /> : <SavedQuestion key={id} id={id} />
}

/** What is handed to the page that opens after saving. */
interface Arrival {
  readonly similar: readonly Likely[]
}

function BackToBank({ directoryId }: { directoryId?: string | undefined }) {
  const t = useText('questions')
  const place = directoryId === undefined ? '' : `?directory=${directoryId}`
  return <Link to={`${questionPaths.bank}${place}`}>{t('editor.back')}</Link>
}

function NewQuestionEditor() {
  const t = useText('questions')
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const directoryId = address.get('directory') ?? undefined
  const [start, setStart] = useState(() => ({ number: 1, values: newValues('single-choice', directoryId) }))
  const [similar, setSimilar] = useState<readonly Likely[]>([])
  const create = async (values: EditorValues) => {
    const { directoryId: chosen = '' } = values
    return call(questions.createQuestion, { body: { ...bodyOf(values), directoryId: chosen } })
  }
  return (
    <>
      <PageHeader title={t('editor.new')} back={<BackToBank directoryId={directoryId} />} />
      <QuestionEditor
        key={start.number}
        isNew
        saved={start.values}
        notes={<SimilarNote similar={similar} />}
        onSave={async (values) => {
          const created = await create(values)
          const state: Arrival = { similar: created.similar }
          await navigate(questionPaths.question(created.id), { replace: true, state })
        }}
        onSaveAndNext={async (values) => {
          const created = await create(values)
          setSimilar(created.similar)
          const { difficulty, source, topics, scoreTenths, status } = values
          const next = newValues(values.draft.kind, values.directoryId)
          setStart({ number: start.number + 1, values: { ...next, difficulty, source, topics, scoreTenths, status } })
        }}
      />
    </>
  )
}

function SavedQuestion({ id }: { id: string }) {
  const editor = useRevisionEditor(q(questions.question, { params: { id } }, { quiet: true }), QUESTION_CHANGED)
  return (
    <EditedPage id={id} editor={editor}>
      {(question) => <Opened question={question} change={editor.change} />}
    </EditedPage>
  )
}

interface OpenedProps {
  readonly question: QuestionDetail
  readonly change: ReturnType<typeof useRevisionEditor<QuestionDetail>>['change']
}

function Opened({ question, change }: OpenedProps) {
  const t = useText('questions')
  const arrival = useLocation().state as Arrival | null
  const [saved, setSaved] = useState(() => valuesOf(question))
  const [similar, setSimilar] = useState(arrival?.similar ?? [])
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const [isStatisticsOpen, setStatisticsOpen] = useState(false)
  const save = async (values: EditorValues) => {
    const { directoryId } = values
    const answer = await change((revision) =>
      call(
        questions.changeQuestion,
        {
          params: { id: question.id },
          body: { ...bodyOf(values), revision, ...(directoryId !== undefined && { directoryId }) },
        },
        { handles: [QUESTION_CHANGED] },
      ),
    )
    setSimilar(answer.similar)
    setSaved(values)
  }
  return (
    <>
      <PageHeader
        title={t('editor.edit')}
        back={<BackToBank directoryId={question.directory.id} />}
        description={
          <>
            {t(`kind.${question.kind}`)} · {t('history.version', { number: question.versionNumber })} ·{' '}
            <DateText value={question.updatedAt} style="minute" />
            {question.author && ` · ${question.author.fullName}`}
          </>
        }
        actions={
          <>
            <Button icon={<Icon name="chart" size={16} />} onClick={() => setStatisticsOpen(true)}>
              {t('statistics.title')}
            </Button>
            <Button icon={<Icon name="history" size={16} />} onClick={() => setHistoryOpen(true)}>
              {t('history.title')}
            </Button>
          </>
        }
      />
      <QuestionEditor isNew={false} saved={saved} onSave={save} notes={<SimilarNote similar={similar} />} />
      {isStatisticsOpen && <StatisticsDrawer question={question} onClose={() => setStatisticsOpen(false)} />}
      {isHistoryOpen && <HistoryDrawer question={question} onClose={() => setHistoryOpen(false)} />}
    </>
  )
}
