import { Tag } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import type { ProofState } from '../../contract/proof.ts'

const colors = { waiting: 'warning', agreed: 'success', rejected: 'error' } as const

export function ProofStateTag({ state }: { state: ProofState }) {
  const t = useText('courses')
  return (
    <Tag className="co-tag" color={colors[state]}>
      {t(`proof.states.${state}`)}
    </Tag>
  )
}
