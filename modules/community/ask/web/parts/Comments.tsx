import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { topics } from '#modules/content/topics/contract.ts'
import { Discussion } from '#modules/content/topics/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'

interface Props {
  readonly businessType: number
  readonly businessId: string
}

/** The comments of a question or an answer, once they are opened, so that answers stand below the question. */
export function Comments({ businessType, businessId }: Props) {
  const t = useText('ask')
  const [isOpen, setIsOpen] = useState(false)
  const query = { ids: [businessId], businessType }
  const { data } = useQuery(q(topics.countByBusinessIds, { query }, { quiet: true }))
  if (isOpen) return <Discussion businessType={businessType} businessId={businessId} />
  return (
    <div>
      <Button size="small" type="text" onClick={() => setIsOpen(true)}>
        {t('answer.discuss', { count: data?.[businessId] ?? 0 })}
      </Button>
    </div>
  )
}
