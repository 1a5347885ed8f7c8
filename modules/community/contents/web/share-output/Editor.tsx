import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { MarkedText } from '#modules/platform/words/web.tsx'
import { q } from '#web/api/query.ts'
import { useJoin } from '#web/i18n/join.ts'
import { useText } from '#web/i18n/texts.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useLeaveGuard } from '#web/ui/use-leave-guard.tsx'
import { type ContentType, contents } from '../../contract.ts'
import { contentPaths } from '../paths.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { DraftNote } from './DraftNote.tsx'
import type { OwnAccount } from './own-account.ts'
import { PublishDialog } from './PublishDialog.tsx'
import { PublishedPanel } from './PublishedPanel.tsx'
import { type Done, newTitles, type SensitiveFields } from './publication.ts'
import { SettingsPanel } from './SettingsPanel.tsx'
import { type DraftStart, type EditedDraft, useDraft } from './use-draft.ts'
import { VersionsDrawer } from './VersionsDrawer.tsx'
import { Writing } from './Writing.tsx'

interface Props {
  readonly start: DraftStart
  readonly accounts: readonly OwnAccount[]
}

/** The address says which draft this is as soon as it has an id: a reload finds it. */
function useDraftAddress(draft: EditedDraft, isOfContent: boolean): void {
  const [query, setQuery] = useSearchParams()
  const { id } = draft.keeper
  useEffect(() => {
    if (id === undefined || isOfContent || query.get('draft') === id) return
    setQuery({ draft: id }, { replace: true })
  }, [id, isOfContent, query, setQuery])
}

/** Writes, saves by itself, and publishes. */
export function Editor({ start, accounts }: Props) {
  const t = useText('contents')
  const draft = useDraft(start)
  const [accountId, setAccountId] = useState(start.accountId)
  const [dialog, setDialog] = useState<'publish' | 'versions'>()
  const [done, setDone] = useState<Done>()
  const [sensitive, setSensitive] = useState<SensitiveFields>(new Map())
  const [uploads, setUploads] = useState(0)
  const { contentId } = start
  useDraftAddress(draft, contentId !== undefined)
  const { holder } = useLeaveGuard(done === undefined && draft.keeper.isUnsaved && draft.state === 'kept', {
    title: t('write.leave'),
    hint: t('write.leaveHint'),
  })
  const account = accounts.find(({ id }) => id === accountId)
  if (done) return <PublishedPanel done={done} type={start.type} />
  const { fields, keeper } = draft
  const move = (id: string) => {
    setAccountId(id)
    draft.moveTo(id)
  }
  return (
    <>
      <PageHeader
        title={t(contentId === undefined ? newTitles[start.type] : 'write.edit')}
        back={<Link to={contentPaths.manage()}>{t('write.back')}</Link>}
      />
      <div className="sy-row sy-wrap sy-gap-3 ct-editor-bar">
        <DraftNote state={draft.state} savedAt={draft.savedAt} />
        {contentId !== undefined && <Button onClick={() => setDialog('versions')}>{t('versions.open')}</Button>}
        <PreviewLink draft={draft} />
        <Button type="primary" disabled={account?.frozen || uploads > 0} onClick={() => setDialog('publish')}>
          {t(contentId === undefined ? 'write.publish' : 'write.update')}
        </Button>
      </div>
      {contentId !== undefined && <ChangeNote contentId={contentId} />}
      {account?.frozen && <p className="sy-callout">{t('write.frozen')}</p>}
      <SensitiveNote type={start.type} fields={sensitive} />
      <div className="ct-editor">
        <Writing type={start.type} draft={draft} accountId={accountId} sensitive={sensitive} onUploads={setUploads} />
        <SettingsPanel draft={draft} start={start} accounts={accounts} accountId={accountId} onAccount={move} />
      </div>
      {keeper.theirs && <ConflictDialog mine={fields} theirs={keeper.theirs.fields} onDecide={draft.decide} />}
      {dialog === 'publish' && account && (
        <PublishDialog
          draft={draft}
          type={start.type}
          account={account}
          contentId={contentId}
          onSensitive={setSensitive}
          onDone={setDone}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'versions' && contentId !== undefined && (
        <VersionsDrawer
          contentId={contentId}
          html={fields.html}
          onRestore={({ title, html }) => draft.change({ title, html })}
          onClose={() => setDialog(undefined)}
        />
      )}
      {holder}
    </>
  )
}

/** What is edited is a change that readers do not see: it waits for its review, or came back from it. */
function ChangeNote({ contentId }: { contentId: string }) {
  const t = useText('contents')
  const { data } = useQuery(q(contents.publication, { query: { contentId } }, { cache: 0, quiet: true }))
  const change = data?.change
  if (!change) return null
  if (change.state === 'waiting') return <p className="sy-callout">{t('change.editing')}</p>
  return <p className="sy-callout">{[t('change.returned'), change.reason].filter(Boolean).join(' · ')}</p>
}

/** The preview shows what is saved: it opens once all of it is. */
function PreviewLink({ draft }: { draft: EditedDraft }) {
  const t = useText('contents')
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    const isSaved = await draft.keeper.flush()
    setBusy(false)
    const { id } = draft.keeper
    if (isSaved && id !== undefined) window.open(`#${contentPaths.preview(id)}`, '_blank', 'noopener')
  }
  return (
    <Button loading={busy} onClick={() => void open()}>
      {t('write.preview')}
    </Button>
  )
}

/** The words of an article are marked where they stand in it. */
function SensitiveNote({ type, fields }: { type: ContentType; fields: SensitiveFields }) {
  const t = useText('contents')
  const join = useJoin()
  if (fields.size === 0) return <div role="alert" />
  return (
    <div className="sy-column sy-gap-2 ct-marked" role="alert">
      <p>{t('write.sensitive')}</p>
      <ul className="sy-plain-list">
        {[...fields].map(([name, { text, hits }]) => (
          <li key={name}>
            {name === 'captions' || (name === 'html' && type === 1) ? (
              t(name === 'captions' ? 'write.sensitiveInCaptions' : 'write.sensitiveInText', {
                words: join([...new Set(hits.map(({ word }) => word))]),
              })
            ) : (
              <MarkedText text={text} hits={hits} />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
