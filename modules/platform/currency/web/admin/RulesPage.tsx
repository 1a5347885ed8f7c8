import '../parts/currency.css'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { currency } from '../../contract.ts'
import { ExpiryForm } from './ExpiryForm.tsx'
import { RewardRuleForm } from './RewardRuleForm.tsx'
import { RuleHistory } from './RuleHistory.tsx'

/** Award rules and expiry rules. */
export default function RulesPage() {
  const t = useText('currency')
  const [history, setHistory] = useState(false)
  const rules = useQuery(q(currency.rewardRules))
  const expiry = useQuery(q(currency.expiryRules))
  if (rules.isPending || expiry.isPending) return <LoadingState rows={8} />
  if (!rules.data || !expiry.data) {
    const retry = () => void Promise.all([rules.refetch(), expiry.refetch()])
    return <ErrorState page onRetry={retry} />
  }
  return (
    <>
      <PageHeader
        title={t('rules.title')}
        description={t('rules.description')}
        actions={
          <Button icon={<Icon name="history" size={16} />} onClick={() => setHistory(true)}>
            {t('rules.history')}
          </Button>
        }
      />
      <HomeSection title={t('rules.rewards')}>
        <div className="sy-card cu-rules">
          {rules.data.items.map((event) => (
            <article key={event.event} className="cu-rule">
              <div>
                <h3>{event.label}</h3>
                <p className="sy-faint">{event.description}</p>
              </div>
              {event.rules.map((rule) => (
                <RewardRuleForm key={`${rule.kind}${rule.updatedAt}`} rule={rule} label={event.label} />
              ))}
            </article>
          ))}
        </div>
      </HomeSection>
      <HomeSection title={t('rules.expiry')}>
        <div className="sy-card cu-rules">
          {expiry.data.items.map((rule) => (
            <ExpiryForm key={`${rule.kind}${rule.updatedAt}`} rule={rule} />
          ))}
        </div>
      </HomeSection>
      {history && <RuleHistory events={rules.data.items} onClose={() => setHistory(false)} />}
    </>
  )
}
