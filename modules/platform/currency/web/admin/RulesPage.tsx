import '../parts/currency.css'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useCurrencyName } from '#web/app-state.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SaveBar } from '#web/ui/SaveBar.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useLeaveGuard } from '#web/ui/use-leave-guard.tsx'
import type { ExpiryRule, RewardEvent } from '../../contract/management.ts'
import { currency } from '../../contract.ts'
import { ExpiryForm } from './ExpiryForm.tsx'
import { RewardRuleForm } from './RewardRuleForm.tsx'
import { RuleHistory } from './RuleHistory.tsx'
import {
  differing,
  type ExpiryDraft,
  type RewardDraft,
  rewardBody,
  rewardKey,
  savedExpiry,
  savedReward,
} from './rule-drafts.ts'

/** Award rules and expiry rules. */
export default function RulesPage() {
  const rules = useQuery(q(currency.rewardRules))
  const expiry = useQuery(q(currency.expiryRules))
  if (rules.isPending || expiry.isPending) return <LoadingState rows={8} />
  if (!rules.data || !expiry.data) {
    const retry = () => void Promise.all([rules.refetch(), expiry.refetch()])
    return <ErrorState page onRetry={retry} />
  }
  return <Rules events={rules.data.items} expiries={expiry.data.items} />
}

interface Props {
  readonly events: readonly RewardEvent[]
  readonly expiries: readonly ExpiryRule[]
}

function Rules({ events, expiries }: Props) {
  const t = useText('currency')
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const [rewards, setRewards] = useState<Readonly<Record<string, RewardDraft>>>({})
  const [ends, setEnds] = useState<Readonly<Record<number, ExpiryDraft>>>({})
  const { busy, run } = useAction()
  const word = useWordOf()
  const changedRewards = events
    .flatMap((event) => event.rules)
    .map((rule) => ({ rule, draft: rewards[rewardKey(rule)] ?? savedReward(rule) }))
    .filter(({ rule, draft }) => differing(draft, savedReward(rule)) > 0)
  const changedEnds = expiries
    .map((rule) => ({ rule, draft: ends[rule.kind] ?? savedExpiry(rule) }))
    .filter(({ rule, draft }) => differing(draft, savedExpiry(rule)) > 0)
  const counts = [
    ...changedRewards.map(({ rule, draft }) => differing(draft, savedReward(rule))),
    ...changedEnds.map(({ rule, draft }) => differing(draft, savedExpiry(rule))),
  ]
  const count = counts.reduce((sum, one) => sum + one, 0)
  const guard = useLeaveGuard(count > 0)
  const isWrong = changedRewards.some(({ draft }) => rewardBody(draft) === undefined)
  const discard = () => {
    setRewards({})
    setEnds({})
  }
  const save = () =>
    run(
      async () => {
        for (const { rule, draft } of changedRewards) {
          const body = rewardBody(draft)
          if (body) await call(currency.changeRewardRule, { params: { event: rule.event, kind: rule.kind }, body })
        }
        for (const { rule, draft } of changedEnds)
          await call(currency.changeExpiryRule, { params: { kind: rule.kind }, body: draft })
        // What was typed meanwhile waits for the next time.
        setRewards((now) => (now === rewards ? {} : now))
        setEnds((now) => (now === ends ? {} : now))
      },
      { done: t('rules.saved') },
    )
  // Unspent balances fall due by the new rule, those of years ago at once.
  const serious = changedEnds
    .filter(({ rule, draft }) => draft.months !== 0 && (rule.months === 0 || draft.months < rule.months))
    .map(({ rule, draft }) => ({
      name: t('rules.expiryOf', { name: word(rule.kind) }),
      consequence: t('expiry.consequence', { count: draft.months, name: word(rule.kind) }),
    }))
  return (
    <>
      <PageHeader
        title={t('rules.title')}
        description={t('rules.description')}
        actions={
          <Button icon={<Icon name="history" size={16} />} onClick={() => setHistoryOpen(true)}>
            {t('rules.history')}
          </Button>
        }
      />
      <HomeSection title={t('rules.rewards')}>
        <div className="sy-card cu-rules">
          {events.map((event) => (
            <article key={event.event} className="cu-rule">
              <div>
                <h3>{event.label}</h3>
                <p className="sy-faint">{event.description}</p>
              </div>
              {event.rules.map((rule) => (
                <RewardRuleForm
                  key={rewardKey(rule)}
                  rule={rule}
                  draft={rewards[rewardKey(rule)] ?? savedReward(rule)}
                  label={event.label}
                  onChange={(draft) => setRewards((before) => ({ ...before, [rewardKey(rule)]: draft }))}
                />
              ))}
            </article>
          ))}
        </div>
      </HomeSection>
      <HomeSection title={t('rules.expiry')}>
        <div className="sy-card cu-rules">
          {expiries.map((rule) => (
            <ExpiryForm
              key={rule.kind}
              rule={rule}
              draft={ends[rule.kind] ?? savedExpiry(rule)}
              onChange={(draft) => setEnds((before) => ({ ...before, [rule.kind]: draft }))}
            />
          ))}
        </div>
      </HomeSection>
      <SaveBar
        count={count}
        fault={isWrong ? t('rules.wrong') : undefined}
        serious={serious}
        busy={busy}
        onSave={() => void save()}
        onDiscard={discard}
      />
      {guard.holder}
      {isHistoryOpen && <RuleHistory events={events} onClose={() => setHistoryOpen(false)} />}
    </>
  )
}

function useWordOf(): (kind: number) => string {
  const t = useText('currency')
  const name = useCurrencyName()
  return (kind) => (kind === 1 ? name : t('points'))
}
