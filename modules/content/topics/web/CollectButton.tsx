import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import { topics } from '../contract.ts'
import './topics.css'

export interface CollectButtonProps {
  readonly businessType: number
  readonly businessId: string
}

/** Shows at once what was wanted, and takes it back where the server refuses. */
export default function CollectButton({ businessType, businessId }: CollectButtonProps) {
  const t = useText('topics')
  const item = { businessType, businessId }
  const { data, refetch } = useQuery(q(topics.findCollects, { query: item }, { quiet: true }))
  const [wanted, setWanted] = useState<boolean>()
  const collected = wanted ?? (data?.collectId ?? null) !== null
  const { run } = useAction()
  const toggle = async () => {
    if (wanted !== undefined || !data) return
    setWanted(!collected)
    await run(
      () =>
        data.collectId
          ? call(topics.removeCollect, { params: { id: data.collectId } })
          : call(topics.collect, { body: item }),
      { done: t(collected ? 'collect.removed' : 'collect.added') },
    )
    await refetch()
    setWanted(undefined)
  }
  return (
    <button
      type="button"
      className="sy-button sy-button-small sy-button-plain topics-collect"
      aria-pressed={collected}
      onClick={() => void toggle()}
    >
      <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M6.500 4h11v16l-5.500-4.200L6.500 20V4Z" />
      </svg>
      {t(collected ? 'collect.is' : 'collect.do')}
    </button>
  )
}
