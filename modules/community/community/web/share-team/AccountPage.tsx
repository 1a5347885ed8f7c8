import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Slot } from '#web/slots.tsx'
import { usePageTitle } from '#web/title.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { community } from '../../contract.ts'
import { AccountHeader } from '../parts/AccountHeader.tsx'
import { communityPaths, currentTeam, keepTeam } from '../paths.ts'

/** A share account. Without an id: the current team, else the first of the member's accounts (COMMUNITY-011, 012). */
export default function AccountPage() {
  const t = useText('community')
  const { id: named } = useParams()
  const accounts = useQuery(q(community.myAccounts))
  const items = accounts.data?.items ?? []
  const kept = items.find((account) => account.id === currentTeam())?.id
  const id = named ?? kept ?? items[0]?.id
  const account = useQuery({ ...q(community.account, { query: { id: id ?? '' } }), enabled: id !== undefined })
  const mine = account.data?.currentMember ? account.data.id : undefined
  useEffect(() => {
    if (mine !== undefined) keepTeam(mine)
  }, [mine])
  usePageTitle(account.data?.name)
  if (accounts.isError || account.isError) {
    return <ErrorState onRetry={() => void Promise.all([accounts.refetch(), account.refetch()])} />
  }
  if (accounts.isPending) return <LoadingState rows={6} />
  if (id === undefined) {
    return (
      <EmptyState
        page
        title={t('account.none')}
        description={t('account.noneDescription')}
        action={
          <Link className="sy-button" to={communityPaths.kinds()}>
            {t('account.begin')}
          </Link>
        }
      />
    )
  }
  if (!account.data) return <LoadingState rows={6} />
  const others = items.filter((one) => one.id !== account.data.id)
  return (
    <>
      <AccountHeader account={account.data} />
      <Slot
        name="share-account"
        values={{ accountId: account.data.id, isMember: account.data.currentMember !== null }}
      />
      {others.length > 0 && (
        <section className="sy-section" aria-labelledby="others-title">
          <div className="sy-section-head">
            <h2 id="others-title">{t('account.others')}</h2>
          </div>
          <ul className="sy-grid sy-gap-3 cm-accounts">
            {others.map((one) => (
              <li key={one.id}>
                <Link className="sy-box sy-row sy-gap-3 cm-account" to={communityPaths.account(one.id)}>
                  <Avatar name={one.name} path={one.headPortraitPath} size={44} />
                  <strong>
                    {one.name}
                    <span>{t(`maps.enjoy-type.${one.enjoyType}`)}</span>
                  </strong>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="sy-row sy-wrap sy-gap-4">
        <Link to={communityPaths.kinds()}>{t('account.more')}</Link>
        <Link to={communityPaths.experts()}>{t('experts.title')}</Link>
      </p>
    </>
  )
}
