import '../parts/cards.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { BuyBox } from '#modules/commerce/orders/web.tsx'
import { memberCardType } from '#modules/commerce/prices/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import type { MemberCard } from '../../contract/shapes.ts'
import { cards } from '../../contract.ts'
import { CardFace } from '../parts/CardFace.tsx'
import { cardPaths } from '../paths.ts'

/** A card before it is bought, and for who holds it (COMMERCE-002): what it promises, costs and opens. */
export default function CardPage() {
  const { id = '' } = useParams()
  const card = useQuery(q(cards.memberCard, { params: { id } }))
  if (card.isPending) return <LoadingState rows={6} />
  if (card.isError) return <ErrorState page error={card.error} onRetry={() => void card.refetch()} />
  return <Preview key={id} card={card.data} onBought={() => void card.refetch()} />
}

function Preview({ card, onBought }: { card: MemberCard; onBought: () => void }) {
  const t = useText('cards')
  const { id, name, promise, status, isOwned } = card
  return (
    <>
      <PageHeader title={name} back={<Link to={cardPaths.list}>{t('list.title')}</Link>} />
      <div className="sy-column sy-gap-5">
        <section className="sy-card mc-preview" aria-label={name}>
          <CardFace {...card} />
          <div className="sy-column sy-gap-4">
            {promise !== '' && <p className="mc-promise">{promise}</p>}
            {isOwned && <p>{t('preview.owned')}</p>}
            {!isOwned && status === 'on-sale' && (
              <BuyBox businessType={memberCardType} itemId={id} name={name} onBought={onBought} />
            )}
            {!isOwned && status !== 'on-sale' && <p>{t(`preview.${status}`)}</p>}
            <small className="sy-faint">{t('preview.refund')}</small>
          </div>
        </section>
        <Opened id={id} />
      </div>
    </>
  )
}

/** What the card opens, as far as the member may see it. */
function Opened({ id }: { id: string }) {
  const t = useText('cards')
  const paging = usePaging(10)
  const query = { page: paging.page, pageSize: paging.pageSize }
  const list = useQuery({
    ...q(cards.memberCardItems, { params: { id }, query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (list.isPending) return <LoadingState rows={3} />
  if (list.isError) return <ErrorState small error={list.error} onRetry={() => void list.refetch()} />
  const { items, recordCount } = list.data
  const hidden = Math.min(paging.pageSize, recordCount - (paging.page - 1) * paging.pageSize) - items.length
  return (
    <section className="sy-card sy-column sy-gap-3" aria-label={t('opened.title')}>
      <h2>{t('opened.title')}</h2>
      {recordCount === 0 && <p className="sy-faint">{t('opened.none')}</p>}
      <ul className="sy-plain-list sy-column sy-gap-3">
        {items.map(({ id: itemId, businessType, name, kindName, link }) => (
          <li key={`${businessType} ${itemId}`}>
            <Link to={link}>{name}</Link> <small className="sy-faint">{kindName}</small>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="sy-faint">{t('opened.hidden', { count: hidden })}</p>}
      <Pager paging={paging} recordCount={recordCount} />
    </section>
  )
}
