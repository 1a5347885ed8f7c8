import '../parts/contents.css'
import './manage.css'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { community } from '#modules/community/community/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { contentPaths } from '../paths.ts'
import { DraftList } from './DraftList.tsx'
import { ManagedList, type ManagedState } from './ManagedList.tsx'

const PANEL = 'managed-contents'
const tabs = ['active', 'review', 'rejected', 'scheduled', 'closed', 'drafts'] as const
type Tab = (typeof tabs)[number]

const writing = [
  [1, 'write.article', 'edit'],
  [2, 'write.video', 'video'],
  [3, 'write.file', 'file'],
] as const

/** What an author has published, drafted and submitted, and what can be written next (COMMUNITY-015). */
export default function ManagePage() {
  const t = useText('contents')
  const accounts = useQuery(q(community.myAccounts))
  const [query, setQuery] = useSearchParams()
  const [chosen, setChosen] = useState<string>()
  const tab: Tab = tabs.find((one) => one === query.get('state')) ?? 'active'
  if (accounts.isPending) return <LoadingState rows={8} />
  if (!accounts.data) return <ErrorState page error={accounts.error} onRetry={() => void accounts.refetch()} />
  const own = accounts.data.items
  const wanted = chosen ?? query.get('account')
  const account = own.find(({ id }) => id === wanted) ?? own[0]
  if (!account)
    return (
      <EmptyState
        page
        title={t('write.noAccount')}
        description={t('write.noAccountHint')}
        action={
          <Link className="sy-button" to={contentPaths.apply()}>
            {t('write.apply')}
          </Link>
        }
      />
    )
  return (
    <>
      <PageHeader
        title={t('manage.title')}
        description={t('manage.description')}
        back={<Link to={contentPaths.home()}>{t('home.title')}</Link>}
        actions={
          own.length > 1 && (
            <Select
              aria-label={t('manage.account')}
              value={account.id}
              options={own.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={setChosen}
            />
          )
        }
      />
      {account.frozen ? (
        <p className="sy-callout">{t('write.frozen')}</p>
      ) : (
        <nav className="ct-write" aria-label={t('home.write')}>
          {writing.map(([type, title, icon]) => (
            <Link key={type} className="sy-box sy-row sy-gap-3" to={contentPaths.write(type, { account: account.id })}>
              <Icon name={icon} size={22} />
              <strong>{t(title)}</strong>
            </Link>
          ))}
        </nav>
      )}
      <TabBar
        label={t('manage.states')}
        tabs={tabs.map((key) => ({ key, title: t(`manage.${key}`) }))}
        active={tab}
        onChange={(key) => setQuery({ state: key }, { replace: true })}
        panelId={PANEL}
      />
      <div id={PANEL} role="tabpanel" className="ct-panel">
        {tab === 'drafts' ? (
          <DraftList accountId={account.id} />
        ) : (
          <ManagedList key={`${account.id} ${tab}`} accountId={account.id} state={tab satisfies ManagedState} />
        )}
      </div>
    </>
  )
}
