import '../subjects.css'
import './admin.css'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { PriceCard } from '#modules/commerce/prices/web.tsx'
import { Published, StatusTags } from '#modules/content/catalog/web.tsx'
import { call } from '#web/api/query.ts'
import { paragraph } from '#web/i18n/paragraph.ts'
import { useText } from '#web/i18n/texts.ts'
import { EditedPage } from '#web/ui/EditedPage.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SavingNote } from '#web/ui/SavingNote.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { EditedSubject } from '../../contract/authoring.ts'
import { SUBJECT_CHANGED } from '../../contract/errors.ts'
import { businessType, subjectTypes } from '../../contract/wire.ts'
import { subjects } from '../../contract.ts'
import { subjectPaths } from '../paths.ts'
import { StagesEditor } from './StagesEditor.tsx'
import { SubjectInfo } from './SubjectInfo.tsx'
import { type Editor, useSubjectEditor } from './use-subject-editor.ts'

/** A subject being made: its stages, and what it says of itself. */
export default function SubjectEditorPage() {
  const { id = '' } = useParams()
  const editor = useSubjectEditor(id)
  return (
    <EditedPage id={id} editor={editor}>
      {(subject, load) => <Opened editor={{ ...editor, subject }} onReload={load} />}
    </EditedPage>
  )
}

function Opened({ editor, onReload }: { editor: Editor; onReload: () => Promise<void> }) {
  const t = useText('subjects')
  const { subject, saving } = editor
  const external = subject.subjectType === subjectTypes.external
  const [tab, setTab] = useState<'stages' | 'info'>(external ? 'info' : 'stages')
  const keys = external ? (['info'] as const) : (['stages', 'info'] as const)
  return (
    <>
      <PageHeader
        title={subject.name}
        back={<Link to={subjectPaths.authored}>{t('authoring.title')}</Link>}
        description={
          <span className="sb-edit-state">
            <StatusTags {...subject} />
            <SavingNote saving={saving} />
          </span>
        }
        actions={<Actions editor={editor} onReload={onReload} />}
      />
      <Notes subject={subject} />
      <TabBar
        label={t('authoring.tabs')}
        tabs={keys.map((key) => ({ key, title: t(`authoring.tab.${key}`) }))}
        active={tab}
        onChange={setTab}
        panelId="editor-panel"
      />
      <div
        id="editor-panel"
        role="tabpanel"
        className="sb-edit"
        aria-label={t(`authoring.tab.${tab}`)}
        inert={subject.approval?.state === 'waiting'}
      >
        {tab === 'stages' && <StagesEditor editor={editor} />}
        {tab === 'info' && (
          <>
            <SubjectInfo editor={editor} />
            <div className="sb-edit-price">
              <PriceCard businessType={businessType} itemId={subject.id} opensParts={!external} />
            </div>
          </>
        )}
      </div>
    </>
  )
}

/** Where the application stands with what was said about it, and what is missing before it can be published. */
function Notes({ subject }: { subject: EditedSubject }) {
  const t = useText('subjects')
  const { approval, publishHints, status, subjectType, stages } = subject
  const quoted = stages.filter(({ contents }) => contents.length === 0).map(({ title }) => `“${title}”`)
  const emptyTitles = quoted.join(t('authoring.and'))
  return (
    <>
      {approval && (
        <div className="sb-note" data-state={approval.state} role="status">
          <Icon name={approval.state === 'waiting' ? 'clock' : 'alert'} size={18} />
          <div>
            <strong>{t(`approval.${approval.state}`)}</strong>
            {approval.opinion !== '' && <blockquote>{approval.opinion}</blockquote>}
          </div>
          <Link to={subjectPaths.approval(approval.processId)}>{t('approval.history')}</Link>
        </div>
      )}
      {approval?.state !== 'waiting' && publishHints.length > 0 && (
        <div className="sb-note" role="status">
          <Icon name="info" size={18} />
          <div>{paragraph(publishHints.map((hint) => t(`authoring.hint.${hint}`, { titles: emptyTitles })))}</div>
        </div>
      )}
      {status === 'on-shelf' && subjectType !== subjectTypes.external && publishHints.length === 0 && !approval && (
        <p className="sb-edit-hint">{t('authoring.seenWhen')}</p>
      )}
    </>
  )
}

