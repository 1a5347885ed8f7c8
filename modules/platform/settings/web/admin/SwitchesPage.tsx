import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, q, queryClient } from '#web/api/query.ts'
import { useLanguage } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SaveBar } from '#web/ui/SaveBar.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useLeaveGuard } from '#web/ui/use-leave-guard.tsx'
import { type Rule, settings } from '../../contract.ts'
import { refreshLook } from '../look.ts'
import { type Drafts, waitingRules, withField, withoutSaved } from './drafts.ts'
import { HistoryDrawer } from './HistoryDrawer.tsx'
import { RuleCard } from './RuleCard.tsx'
import { consequenceOf, faultOf, fieldLabel, matches } from './rule-text.ts'
import { useRuleText } from './use-rule-text.ts'
import './switches.css'

const PANEL = 'switches-panel'

/** Every rule that an administrator can set: what it does, its value, who changed it when (SYSTEM-047). */
export default function SwitchesPage() {
  const t = useRuleText()
  const [search, setSearch] = useState('')
  const [group, setGroup] = useState('all')
  const [openKey, setOpenKey] = useState<string>()
  const rules = useQuery(q(settings.listRules))
  const items = rules.data?.items ?? []
  const saving = useSaving(items)
  const groups = [...new Set(items.map((rule) => rule.group))]
  const shown = items.filter((rule) => (group === 'all' || rule.group === group) && matches(t, rule, search))
  const shownGroups = groups.filter((name) => shown.some((rule) => rule.group === name))
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
                <RuleCard
                  key={rule.key}
                  rule={rule}
                  draft={saving.drafts[rule.key] ?? {}}
                  onDraft={(field, value) => saving.set(rule, field, value)}
                  onChanged={keepRule}
                  onHistory={() => setOpenKey(rule.key)}
                />
              ))}
          </section>
        ))}
      </div>
      {saving.bar}
      <HistoryDrawer rule={items.find((rule) => rule.key === openKey)} onClose={() => setOpenKey(undefined)} />
    </>
  )
}

function keepRule(changed: Rule): void {
  queryClient.setQueryData(q(settings.listRules).queryKey, (before) =>
    before ? { ...before, items: before.items.map((rule) => (rule.key === changed.key ? changed : rule)) } : before,
  )
  if (changed.key === 'ADMIN_LOGO') refreshLook(changed.value)
}

/** What is changed and not saved, and the bar that saves it; changes with a consequence are asked about. */
function useSaving(items: readonly Rule[]) {
  const t = useRuleText()
  const words = { t, language: useLanguage() }
  const [drafts, setDrafts] = useState<Drafts>({})
  const { busy, run } = useAction()
  const waiting = waitingRules(items, drafts)
  const changes = waiting.flatMap(({ rule, draft }) =>
    rule.fields
      .filter(({ name }) => name in draft)
      .map((field) => ({ rule, field, before: rule.value[field.name], after: draft[field.name] })),
  )
  const guard = useLeaveGuard(changes.length > 0)
  const wrong = changes.find(({ field, after }) => faultOf(words, field, after) !== undefined)
  const save = () =>
    run(
      async () => {
        for (const { rule, draft } of waiting) {
          keepRule(await call(settings.changeRule, { params: { key: rule.key }, body: { value: { ...draft } } }))
          setDrafts((now) => withoutSaved(now, rule.key, draft))
        }
      },
      { done: t('switches.saved') },
    )
  const serious = changes.flatMap((change) => {
    const consequence = consequenceOf(t, change.rule.key, change.field, change)
    return consequence === undefined ? [] : [{ name: fieldLabel(t, change.rule.key, change.field.name), consequence }]
  })
  const bar = (
    <>
      <SaveBar
        count={changes.length}
        fault={wrong && t('switches.wrongAt', { name: fieldLabel(t, wrong.rule.key, wrong.field.name) })}
        serious={serious}
        busy={busy}
        onSave={() => void save()}
        onDiscard={() => setDrafts({})}
      />
      {guard.holder}
    </>
  )
  const set = (rule: Rule, field: string, value: unknown) =>
    setDrafts((before) => withField(before, rule, field, value))
  return { drafts, set, bar }
}
