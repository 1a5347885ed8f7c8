import './papers.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown, Tag } from 'antd'
import { useRef, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { questions } from '#modules/assessment/questions/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { EditedPage } from '#web/ui/EditedPage.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SavingNote } from '#web/ui/SavingNote.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type RevisionEditor, useRevisionEditor } from '#web/ui/use-revision-editor.ts'
import { choosesPapers } from '../../contract/access.ts'
import { PAPER_CHANGED, PAPER_FAULTY } from '../../contract/codes.ts'
import type { PaperDetail } from '../../contract/paper.ts'
import { papers } from '../../contract.ts'
import { paperPaths } from '../paths.ts'
import { CopyDialog, DeleteDialog } from './PaperDialogs.tsx'
import { problemText } from './problem-texts.ts'
import { Sections } from './Sections.tsx'
import { Summary } from './Summary.tsx'
import { type PaperDraft, usePaperDraft } from './use-paper-draft.ts'

/** The editor of a paper. */
export default function PaperPage() {
  const { id = '' } = useParams()
  const editor = useRevisionEditor(q(papers.paper, { params: { id } }, { quiet: true }), PAPER_CHANGED)
  return (
    <EditedPage id={id} editor={editor}>
      {(paper) => <Opened paper={paper} editor={editor} />}
    </EditedPage>
  )
}

interface OpenedProps {
  readonly paper: PaperDetail
  readonly editor: RevisionEditor
}

function Opened({ paper, editor }: OpenedProps) {
  const t = useText('papers')
  const written = usePaperDraft(paper, editor)
  const { draft, checked, problems, set } = written
  const { can } = useSession()
  const bank = useQuery(q(questions.listDirectories, {}, { quiet: true }))
  const shelf = useQuery(q(papers.listDirectories, {}, { quiet: true }))
  const place = useRef<HTMLDivElement>(null)
  const isReady = paper.status === 'ready'
  const missing = checked.detail.problems.map((problem) => problemText(t, problem, checked.draft.sections))
  const showMissing = () => place.current?.querySelector<HTMLElement>('.pp-missing')?.focus()
  return (
    <div ref={place}>
      <PageHeader
        title={draft.name.trim() || paper.name}
        back={<Link to={`${paperPaths.papers}?directory=${paper.directory.id}`}>{t('editor.back')}</Link>}
        description={
          <span className="sy-inline sy-gap-3">
            <Tag color={isReady ? 'success' : undefined}>{t(`status.${paper.status}`)}</Tag>
            <SavingNote saving={editor.saving} faults={problems.size} />
          </span>
        }
        actions={<Actions paper={paper} editor={editor} written={written} onFaulty={showMissing} />}
      />
      {isReady && (
        <p className="pp-ready sy-row sy-wrap sy-apart sy-gap-3">
          {t('editor.readyHint')}
          {can(choosesPapers.permission) && <Link to="/admin/exams">{t('editor.toExams')}</Link>}
        </p>
      )}
      <div className="pp-editor">
        <div className="sy-column sy-gap-5" inert={isReady}>
          <Sections
            draft={draft}
            checked={checked}
            directories={bank.data?.items ?? []}
            problems={problems}
            onChange={(sections) => set({ sections })}
          />
        </div>
        <Summary
          draft={draft}
          directories={shelf.data?.items ?? []}
          problems={problems}
          missing={missing}
          isReady={isReady}
          onChange={set}
        />
      </div>
    </div>
  )
}

interface ActionsProps extends OpenedProps {
  readonly written: PaperDraft
  readonly onFaulty: () => void
}

const handled = { handles: [PAPER_CHANGED, PAPER_FAULTY] }

function Actions({ paper, editor, written, onFaulty }: ActionsProps) {
  const t = useText('papers')
  const navigate = useNavigate()
  const { busyWith, run } = useAction()
  const [asked, setAsked] = useState<'copy' | 'delete'>()
  const { id, status } = paper
  const turn = (entry: typeof papers.readyPaper | typeof papers.reopenPaper, done: string) =>
    run(
      async () => {
        editor.settle()
        const send = (revision: number) => call(entry, { params: { id }, body: { revision } }, handled)
        written.take(await editor.change(send))
      },
      {
        name: 'turn',
        done,
        onFailure: ({ errorCode }) => {
          if (errorCode !== PAPER_FAULTY.code) return
          notify('error', t('editor.notReady'))
          onFaulty()
        },
      },
    )
  const items = [
    { key: 'copy', label: t('action.copy'), onClick: () => setAsked('copy') },
    { key: 'delete', label: t('action.delete'), danger: true, onClick: () => setAsked('delete') },
  ]
  return (
    <>
      <Link className="sy-button sy-button-plain sy-button-small" to={paperPaths.trial(id)} onClick={editor.settle}>
        <Icon name="eye" size={16} />
        {t('action.trial')}
      </Link>
      {status === 'ready' ? (
        <Button loading={busyWith === 'turn'} onClick={() => void turn(papers.reopenPaper, t('editor.reopened'))}>
          {t('action.reopen')}
        </Button>
      ) : (
        <Button
          type="primary"
          loading={busyWith === 'turn'}
          disabled={written.problems.size > 0}
          onClick={() => void turn(papers.readyPaper, t('editor.isReady'))}
        >
          {t('action.ready')}
        </Button>
      )}
      <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
        <Button icon={<Icon name="more" size={16} />} aria-label={t('action.more')} />
      </Dropdown>
      {asked === 'copy' && <CopyDialog paper={paper} onClose={() => setAsked(undefined)} />}
      {asked === 'delete' && (
        <DeleteDialog
          paper={paper}
          onDone={() => void navigate(paperPaths.papers)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}