/** What the dialog after publishing does with the subject (business type 2). */
const publishedItem = ({ id, name, summary, coverUrl }: EditedSubject) => ({
  ...{ id, type: businessType, title: name, summary },
  ...(coverUrl !== null && { picture: coverUrl }),
  onShared: () =>
    void call(subjects.countSubjectShare, { params: { id } }, { quiet: true, handles: 'all' }).catch(() => undefined),
})

type Asked = 'publish' | 'withdraw' | 'take-off-shelf' | 'discard-changes'
const handled = { handles: [SUBJECT_CHANGED], outdates: [subjects.subjects] }

function Actions({ editor, onReload }: { editor: Editor; onReload: () => Promise<void> }) {
  const t = useText('subjects')
  const { subject, change, settle } = editor
  const [asked, setAsked] = useState<Asked>()
  const [outcome, setOutcome] = useState<'published' | 'applied'>()
  const { busy, run } = useAction()
  const { needsApproval, actions, id, publishHints } = subject
  const may = (action: EditedSubject['actions'][number]) => actions.includes(action)
  const params = { id }
  const does: Record<Asked, () => Promise<unknown>> = {
    publish: async () => {
      const { applied } = await change((revision) =>
        call(subjects.publishSubject, { params, body: { revision } }, handled),
      )
      setOutcome(applied ? 'applied' : 'published')
    },
    withdraw: () => change(() => call(subjects.withdrawSubject, { params }, handled)),
    'take-off-shelf': () => change(() => call(subjects.takeSubjectDown, { params }, handled)),
    'discard-changes': () =>
      change((revision) => call(subjects.discardSubjectChanges, { params, body: { revision } }, handled)),
  }
  const wordOf = (action: Asked) => (action === 'publish' && needsApproval ? 'apply' : action)
  const act = (action: Asked) =>
    run(
      async () => {
        settle()
        await does[action]()
        if (action === 'discard-changes') await onReload()
      },
      {
        ...(action !== 'publish' && { done: t(`authoring.did.${action}`) }),
        after: () => setAsked(undefined),
      },
    )
  const others = (['withdraw', 'discard-changes', 'take-off-shelf'] as const).filter(may)
  return (
    <>
      {may('preview') && (
        <Link className="sy-button sy-button-plain sy-button-small" to={subjectPaths.preview(id)}>
          <Icon name="eye" size={16} />
          {t('authoring.do.preview')}
        </Link>
      )}
      {others.map((action) => (
        <Button key={action} onClick={() => setAsked(action)}>
          {t(`authoring.do.${action}`)}
        </Button>
      ))}
      {may('publish') && (
        <Button type="primary" disabled={publishHints.length > 0} onClick={() => setAsked('publish')}>
          {t(`authoring.do.${wordOf('publish')}`)}
        </Button>
      )}
      <Modal
        open={asked !== undefined}
        title={asked && t(`authoring.ask.${wordOf(asked)}`)}
        okText={asked && t(`authoring.do.${wordOf(asked)}`)}
        cancelText={t('authoring.cancel')}
        okButtonProps={{ danger: asked === 'take-off-shelf' || asked === 'discard-changes' }}
        confirmLoading={busy}
        onOk={() => asked && void act(asked)}
        onCancel={() => setAsked(undefined)}
      >
        {asked && t(`authoring.askHint.${wordOf(asked)}`)}
      </Modal>
      {outcome && (
        <Published
          item={publishedItem(subject)}
          outcome={outcome}
          preview={subjectPaths.preview(id)}
          application={subject.approval ? subjectPaths.approval(subject.approval.processId) : undefined}
          onClose={() => setOutcome(undefined)}
        />
      )}
    </>
  )
}
