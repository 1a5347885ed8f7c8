import '../parts/contents.css'
import './reading.css'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { community } from '#modules/community/community/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { usePageTitle } from '#web/title.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Person } from '#web/ui/Person.tsx'
import { contents, type Draft } from '../../contract.ts'
import { type Heading, headingCount, minutesToRead, textOfHtml } from '../parts/headings.ts'
import { contentPaths } from '../paths.ts'
import { ContentBody } from './ContentBody.tsx'
import { Outline, OutlineDrawer } from './Outline.tsx'
import { useReadingPlace } from './reading-place.ts'

/** A draft as its readers will see it (COMMUNITY-002). Without an id: the newest draft (COMMUNITY-032). */
export default function PreviewPage() {
  const { id } = useParams()
  return id === undefined ? <Newest /> : <OneDraft key={id} id={id} />
}

function Newest() {
  const t = useText('contents')
  const drafts = useQuery(q(contents.drafts, { query: { page: 1, pageSize: 1 } }, { cache: 0 }))
  if (drafts.isPending) return <LoadingState rows={8} />
  if (!drafts.data) return <ErrorState page error={drafts.error} onRetry={() => void drafts.refetch()} />
  const [first] = drafts.data.items
  return first ? <OneDraft id={first.id} /> : <EmptyState page title={t('manage.noDrafts')} />
}

function OneDraft({ id }: { id: string }) {
  const draft = useQuery(q(contents.draft, { query: { id } }, { cache: 0 }))
  usePageTitle(draft.data?.fields.title)
  if (draft.isPending) return <LoadingState rows={8} />
  if (!draft.data) return <ErrorState page error={draft.error} onRetry={() => void draft.refetch()} />
  return <Previewed draft={draft.data} />
}

function Previewed({ draft }: { draft: Draft }) {
  const t = useText('contents')
  const article = useRef<HTMLDivElement>(null)
  const { fields, type, names, accountId } = draft
  const { html } = fields
  const [headings, setHeadings] = useState<readonly Heading[]>()
  const { heading } = useReadingPlace(article, headings)
  const accounts = useQuery(q(community.myAccounts, {}, { quiet: true }))
  const account = accounts.data?.items.find((one) => one.id === accountId)
  const outline = headingCount(html) > 1 && { headings: headings ?? [], current: heading }
  const title = fields.title || t('draft.untitled')
  const file = fields.fileId === null ? null : { id: fields.fileId, name: '', sizeBytes: 0 }
  return (
    <>
      <p className="sy-callout ct-preview-note">
        {t('read.preview')} · <Link to={contentPaths.write(type, { draft: draft.id })}>{t('manage.edit')}</Link>
      </p>
      <div className="ct-page" data-outlined={outline !== false}>
        <article className="sy-card ct-sheet">
          <header className="ct-head">
            {fields.coverFileId !== null && type === 1 && <Cover name={title} url={`files/${fields.coverFileId}`} />}
            <h1 tabIndex={-1}>{title}</h1>
            {type === 1 && (
              <p className="sy-note ct-meta">{t('read.minutes', { count: minutesToRead(textOfHtml(html)) })}</p>
            )}
            {account && <Person name={account.name} path={account.headPortraitPath} size={44} />}
          </header>
          <ContentBody
            content={{ id: null, type, title, file, chapters: fields.chapters, captions: fields.captions }}
            html={html}
            onHeadings={setHeadings}
            article={article}
          />
          <p className="sy-row sy-wrap sy-gap-2 ct-end">
            {names.topics.map(({ id, name }) => (
              <span key={id} className="ct-topic">
                {name}
              </span>
            ))}
          </p>
          {outline && <OutlineDrawer {...outline} />}
        </article>
        {outline && (
          <aside className="ct-aside">
            <Outline {...outline} />
          </aside>
        )}
      </div>
    </>
  )
}
