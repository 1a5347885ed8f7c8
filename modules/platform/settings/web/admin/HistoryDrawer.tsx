import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { q } from '#web/api/query.ts'
import { useLanguage } from '#web/i18n/texts.ts'
import { Slot } from '#web/slots.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { type Rule, settings } from '../../contract.ts'
import { differing, fieldLabel, valueText } from './rule-text.ts'
import { useRuleText } from './use-rule-text.ts'

/** Who changed the rule when, and from what to what. */
export function HistoryDrawer({ rule, onClose }: { rule: Rule | undefined; onClose: () => void }) {
  const t = useRuleText()
  const name = rule ? t(`rules.${rule.key}.label`) : ''
  return (
    <Drawer open={rule !== undefined} onClose={onClose} title={t('switches.historyOf', { name })} size={440}>
      {rule && <Changes rule={rule} />}
    </Drawer>
  )
}

function Changes({ rule }: { rule: Rule }) {
  const t = useRuleText()
  const words = { t, language: useLanguage() }
  const paging = usePaging()
  const { page, pageSize } = paging
  const changes = useQuery(q(settings.ruleChanges, { params: { key: rule.key }, query: { page, pageSize } }))
  if (changes.isPending) return <LoadingState />
  if (changes.isError) return <ErrorState small error={changes.error} onRetry={() => void changes.refetch()} />
  if (changes.data.recordCount === 0) return <EmptyState small title={t('switches.noHistory')} />
  return (
    <>
      <ol className="sy-plain-list switches-history">
        {changes.data.items.map((change) => (
          <li key={change.id}>
            <p className="sy-note switches-who">
              <DateText value={change.changedAt} /> <Slot name="member-name" values={{ memberId: change.changedBy }} />
            </p>
            {differing(rule.fields, change.valueBefore, change.valueAfter).map((field) => (
              <p key={field.name}>
                {fieldLabel(t, rule.key, field.name)}{' '}
                <del>{valueText(words, rule.key, field, change.valueBefore[field.name])}</del>
                {' → '}
                <ins>{valueText(words, rule.key, field, change.valueAfter[field.name])}</ins>
              </p>
            ))}
          </li>
        ))}
      </ol>
      <Pager paging={paging} recordCount={changes.data.recordCount} />
    </>
  )
}
