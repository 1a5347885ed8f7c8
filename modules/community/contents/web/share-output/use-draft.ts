/** A draft in the editor: loaded once, kept by `DraftKeeper`, drawn again with its state. */
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { CallError, isRefusal } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { getSession } from '#web/session.ts'
import { type ContentType, contents, DRAFT_CHANGED, type Draft, type DraftFields, emptyFields } from '../../contract.ts'
import { DraftKeeper, localCopies, type SavedDraft, type Sent } from '../drafts/draft-keeper.ts'

/** What the editor begins with: a draft, a content that is published already, or nothing. */
export interface DraftStart {
  readonly type: ContentType
  readonly accountId: string
  /** The published content that is changed. */
  readonly contentId: string | undefined
  /** Its revision, where the draft begins on it. */
  readonly contentRevision: number | undefined
  /** What the server knows of the draft; nothing before its first saving. */
  readonly saved: Pick<Draft, 'id' | 'revision' | 'updatedAt'> | undefined
  readonly fields: DraftFields
  readonly names: Draft['names']
}

export const noNames: Draft['names'] = { topics: [], coAuthors: [], organizations: [], circles: [] }

async function send(
  { accountId, type, contentId }: { accountId: string; type: ContentType; contentId: string | undefined },
  {
    id,
    revision,
    base,
    fields,
  }: { id: string | undefined; revision: number; base: number | undefined; fields: DraftFields },
): Promise<Sent<DraftFields>> {
  const body = {
    accountId,
    type,
    revision,
    // A copy on this device may be older than a field.
    fields: { ...emptyFields, ...fields },
    ...(id !== undefined && { id }),
    ...(contentId !== undefined && { contentId }),
    ...(id === undefined && base !== undefined && { contentRevision: base }),
  }
  try {
    const saved = await call(contents.saveDraft, { body }, { handles: 'all', quiet: true, outdates: 'nothing' })
    return { kind: 'taken', ...saved }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const { kind } = error
    if (isRefusal(error, DRAFT_CHANGED)) {
      const newer = error.data.draft as SavedDraft<DraftFields>
      return { kind: 'conflict', theirs: newer }
    }
    return { kind: kind === 'refused' ? 'refused' : 'lost' }
  }
}

export function useDraft({ type, accountId: given, contentId, contentRevision, saved, fields: start }: DraftStart) {
  const memberId = getSession().user?.id ?? ''
  const account = useRef(given)
  const [listeners] = useState(() => new Set<() => void>())
  const version = useRef(0)
  const [savedAt, setSavedAt] = useState(saved?.updatedAt)
  const [keeper] = useState(() => {
    const name = saved?.id ?? contentId ?? `new-${type}`
    return new DraftKeeper<DraftFields>(
      { id: saved?.id, revision: saved?.revision ?? 0, base: contentRevision, fields: start },
      {
        send: async (one) => {
          const sent = await send({ accountId: account.current, type, contentId }, one)
          if (sent.kind === 'taken') setSavedAt(Date.now())
          return sent
        },
        store: localCopies(memberId, name),
        onState: () => {
          version.current += 1
          for (const listener of listeners) listener()
        },
      },
    )
  })
  const subscribe = useCallback(
    (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    [listeners],
  )
  const stateOf = () => version.current
  useSyncExternalStore(subscribe, stateOf, stateOf)
  const [fields, setFields] = useState({ ...emptyFields, ...keeper.fields })
  const change = useCallback(
    (part: Partial<DraftFields>) => {
      const next = { ...keeper.fields, ...part }
      keeper.change(next)
      setFields(next)
    },
    [keeper],
  )
  useEffect(() => {
    const flush = () => void keeper.flush()
    addEventListener('pagehide', flush)
    addEventListener('online', flush)
    return () => {
      removeEventListener('pagehide', flush)
      removeEventListener('online', flush)
      flush()
      keeper.close()
    }
  }, [keeper])
  const decide = async (choice: 'mine' | 'theirs') => {
    await keeper.decide(choice)
    setFields({ ...emptyFields, ...keeper.fields })
  }
  const moveTo = (accountId: string) => {
    account.current = accountId
    keeper.change(keeper.fields)
  }
  return { keeper, fields, change, decide, moveTo, state: keeper.state, savedAt }
}

export type EditedDraft = ReturnType<typeof useDraft>
