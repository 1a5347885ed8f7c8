import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { moderation } from '../../contract.ts'

export interface AppealNoticeProps {
  readonly businessId: string
}

/** Says to the author what was decided about this content, with the way to an appeal; nothing where nothing was. */
export default function AppealNotice({ businessId }: AppealNoticeProps) {
  const t = useText('moderation')
  const { data } = useQuery(q(moderation.ownDecisions, { query: { businessId, pageSize: 1 } }))
  const decision = data?.items[0]
  if (!decision) return null
  return (
    <Alert
      type={decision.outcome === 'remove' ? 'warning' : 'info'}
      showIcon
      title={t(`outcome.${decision.outcome}`)}
      description={t('own.because', { rule: t(`rule.${decision.reasonCode}`), note: decision.note || '—' })}
      action={<a href={`#/center/moderation?id=${decision.id}`}>{t(decision.mayAppeal ? 'own.appeal' : 'own.open')}</a>}
    />
  )
}
