import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { q } from '#web/api/query.ts'
import { useCurrencyName } from '#web/app-state.ts'
import { useText } from '#web/i18n/texts.ts'
import { Slot } from '#web/slots.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import type { RewardEvent, RuleChange } from '../../contract/management.ts'
import { currency } from '../../contract.ts'
import { amountText } from '../parts/amounts.ts'

interface Props {
  readonly events: readonly RewardEvent[]
  readonly onClose: () => void
}

/** The changes of rules with member, time, old and new values. */
export function RuleHistory({ events, onClose }: Props) {
  const t = useText('currency')
  const paging = usePaging()
  const { page, pageSize } = paging
  const changes = useQuery({
    ...q(currency.ruleChanges, { query: { page, pageSize } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <Drawer open title={t('rules.history')} onClose={onClose} size={480}>
      {changes.isPending ? (
        <LoadingState />
      ) : !changes.data ? (
        <ErrorState small error={changes.error} onRetry={() => void changes.refetch()} />
      ) : changes.data.recordCount === 0 ? (
        <EmptyState small title={t('rules.noHistory')} />
      ) : (
        <ol className="sy-grid sy-gap-4 sy-plain-list">
          {changes.data.items.map((change) => (
            <Change key={change.id} change={change} events={events} />
          ))}
        </ol>
      )}
      <Pager paging={paging} recordCount={changes.data?.recordCount ?? 0} />
    </Drawer>
  )
}

function Change({ change, events }: { change: RuleChange; events: readonly RewardEvent[] }) {
  const t = useText('currency')
  const name = useCurrencyName()
  const word = change.kind === 1 ? name : t('points')
  const event = events.find((one) => one.event === change.event)?.label ?? change.event ?? ''
  const fields = Object.keys(change.valueAfter).filter(
    (field) => change.valueBefore[field] !== change.valueAfter[field],
  )
  const shown = (field: string, value: unknown) => {
    if (typeof value === 'boolean') return t(value ? 'rules.on' : 'rules.off')
    if (value === null || value === undefined) return t('rules.noCap')
    return field === 'amount' || field === 'dailyCap' ? amountText(String(value)) : String(value)
  }
  return (
    <li>
      <strong>{change.rule === 'expiry' ? t('rules.expiryOf', { name: word }) : `${event} · ${word}`}</strong>
      {fields.map((field) => (
        <p key={field} className="sy-number">
          {t(`rules.field.${field}`)} {shown(field, change.valueBefore[field])} →{' '}
          {shown(field, change.valueAfter[field])}
        </p>
      ))}
      <div className="sy-flow sy-gap-2 sy-faint">
        <Slot name="member-name" values={{ memberId: change.changedBy }} />
        <DateText value={change.changedAt} />
      </div>
    </li>
  )
}
