import './builder.css'
import { Button, Dropdown, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router'
import { AuthoredHead } from '#modules/content/catalog/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EditedPage } from '#web/ui/EditedPage.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { SavingNote } from '#web/ui/SavingNote.tsx'
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
  const { id = '' } = useParams()
  const editor = useRevisionEditor(q(surveys.editedSurvey, { params: { id } }, { quiet: true }), SURVEY_CHANGED)
  return (
    <EditedPage id={id} editor={editor}>
      {(survey, load) => <Opened survey={survey} editor={editor} onReload={load} />}
    </EditedPage>
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
  const publish = async () => {
    editor.settle()
    const send = (revision: number) =>
      call(surveys.publishSurvey, { params: { id: survey.id }, body: { revision } }, { handles: [SURVEY_CHANGED] })
    await editor.change(send)
  }
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
      <AuthoredHead
        item={survey}
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
        list={{ title: t('authoring.title'), path: surveyPaths.authored }}
        facts={
          <>
            <SurveyStateTag state={survey.state} />
            <SavingNote saving={editor.saving} faults={written.faults} />
          </>
        }
        links={<Links survey={survey} editor={editor} />}
        more={<MoreActions survey={survey} />}
        disabled={written.faults > 0}
        calls={{ ...authorCalls(survey), publish }}
        onReload={onReload}
      />
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

function Links({ survey, editor }: Pick<OpenedProps, 'survey' | 'editor'>) {
  const t = useText('surveys')
  const { id, status } = survey
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
    </>
  )
}

function MoreActions({ survey }: Pick<OpenedProps, 'survey'>) {
  const t = useText('surveys')
  const [asked, setAsked] = useState<'end' | 'template' | 'copy'>()
  const items = [
    ...(survey.mayEnd ? [{ key: 'end', label: t('editor.end'), onClick: () => setAsked('end') }] : []),
    { key: 'copy', label: t('editor.copy'), onClick: () => setAsked('copy') },
    { key: 'template', label: t('editor.saveTemplate'), onClick: () => setAsked('template') },
  ]
  return (
    <>
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
