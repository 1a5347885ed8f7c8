import '../courses.css'
import './admin.css'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { PriceCard } from '#modules/commerce/prices/web.tsx'
import { Published, StatusTags } from '#modules/content/catalog/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EditedPage } from '#web/ui/EditedPage.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SavingNote } from '#web/ui/SavingNote.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { EditedCourse } from '../../contract/authoring.ts'
import { COURSE_CHANGED } from '../../contract/errors.ts'
import type { VersionMoves } from '../../contract/versions.ts'
import { businessType } from '../../contract/wire.ts'
import { courses } from '../../contract.ts'
import { coursePaths } from '../paths.ts'
import { ApprovalNote } from './ApprovalNote.tsx'
import { BasicInfo } from './BasicInfo.tsx'
import { Chapters } from './Chapters.tsx'
import { CourseRules } from './CourseRules.tsx'
import { PublishChoice } from './PublishChoice.tsx'
import { type EditorTab, PublishPanel } from './PublishPanel.tsx'
import { saveWhatWaits } from './use-autosave.ts'
import { type Editor, useEditor } from './use-editor.ts'
import { useRemovals } from './use-removals.ts'
import { Versions } from './Versions.tsx'

/** A course being made: its contents, what it says of itself, and what is missing before it is published. */
export default function EditorPage() {
  const { id = '' } = useParams()
  const editor = useEditor(id)
  return (
    <EditedPage id={id} editor={editor}>
      {(course) => <Opened editor={{ ...editor, course }} />}
    </EditedPage>
  )
}

function Opened({ editor }: { editor: Editor }) {
  const t = useText('courses')
  const { course } = editor
  const [tab, setTab] = useState<EditorTab>('contents')
  const removals = useRemovals(course.id, editor.change)
  const tabs = (['contents', 'info', 'rules', 'versions'] as const).map((key) => ({
    key,
    title: t(`authoring.tab.${key}`),
  }))
  return (
    <>
      <PageHeader
        title={course.name}
        back={<Link to={coursePaths.authored}>{t('authoring.title')}</Link>}
        description={
          <span className="co-edit-state">
            <StatusTags {...course} />
            <SavingNote saving={editor.saving} />
          </span>
        }
        actions={<Actions editor={editor} beforePublishing={removals.finish} />}
      />
      <ApprovalNote approval={course.approval} />
      <TabBar label={t('authoring.tabs')} tabs={tabs} active={tab} onChange={setTab} panelId="editor-panel" />
      <div className="co-edit">
        <div
          id="editor-panel"
          role="tabpanel"
          aria-label={t(`authoring.tab.${tab}`)}
          className="co-edit-main"
          inert={course.approval?.state === 'waiting' && tab !== 'versions'}
        >
          {/* It stays: files that are uploaded there go on while one looks at another tab. */}
          <div hidden={tab !== 'contents'}>
            <Chapters editor={editor} removals={removals} />
          </div>
          {tab === 'info' && <BasicInfo editor={editor} />}
          {tab === 'rules' && (
            <>
              <CourseRules editor={editor} />
              <PriceCard businessType={businessType} itemId={course.id} />
            </>
          )}
          {tab === 'versions' && <Versions editor={editor} />}
        </div>
        <PublishPanel course={course} onShow={setTab} />
      </div>
      <UndoBar text={removals.text} onUndo={removals.undo} onEnd={removals.finish} />
    </>
  )
}

type Asked = 'publish' | 'withdraw' | 'take-off-shelf' | 'discard-draft'

/** What the button that publishes does: at once, or by an application. */
function publishText({ needsApproval, status }: EditedCourse): string {
  if (needsApproval) return 'authoring.do.apply'
  return status === 'on-shelf' ? 'authoring.do.publish-changes' : 'authoring.do.publish'
}

function hintOf(asked: Asked, { needsApproval, versionNumber }: EditedCourse): string {
  if (asked !== 'publish') return `authoring.askHint.${asked}`
  if (needsApproval) return 'authoring.askHint.apply'
  return versionNumber > 0 ? 'authoring.askHint.publish-again' : 'authoring.askHint.publish'
}

