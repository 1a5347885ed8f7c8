import './page-editor.css'
import { Button, Segmented, Tag } from 'antd'
import { useCallback, useState } from 'react'
import { Link, useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { EditedPage } from '#web/ui/EditedPage.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SavingNote } from '#web/ui/SavingNote.tsx'
import { useLeaveGuard } from '#web/ui/use-leave-guard.tsx'
import { type RevisionEditor, useRevisionEditor } from '#web/ui/use-revision-editor.ts'
import { PAGE_CHANGED } from '../../contract/codes.ts'
import type { PageProblem } from '../../contract/document.ts'
import type { PageDraft } from '../../contract/managing.ts'
import type { ModuleTypeName } from '../../contract/module-types.ts'
import { pages } from '../../contract.ts'
import { pagePaths } from '../paths.ts'
import { Canvas } from './Canvas.tsx'
import { isFull, modulesOf, newModule, placeOf, withModule } from './edits.ts'
import { Palette } from './Palette.tsx'
import { Preview } from './Preview.tsx'
import { PropertyPanel } from './PropertyPanel.tsx'
import { PublishModal } from './PublishModal.tsx'
import { ThemePanel } from './ThemePanel.tsx'
import { useDocument, useUndoKeys } from './use-document.ts'
import { VersionsDrawer } from './VersionsDrawer.tsx'

/** Designs one page. */
export default function PageEditorPage() {
  const { id = '' } = useParams()
  const editor = useRevisionEditor(q(pages.getPage, { params: { id } }), PAGE_CHANGED)
  return (
    <EditedPage id={id} editor={editor}>
      {(page, load) => <Editor page={page} editor={editor} onReload={load} />}
    </EditedPage>
  )
}

interface EditorProps {
  readonly page: PageDraft
  readonly editor: RevisionEditor
  readonly onReload: () => Promise<void>
}

const views = ['design', 'theme', 'preview'] as const
type View = (typeof views)[number]

function Editor({ page, editor, onReload }: EditorProps) {
  const t = useText('pages')
  const language = useLanguage()
  const work = useDocument(page.id, page.document, page.problems, editor)
  const { document, problems, edit, isDirty } = work
  const [chosen, setChosen] = useState<string>()
  const [view, setView] = useState<View>('design')
  const [dialog, setDialog] = useState<'publish' | 'versions'>()
  const guard = useLeaveGuard(isDirty, { title: t('design.leave'), hint: t('design.leaveHint') })
  useUndoKeys(work)

  const add = useCallback(
    (type: ModuleTypeName) =>
      edit((before) => {
        const one = newModule(before, type)
        const place = chosen === undefined ? undefined : placeOf(before, chosen)
        setChosen(one.id)
        return withModule(before, one, place)
      }),
    [edit, chosen],
  )
  const lead = ({ moduleId }: PageProblem) => {
    setDialog(undefined)
    if (moduleId === null) return setView('theme')
    setView('design')
    setChosen(moduleId)
    requestAnimationFrame(() => globalThis.document.getElementById(`pe-${moduleId}`)?.focus())
  }
  const publish = async () => {
    await work.save()
    setDialog('publish')
  }
  const one = modulesOf(document).find(({ id }) => id === chosen)
  const place = chosen === undefined ? undefined : placeOf(document, chosen)
  const columns = (place && document.sections[place.section]?.columns) ?? 'one'
  const name = language === 'en' ? page.nameEn || page.nameCn : page.nameCn
  return (
    <div className="pe-editor" data-view={view}>
      <PageHeader
        back={<Link to={pagePaths.managed}>{t('design.back')}</Link>}
        title={name}
        description={
          <>
            <Tag>{t(`kinds.${page.kind}`)}</Tag>
            <Tag color={page.state === 'published' ? 'success' : 'default'}>{t(`states.${page.state}`)}</Tag>
            <SavingNote saving={isDirty && editor.saving === 'saved' ? 'saving' : editor.saving} />
          </>
        }
        actions={
          <>
            <Button
              aria-label={t('design.undo')}
              disabled={!work.canUndo}
              icon={<Icon name="undo" size={18} />}
              onClick={work.undo}
            />
            <Button
              className="pe-redo"
              aria-label={t('design.redo')}
              disabled={!work.canRedo}
              icon={<Icon name="undo" size={18} />}
              onClick={work.redo}
            />
            <Button icon={<Icon name="history" size={16} />} onClick={() => setDialog('versions')}>
              {t('versions.title')}
            </Button>
            <Button type="primary" onClick={() => void publish().catch(() => {})}>
              {t('publish.publish')}
            </Button>
          </>
        }
      />
      <Segmented<View>
        aria-label={t('design.views')}
        value={view}
        options={views.map((value) => ({ value, label: t(`design.view.${value}`) }))}
        onChange={setView}
      />
      <div className="pe-body">
        {view === 'design' && (
          <>
            <Palette disabled={isFull(document)} onAdd={add} />
            <Canvas document={document} problems={problems} chosen={chosen} edit={edit} onChoose={setChosen} />
            {one ? (
              <PropertyPanel key={one.id} one={one} columns={columns} problems={problems} edit={edit} />
            ) : (
              <p className="pe-properties sy-faint">{t('design.chooseModule')}</p>
            )}
          </>
        )}
        {view === 'theme' && <ThemePanel theme={document.theme} problems={problems} edit={edit} />}
        {view !== 'design' && <Preview id={page.id} document={document} />}
      </div>
      {dialog === 'publish' && (
        <PublishModal
          id={page.id}
          name={name}
          problems={problems}
          change={editor.change}
          onProblem={lead}
          onDone={() => void onReload()}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'versions' && (
        <VersionsDrawer
          id={page.id}
          document={document}
          change={editor.change}
          onRestored={onReload}
          onClose={() => setDialog(undefined)}
        />
      )}
      {guard.holder}
    </div>
  )
}
