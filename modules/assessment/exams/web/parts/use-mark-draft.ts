import { useEffect, useRef, useState } from 'react'
import { fillPath } from '#kit/contract.ts'
import { call, queryClient } from '#web/api/query.ts'
import { useSession } from '#web/session.ts'
import type { MarkedAnswer } from '../../contract/marking.ts'
import { exams } from '../../contract.ts'
import { DraftSaver, type DraftState } from './draft-saver.ts'
import type { MarkDraft } from './mark-values.ts'

type Address = Pick<MarkedAnswer, 'attemptId' | 'place'>

/** The lists that are remembered know the draft as well: whoever pages back finds it. */
function rememberDraft(examId: string, { attemptId, place }: Address, draft: MarkedAnswer['draft']) {
  const queryKey = [exams.markedAnswers.method, fillPath(exams.markedAnswers.path, { id: examId })]
  queryClient.setQueriesData<{ readonly items: readonly MarkedAnswer[] }>({ queryKey }, (page) => {
    if (!page) return page
    const isMeant = (one: MarkedAnswer) => one.attemptId === attemptId && one.place === place
    return { ...page, items: page.items.map((one) => (isMeant(one) ? { ...one, draft } : one)) }
  })
}

/** Of the tab and of the member: a session that ends takes nothing away, and whoever signs in next does not see it. */
const tabKey = (memberId: string | undefined, { attemptId, place }: Address) =>
  `shuyuan.mark.${memberId}.${attemptId}.${place}`

/** Keeps what is typed: in this tab at once, on the server after a pause. */
export function useMarkDraft(examId: string, address: Address) {
  const key = tabKey(useSession().user?.id, address)
  const [unsent] = useState(() => {
    const text = sessionStorage.getItem(key)
    return text === null ? undefined : (JSON.parse(text) as MarkDraft)
  })
  const [state, setState] = useState<DraftState>()
  const params = { id: address.attemptId, place: address.place }
  const [saver] = useState(
    () =>
      new DraftSaver<MarkDraft>({
        async send(draft) {
          const body = { ...draft, levels: draft.levels === null ? null : [...draft.levels] }
          const options = { quiet: true, outdates: 'nothing' } as const
          const { savedAt } = await call(exams.saveMarkDraft, { params, body }, options)
          rememberDraft(examId, address, { ...draft, savedAt })
        },
        onState(next) {
          if (next === 'saved') sessionStorage.removeItem(key)
          setState(next)
        },
      }),
  )
  const first = useRef(unsent)
  useEffect(() => {
    // A session ended before it arrived.
    if (first.current) saver.change(first.current)
    const flush = () => saver.flush()
    addEventListener('online', flush)
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('online', flush)
      removeEventListener('pagehide', flush)
      saver.flush()
    }
  }, [saver])
  return {
    /** Written in this tab, and not at the server yet. */
    unsent,
    state,
    keep(draft: MarkDraft) {
      sessionStorage.setItem(key, JSON.stringify(draft))
      saver.change(draft)
    },
    /** The mark is given in its place. */
    async drop() {
      await saver.drop()
      sessionStorage.removeItem(key)
    },
  }
}
