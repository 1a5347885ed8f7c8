import './builder.css'
import { Button, Dropdown, Input, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { AuthorActions, StatusTags } from '#modules/content/catalog/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { type RevisionEditor, useRevisionEditor } from '#web/ui/use-revision-editor.ts'
import { type EditedSurvey, surveyNameLengthMax } from '../../contract/authoring.ts'
import { SURVEY_CHANGED } from '../../contract/codes.ts'
import { surveys } from '../../contract.ts'
import { SurveyStateTag } from '../parts/SurveyStateTag.tsx'
import { surveyPaths } from '../paths.ts'
import { authorCalls } from './author-calls.ts'
import { Builder } from './Builder.tsx'
import { notReadyOf } from './draft-problems.ts'
import { EndDialog } from './EndDialog.tsx'
import { SaveTemplate } from './SaveTemplate.tsx'
import { AudienceFields, SettingsFields } from './SettingsFields.tsx'
import { type SurveyDraft, useSurveyDraft } from './use-survey-draft.ts'

/** The editor of a survey: it saves itself. */
export default function SurveyEditorPage() {
  const t = useText('surveys')
  const { id = '' } = useParams()
  const { query, reload, ...editor } = useRevisionEditor(
    q(surveys.editedSurvey, { params: { id } }, { quiet: true }),
    SURVEY_CHANGED,
  )
  /** Grows when the newest was loaded: what was being written gives way to it. */
  const [version, setVersion] = useState(0)
  if (query.isPending) return <LoadingState rows={8} />
  if (!query.data) return <ErrorState page error={query.error} onRetry={() => void query.refetch()} />
  const load = async () => {
    await reload()
    setVersion((before) => before + 1)
  }
  return (
    <>
      <Opened key={`${id} ${version}`} survey={query.data} editor={editor} onReload={load} />
      <Modal
        open={editor.saving === 'elsewhere'}
        title={t('editor.elsewhere')}
        closable={false}
        footer={
          <Button type="primary" onClick={() => void load()}>
            {t('editor.loadNewest')}
          </Button>
        }
      >
        {t('editor.elsewhereHint')}
      </Modal>
    </>
  )
}

const tabs = ['questions', 'settings', 'audience'] as const
type Tab = (typeof tabs)[number]

interface OpenedProps {
  readonly survey: EditedSurvey
  readonly editor: RevisionEditor
  readonly onReload: () => Promise<void>
}

function Opened({ survey, editor, onReload }: OpenedProps) {
  const t = useText('surveys')
  const [tab, setTab] = useState<Tab>('questions')
  const written = useSurveyDraft(survey, editor)
  const { draft, problems, set, setContent } = written
  const panels: Record<Tab, ReactNode> = {
    questions: (
      <Builder
        name={draft.name}
        content={draft.content}
        problems={problems}
        fixed={new Map(survey.fixedQuestions.map(({ id, taken }) => [id, taken]))}
        onChange={setContent}
      />
    ),
    settings: <SettingsFields survey={survey} draft={draft} onChange={set} />,
    audience: <AudienceFields survey={survey} draft={draft} onChange={set} />,
  }
  return (
    <>
      <PageHeader
        title={
          <Input
            variant="borderless"
            className="sb-name"
            aria-label={t('form.name')}
            placeholder={t('form.name')}
            maxLength={surveyNameLengthMax}
            status={draft.name.trim() === '' ? 'error' : ''}
            value={draft.name}
            onChange={({ target }) => set({ name: target.value })}
          />
        }
        back={<Link to={surveyPaths.authored}>{t('authoring.title')}</Link>}
        description={
          <span className="sy-row sy-wrap sy-gap-2">
            <StatusTags {...survey} />
            <SurveyStateTag state={survey.state} />
            <SavingNote saving={editor.saving} faults={written.faults} />
          </span>
        }
        actions={<Actions {...{ survey, editor, written, onReload }} />}
      />
      {survey.approval?.opinion && <p className="sb-note-box">{survey.approval.opinion}</p>}
      <Missing written={written} isPublished={survey.status === 'on-shelf'} />
      <TabBar
        label={t('editor.tabs')}
        tabs={tabs.map((key) => ({ key, title: t(`editor.tab.${key}`) }))}
        active={tab}
        panelId="survey-editor"
        onChange={setTab}
      />
      <div
        id="survey-editor"
        role="tabpanel"
        aria-label={t(`editor.tab.${tab}`)}
        inert={!survey.actions.includes('edit')}
      >
        {panels[tab]}
      </div>
    </>
  )
}

/** What is still missing before it can be published. */
function Missing({ written, isPublished }: { written: SurveyDraft; isPublished: boolean }) {
  const t = useText('surveys')
  const reasons = notReadyOf(written.draft.content, Date.now())
  if (reasons.length === 0 || isPublished) return null
  return (
    <ul className="sb-note-box" aria-label={t('editor.missing')}>
      {reasons.map((reason) => (
        <li key={reason}>{t(`notReady.${reason}`)}</li>
      ))}
    </ul>
  )
}

const icons = { saved: 'check', saving: 'refresh', failed: 'alert', elsewhere: 'alert' } as const

function SavingNote({ saving, faults }: { saving: RevisionEditor['saving']; faults: number }) {
  const t = useText('surveys')
  return (
    <span className="sy-inline sy-gap-1 sy-note sb-saving" data-saving={faults > 0 ? 'failed' : saving} role="status">
      <Icon name={faults > 0 ? 'alert' : icons[saving]} size={14} />
      {faults > 0 ? t('editor.faults', { count: faults }) : t(`editor.saving.${saving}`)}
    </span>
  )
}

function Actions({ survey, editor, written, onReload }: OpenedProps & { written: SurveyDraft }) {
  const t = useText('surveys')
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'end' | 'template' | 'copy'>()
  const { id, status } = survey
  const params = { id }
  const calls = authorCalls(survey)
  const handled = { handles: [SURVEY_CHANGED] }
  const items = [
    ...(survey.mayEnd ? [{ key: 'end', label: t('editor.end'), onClick: () => setAsked('end') }] : []),
    { key: 'copy', label: t('editor.copy'), onClick: () => setAsked('copy') },
    { key: 'template', label: t('editor.saveTemplate'), onClick: () => setAsked('template') },
  ]
  return (
    <>
      <Link className="sy-button sy-button-plain sy-button-small" to={surveyPaths.preview(id)} onClick={editor.settle}>
        <Icon name="eye" size={16} />
        {t('preview.title')}
      </Link>
      {status !== 'draft' && (
        <Link className="sy-button sy-button-plain sy-button-small" to={surveyPaths.report(id)}>
          <Icon name="chart" size={16} />
          {t('report.title')}
        </Link>
      )}
      <AuthorActions
        item={survey}
        needsApproval={survey.needsApproval}
        disabled={written.faults > 0}
        calls={{
          ...calls,
          publish: async () => {
            editor.settle()
            await editor.change((revision) => call(surveys.publishSurvey, { params, body: { revision } }, handled))
          },
          'discard-changes': async () => {
            await calls['discard-changes']()
            await onReload()
          },
          delete: async () => {
            await calls.delete()
            void navigate(surveyPaths.authored)
          },
        }}
      />
      <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
        <Button icon={<Icon name="more" size={16} />} aria-label={t('editor.more')} />
      </Dropdown>
      {asked === 'end' && <EndDialog survey={survey} onClose={() => setAsked(undefined)} />}
      {(asked === 'template' || asked === 'copy') && (
        <SaveTemplate survey={survey} kind={asked} onClose={() => setAsked(undefined)} />
      )}
    </>
  )
}
