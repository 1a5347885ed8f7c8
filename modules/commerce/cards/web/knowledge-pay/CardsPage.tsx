import '../parts/cards.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { memberCardType } from '#modules/commerce/prices/contract.ts'
import { PriceBadge } from '#modules/commerce/prices/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { PurchaseTabs } from '#web/layout/PurchaseTabs.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { cards } from '../../contract.ts'
import { CardFace } from '../parts/CardFace.tsx'
import { cardPaths } from '../paths.ts'

const pageSize = 12

/** The member's own cards, then those that they can buy. */
export default function CardsPage() {
  const t = useText('cards')
  const paging = usePaging(pageSize)
  const query = { page: paging.page, pageSize: paging.pageSize }
  const list = useQuery({ ...q(cards.memberCards, { query }, { quiet: true }), placeholderData: keepPreviousData })
  return (
    <>
      <PurchaseTabs />
      <PageHeader title={t('list.title')} description={t('list.description')} />
      {list.isPending && <LoadingState rows={4} />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.recordCount === 0 && <EmptyState title={t('list.none')} description={t('list.noneHint')} />}
      {list.data && list.data.recordCount > 0 && (
        <>
          <ul className="mc-cards">
            {list.data.items.map((card) => (
              <li key={card.id}>
                <Link to={cardPaths.preview(card.id)}>
                  <CardFace {...card} />
                </Link>
                <PriceBadge businessType={memberCardType} id={card.id} ids={list.data.items.map(({ id }) => id)} />
              </li>
            ))}
          </ul>
          <Pager paging={paging} recordCount={list.data.recordCount} />
        </>
      )}
    </>
  )
}
