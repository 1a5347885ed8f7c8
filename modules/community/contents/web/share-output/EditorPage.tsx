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
import { type ContentType, contents, emptyFields } from '../../contract.ts'
import { contentPaths } from '../paths.ts'
import { Editor } from './Editor.tsx'
import { type DraftStart, noNames } from './use-draft.ts'

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

/** What is loaded for the editor: it begins once, with what was there first. */
function useStart({ draftId, contentId }: Pick<LoadedProps, 'draftId' | 'contentId'>) {
  const edited = useQuery({
    ...q(contents.forEdit, { query: { id: contentId ?? '' } }, { cache: 0 }),
    enabled: contentId !== undefined && draftId === undefined,
    // What was shown at an earlier visit is older than what was saved since.
    gcTime: 0,
  })
  // A change of a content that was started before goes on.
  const own = draftId ?? edited.data?.draftId ?? undefined
  const draft = useQuery({
    ...q(contents.draft, { query: { id: own ?? '' } }, { cache: 0 }),
    enabled: own !== undefined,
    gcTime: 0,
  })
  const [start, setStart] = useState<Omit<DraftStart, 'type'>>()
  useEffect(() => {
    if (own !== undefined && draft.data) {
      const { accountId, fields, names } = draft.data
      const contentId = draft.data.contentId ?? undefined
      const before = { accountId, fields, names, contentId, contentRevision: undefined, saved: draft.data }
      setStart((now) => now ?? before)
    } else if (edited.data && own === undefined) {
      const { id, accountId, fields, names, revision } = edited.data
      setStart((now) => now ?? { accountId, fields, names, contentId: id, contentRevision: revision, saved: undefined })
    }
  }, [own, draft.data, edited.data])
  const failed = [edited, draft].find((one) => one.isError)
  return { start, error: start ? undefined : failed?.error, retry: () => void failed?.refetch() }
}

function Loaded({ type, account, draftId, contentId }: LoadedProps) {
  const t = useText('contents')
  const accounts = useQuery(q(community.myAccounts))
  const { start, error, retry } = useStart({ draftId, contentId })
  if (error) return <ErrorState page error={error} onRetry={retry} />
  if (accounts.isError) return <ErrorState page error={accounts.error} onRetry={() => void accounts.refetch()} />
  const isNew = draftId === undefined && contentId === undefined
  if (!accounts.data || (!isNew && !start)) return <LoadingState rows={8} />
  const own = accounts.data.items
  const chosen = own.find(({ id }) => id === (start?.accountId ?? account)) ?? own.find((one) => !one.frozen) ?? own[0]
  if (!chosen)
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
  const nothing = { contentId: undefined, contentRevision: undefined, saved: undefined }
  const first = start ?? { ...nothing, fields: emptyFields, names: noNames }
  return <Editor start={{ ...first, type, accountId: chosen.id }} accounts={own} />
}
