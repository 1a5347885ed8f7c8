import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q, queryClient } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { type Rule, settings } from '../../contract.ts'
import { refreshLook } from '../look.ts'
import { HistoryDrawer } from './HistoryDrawer.tsx'
import { RuleCard } from './RuleCard.tsx'
import { matches } from './rule-text.ts'
import './switches.css'

const PANEL = 'switches-panel'

/** Every rule that an administrator can set: what it does, its value, who changed it when (SYSTEM-047). */
export default function SwitchesPage() {
  const t = useText('settings')
  const [search, setSearch] = useState('')
  const [group, setGroup] = useState('all')
  const [openKey, setOpenKey] = useState<string>()
  const rules = useQuery(q(settings.listRules))
  const items = rules.data?.items ?? []
  const groups = [...new Set(items.map((rule) => rule.group))]
  const shown = items.filter((rule) => (group === 'all' || rule.group === group) && matches(t, rule, search))
  const shownGroups = groups.filter((name) => shown.some((rule) => rule.group === name))

  const onChanged = (changed: Rule) => {
    queryClient.setQueryData(q(settings.listRules).queryKey, (before) =>
      before ? { ...before, items: before.items.map((rule) => (rule.key === changed.key ? changed : rule)) } : before,
    )
    if (changed.key === 'ADMIN_LOGO') refreshLook(changed.value)
  }

  return (
    <>
      <PageHeader
        title={t('switches.title')}
        description={t('switches.description')}
        actions={<SearchBox label={t('switches.search')} onSearch={setSearch} />}
      />
      <TabBar
        label={t('switches.groups')}
        tabs={[
          { key: 'all', title: t('switches.all') },
          ...groups.map((name) => ({ key: name, title: t(`groups.${name}`) })),
        ]}
        active={group}
        onChange={setGroup}
        panelId={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-label={t(group === 'all' ? 'switches.all' : `groups.${group}`)}>
        {rules.isPending && <LoadingState shape="cards" rows={6} />}
        {rules.isError && <ErrorState error={rules.error} onRetry={() => void rules.refetch()} />}
        {rules.isSuccess && shown.length === 0 && (
          <EmptyState title={t('switches.noMatch')} description={t('switches.noMatchHint')} />
        )}
        {shownGroups.map((name) => (
          <section key={name} className="switches-group">
            <h2>{t(`groups.${name}`)}</h2>
            {shown
              .filter((rule) => rule.group === name)
              .map((rule) => (
                <RuleCard key={rule.key} rule={rule} onChanged={onChanged} onHistory={() => setOpenKey(rule.key)} />
              ))}
          </section>
        ))}
      </div>
      <HistoryDrawer rule={items.find((rule) => rule.key === openKey)} onClose={() => setOpenKey(undefined)} />
    </>
  )
}
