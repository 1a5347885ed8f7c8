import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '#web/api/query.ts'
import { homework } from '../../contract.ts'

const waitMs = 1200

interface Work {
  readonly text: string
  readonly fileIds: string[]
}

/** Keeps what is written with the server, a moment after the last change. `settle` waits until all of it is there. */
export function useDraft({ id, activityId }: { readonly id: string; readonly activityId: string }) {
  const [saving, setSaving] = useState<'saved' | 'saving' | 'failed'>()
  const mounted = useRef(true)
  const draft = useMemo(() => {
    let due: { work: Work; timer: ReturnType<typeof setTimeout> } | undefined
    let last: Promise<void> = Promise.resolve()
    const show = (state: 'saved' | 'saving' | 'failed') => {
      if (mounted.current) setSaving(state)
    }
    const store = async (body: Work) => {
      try {
        await call(homework.saveHomeworkDraft, { params: { id, activityId }, body }, { handles: 'all' })
        show('saved')
      } catch {
        show('failed')
      }
    }
    const flush = () => {
      if (!due) return last
      const { work, timer } = due
      clearTimeout(timer)
      due = undefined
      // One after the other: an older text never comes last.
      last = last.then(() => store(work))
      return last
    }
    return {
      keep(work: Work) {
        if (due) clearTimeout(due.timer)
        show('saving')
        due = { work, timer: setTimeout(() => void flush(), waitMs) }
      },
      settle: flush,
    }
  }, [id, activityId])
  useEffect(() => {
    mounted.current = true
    const leave = () => void draft.settle()
    addEventListener('pagehide', leave)
    return () => {
      mounted.current = false
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [draft])
  return useMemo(() => ({ ...draft, saving }), [draft, saving])
}
