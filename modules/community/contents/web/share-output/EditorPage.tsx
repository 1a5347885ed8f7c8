import '../parts/contents.css'
import '../drafts/drafts.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { community } from '#modules/community/community/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { type ContentType, contents, type Draft } from '../../contract.ts'
import { contentPaths } from '../paths.ts'
import { Editor } from './Editor.tsx'

export const newTitles = { 1: 'write.article', 2: 'write.video', 3: 'write.file' } as const

/** The editor of one type of content: a new one, a draft, or a content that is published already. */
export function EditorPage({ type }: { type: ContentType }) {
  const [query] = useSearchParams()
  const draftId = query.get('draft') ?? undefined
  const contentId = query.get('content') ?? undefined
  // A new draft gets its id with the first saving: the address says it then, and the editor stays.
  const [start] = useState({ draftId, contentId })
  const isSame = contentId === start.contentId && (start.draftId === undefined || draftId === start.draftId)
  const shown = isSame ? start : { draftId, contentId }
  const key = `${type} ${shown.draftId} ${shown.contentId} ${isSame}`
  return <Loaded key={key} type={type} account={query.get('account') ?? undefined} {...shown} />
}

interface LoadedProps {
  readonly type: ContentType
  readonly account: string | undefined
  readonly draftId: string | undefined
  readonly contentId: string | undefined
}

function Loaded({ type, account, draftId, contentId }: LoadedProps) {
  const t = useText('contents')
  const accounts = useQuery(q(community.myAccounts))
  const draft = useQuery({
    ...(draftId === undefined
      ? q(contents.forEdit, { query: { id: contentId ?? '' } }, { cache: 0 })
      : q(contents.draft, { query: { id: draftId } }, { cache: 0 })),
    enabled: draftId !== undefined || contentId !== undefined,
    // What was shown at an earlier visit is older than what was saved since.
    gcTime: 0,
  })
  /** The editor begins once, with what was there first. */
  const [first, setFirst] = useState<Draft>()
  useEffect(() => {
    if (draft.data) setFirst((before) => before ?? draft.data)
  }, [draft.data])
  if (accounts.isError || (draft.isError && !first))
    return (
      <ErrorState
        page
        error={accounts.error ?? draft.error}
        onRetry={() => void Promise.all([accounts.refetch(), (draftId ?? contentId) !== undefined && draft.refetch()])}
      />
    )
  const isNew = draftId === undefined && contentId === undefined
  if (!accounts.data || (!isNew && !first)) return <LoadingState rows={8} />
  const own = accounts.data.items
  if (own.length === 0)
    return (
      <EmptyState
        page
        title={t('write.noAccount')}
        description={t('write.noAccountHint')}
        action={
          <Link className="sy-button" to={contentPaths.apply()}>
            {t('write.apply')}
          </Link>
        }
      />
    )
  const chosen = own.find(({ id }) => id === (first?.accountId ?? account)) ?? own.find((one) => !one.frozen) ?? own[0]
  if (!chosen) return null
  return <Editor start={{ type, accountId: chosen.id, draft: first }} accounts={own} />
}
