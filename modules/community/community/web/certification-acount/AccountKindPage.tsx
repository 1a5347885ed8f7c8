import '../parts/community.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { community } from '../../contract.ts'
import { communityPaths, keepTeam } from '../paths.ts'

const kinds = [
  { enjoyType: 0, icon: 'user' },
  { enjoyType: 1, icon: 'users' },
  { enjoyType: 2, icon: 'organization' },
] as const

/** The kinds of share accounts, the state of the application, and joining a team (COMMUNITY-007). */
export default function AccountKindPage() {
  const t = useText('community')
  const { can } = useSession()
  const state = useQuery(q(community.applicationState))
  const own = useQuery(q(community.hasAccount))
  const accounts = useQuery(q(community.myAccounts))
  if (state.isError || own.isError || accounts.isError) {
    const again = () => void Promise.all([state.refetch(), own.refetch(), accounts.refetch()])
    return <ErrorState onRetry={again} />
  }
  if (!state.data || !own.data || !accounts.data) return <LoadingState rows={6} />
  const { result, name, opinion, applyTime } = state.data
  const pending = result === 4
  return (
    <>
      <PageHeader
        back={<Link to={communityPaths.account()}>{t('kinds.mine')}</Link>}
        title={t('kinds.title')}
        description={t('kinds.description')}
      />
      {pending && (
        <section className="cm-notice" aria-live="polite">
          <strong>{t('kinds.pending', { name })}</strong>
          {applyTime !== null && (
            <p>
              {t('kinds.appliedAt')} <DateText value={applyTime} />
            </p>
          )}
        </section>
      )}
      {result === 0 && (
        <section className="cm-notice">
          <strong>{t('kinds.refused', { name })}</strong>
          {opinion !== '' && <p>{t('kinds.reason', { opinion })}</p>}
        </section>
      )}
      {accounts.data.items.length > 0 && (
        <section aria-label={t('kinds.mine')}>
          <div className="sy-section-head">
            <h2>{t('kinds.mine')}</h2>
          </div>
          <ul className="sy-grid sy-gap-3 cm-accounts">
            {accounts.data.items.map((account) => (
              <li key={account.id}>
                <Link className="sy-box sy-row sy-gap-3 cm-account" to={communityPaths.account(account.id)}>
                  <Avatar name={account.name} path={account.headPortraitPath} size={44} />
                  <strong>
                    {account.name}
                    <span>
                      {t(`maps.enjoy-type.${account.enjoyType}`)} ·{' '}
                      {t(`maps.member-type.${account.currentMember?.memberType ?? 2}`)}
                    </span>
                  </strong>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <ul className="sy-grid sy-gap-4 cm-kinds">
        {kinds
          .filter(({ enjoyType }) => enjoyType !== 2 || can('organization.manage'))
          .map(({ enjoyType, icon }) => {
            const had = enjoyType === 0 && own.data.flag
            return (
              <li key={enjoyType}>
                <section className="sy-card sy-column sy-gap-3 cm-kind" aria-labelledby={`kind-${enjoyType}`}>
                  <span className="cm-kind-icon">
                    <Icon name={icon} size={28} />
                  </span>
                  <h2 id={`kind-${enjoyType}`}>{t(`kinds.kind.${enjoyType}.title`)}</h2>
                  <p>{t(`kinds.kind.${enjoyType}.text`)}</p>
                  {had || pending ? (
                    <Button disabled>{t(had ? 'kinds.had' : 'kinds.waits')}</Button>
                  ) : (
                    <Link className="sy-button" to={communityPaths.application(enjoyType)}>
                      {t('kinds.apply')}
                    </Link>
                  )}
                </section>
              </li>
            )
          })}
      </ul>
      <Join />
    </>
  )
}

/** Joins a team by its invitation code (COMMUNITY-068). */
function Join() {
  const t = useText('community')
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const { busy, run } = useAction()
  const join = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '' || busy) return
    return run(
      async () => {
        const { id } = await call(community.join, { body: { code } })
        keepTeam(id)
        void navigate(communityPaths.account(id))
      },
      { done: t('join.done') },
    )
  }
  return (
    <section className="sy-card sy-column sy-gap-3 cm-kind" aria-labelledby="join-title">
      <h2 id="join-title">{t('join.title')}</h2>
      <form className="sy-flow sy-gap-3 cm-join" onSubmit={(event) => void join(event)}>
        <label htmlFor="join-code">
          {t('join.code')}
          <Input
            id="join-code"
            value={code}
            maxLength={40}
            autoComplete="off"
            style={{ width: 220 }}
            onChange={({ target }) => setCode(target.value)}
          />
        </label>
        <Button type="primary" htmlType="submit" loading={busy} disabled={code.trim() === ''}>
          {t('join.button')}
        </Button>
      </form>
    </section>
  )
}