/** What the dialog after publishing does with the course. */
const publishedItem = ({ id, name, summary, coverUrl }: EditedCourse) => ({
  ...{ id, type: businessType, title: name, summary },
  ...(coverUrl !== null && { picture: coverUrl }),
  // SYSTEM-153. What was shared is shared, whether or not it can be counted.
  onShared: () =>
    void call(courses.countShare, { body: { courseId: id } }, { quiet: true, handles: 'all' }).catch(() => undefined),
})

const publishing = { handles: [COURSE_CHANGED], outdates: [courses.catalogue, courses.courseVersions] }
const handled = { handles: [COURSE_CHANGED], outdates: [courses.catalogue] }

function Actions({ editor, beforePublishing }: { editor: Editor; beforePublishing: () => Promise<void> }) {
  const t = useText('courses')
  const { course, change } = editor
  const [asked, setAsked] = useState<Asked>()
  const { busy, run } = useAction()
  const [moveLearners, setMoveLearners] = useState<VersionMoves>('not-started')
  const [outcome, setOutcome] = useState<'published' | 'applied'>()
  const applies = course.needsApproval
  const may = (action: EditedCourse['actions'][number]) => course.actions.includes(action)
  const params = { id: course.id }
  const does: Record<Asked, () => Promise<unknown>> = {
    publish: async () => {
      const { applied } = await change((revision) =>
        call(courses.publishCourse, { params, body: { revision, moveLearners } }, publishing),
      )
      setOutcome(applied ? 'applied' : 'published')
    },
    withdraw: () => change(() => call(courses.withdrawPublication, { params }, handled)),
    'take-off-shelf': () => change(() => call(courses.takeOffShelf, { params }, handled)),
    'discard-draft': () => change((revision) => call(courses.discardDraft, { params, body: { revision } }, handled)),
  }
  const act = (action: Asked) =>
    run(
      async () => {
        saveWhatWaits()
        await beforePublishing()
        await does[action]()
      },
      {
        ...(action !== 'publish' && { done: t(`authoring.did.${action}`) }),
        after: () => setAsked(undefined),
      },
    )
  return (
    <>
      {may('preview') && (
        <Link className="sy-button sy-button-plain sy-button-small" to={coursePaths.preview(course.id)}>
          <Icon name="eye" size={16} />
          {t('authoring.preview')}
        </Link>
      )}
      {may('withdraw') && <Button onClick={() => setAsked('withdraw')}>{t('authoring.do.withdraw')}</Button>}
      {may('discard-draft') && (
        <Button onClick={() => setAsked('discard-draft')}>{t('authoring.do.discard-draft')}</Button>
      )}
      {may('take-off-shelf') && (
        <Button onClick={() => setAsked('take-off-shelf')}>{t('authoring.do.take-off-shelf')}</Button>
      )}
      {may('publish') && (
        <Button type="primary" disabled={course.publishHints.length > 0} onClick={() => setAsked('publish')}>
          {t(publishText(course))}
        </Button>
      )}
      <Modal
        open={asked !== undefined}
        title={asked && t(asked === 'publish' && applies ? 'authoring.ask.apply' : `authoring.ask.${asked}`)}
        okText={asked && t(asked === 'publish' ? publishText(course) : `authoring.do.${asked}`)}
        cancelText={t('authoring.cancel')}
        okButtonProps={{ danger: asked !== 'publish' && asked !== 'withdraw' }}
        confirmLoading={busy}
        onOk={() => asked && void act(asked)}
        onCancel={() => setAsked(undefined)}
      >
        {asked && <p>{t(hintOf(asked, course))}</p>}
        {asked === 'publish' && course.versionNumber > 0 && course.hasUnpublishedChanges && (
          <PublishChoice course={course} value={moveLearners} onChange={setMoveLearners} />
        )}
      </Modal>
      {outcome && (
        <Published
          item={publishedItem(course)}
          outcome={outcome}
          preview={coursePaths.preview(course.id)}
          application={course.approval ? coursePaths.approval(course.approval.processId) : undefined}
          onClose={() => setOutcome(undefined)}
        />
      )}
    </>
  )
}
