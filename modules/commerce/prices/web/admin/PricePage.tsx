import '../parts/price.css'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { MomentField } from '#web/ui/DateFields.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { EditedPrice } from '../../contract/shapes.ts'
import { memberCardType, prices } from '../../contract.ts'
import { draftOf, type PriceDraft, problemsOf, termsOf } from '../parts/draft.ts'
import { TermsLine } from '../parts/PriceCard.tsx'
import { PriceForm } from '../parts/PriceForm.tsx'

interface ItemRef {
  readonly businessType: number
  readonly itemId: string
}

/** The price of one item: for everybody, for organizations and for times, and what it was before. */
export default function PricePage() {
  const t = useText('prices')
  const { businessType = '0', itemId = '' } = useParams()
  const params = { businessType: Number(businessType), itemId }
  const price = useQuery(q(prices.price, { params }))
  if (price.isPending) return <LoadingState rows={6} />
  if (price.isError) return <ErrorState error={price.error} onRetry={() => void price.refetch()} />
  const { itemName, kindName, link, revision } = price.data
  return (
    <>
      <PageHeader
        title={t('page.title', { name: itemName })}
        description={kindName}
        actions={
          <Link className="sy-button" to={link}>
            {t('page.open')}
          </Link>
        }
      />
      <div className="sy-column sy-gap-5">
        <Editor key={revision} item={params} price={price.data} />
        <History item={params} />
      </div>
    </>
  )
}

interface SpecialDraft {
  readonly id: string
  readonly organizationId: string | null
  readonly validFrom: number | null
  readonly validUntil: number | null
  readonly terms: PriceDraft
}

function Editor({ item, price }: { item: ItemRef; price: EditedPrice }) {
  const t = useText('prices')
  const { busy, run } = useAction()
  const [base, setBase] = useState(() => draftOf(price.terms))
  const [specials, setSpecials] = useState<readonly SpecialDraft[]>(() =>
    price.specials.map(({ terms, ...special }) => ({ id: crypto.randomUUID(), ...special, terms: draftOf(terms) })),
  )
  // A member card is bought, and opened by no other card.
  const byCards = item.businessType !== memberCardType
  const [shows, setShows] = useState(false)
  const shown = (draft: PriceDraft) => (shows ? problemsOf(draft) : [])
  const isWrong = [base, ...specials.map(({ terms }) => terms)].some((draft) => problemsOf(draft).length > 0)
  const change = (id: string, changed: Partial<SpecialDraft>) =>
    setSpecials(specials.map((one) => (one.id === id ? { ...one, ...changed } : one)))
  const add = () =>
    setSpecials([
      ...specials,
      { id: crypto.randomUUID(), organizationId: null, validFrom: null, validUntil: null, terms: base },
    ])
  const save = () => {
    setShows(true)
    if (isWrong) return
    const body = {
      terms: termsOf(base),
      specials: specials.map(({ id: _, terms, ...special }) => ({ ...special, terms: termsOf(terms) })),
      revision: price.revision,
    }
    void run(() => call(prices.setPrice, { params: item, body }), { done: t('page.saved') })
  }
  return (
    <div className="sy-column sy-gap-5">
      <section className="sy-card sy-column sy-gap-4" aria-label={t('page.base')}>
        <h2>{t('page.base')}</h2>
        <PriceForm draft={base} problems={shown(base)} onChange={setBase} byCards={byCards} />
      </section>
      {specials.map((special, place) => (
        <section
          key={special.id}
          className="sy-card sy-column sy-gap-4"
          aria-label={t('page.special', { place: place + 1 })}
        >
          <header className="sy-row sy-apart">
            <h2>{t('page.special', { place: place + 1 })}</h2>
            <Button
              icon={<Icon name="delete" size={16} />}
              onClick={() => setSpecials(specials.filter(({ id }) => id !== special.id))}
            >
              {t('page.remove')}
            </Button>
          </header>
          <div className="sy-row sy-wrap sy-gap-4">
            <div className="sy-column sy-gap-1">
              {t('page.organization')}
              <OrganizationPicker
                allowClear
                label={t('page.everybody')}
                value={special.organizationId ?? undefined}
                onChange={(chosen?: string) => change(special.id, { organizationId: chosen ?? null })}
              />
            </div>
            {(['validFrom', 'validUntil'] as const).map((field) => (
              <div key={field} className="sy-column sy-gap-1">
                {t(`page.${field}`)}
                <MomentField
                  aria-label={t(`page.${field}`)}
                  value={special[field]}
                  onChange={(instant) => change(special.id, { [field]: instant })}
                />
              </div>
            ))}
          </div>
          <PriceForm
            draft={special.terms}
            problems={shown(special.terms)}
            onChange={(terms) => change(special.id, { terms })}
            byCards={byCards}
          />
        </section>
      ))}
      <div className="sy-row sy-wrap sy-gap-3">
        <Button type="primary" loading={busy} onClick={save}>
          {t('page.save')}
        </Button>
        <Button icon={<Icon name="plus" size={16} />} onClick={add}>
          {t('page.addSpecial')}
        </Button>
        {shows && isWrong && (
          <span role="alert" className="sy-problem">
            {t('page.wrong')}
          </span>
        )}
      </div>
      <p className="sy-faint">{t('page.hint')}</p>
    </div>
  )
}

function History({ item }: { item: ItemRef }) {
  const t = useText('prices')
  const paging = usePaging(10)
  const query = { page: paging.page, pageSize: paging.pageSize }
  const { data } = useQuery(q(prices.priceHistory, { params: item, query }, { quiet: true }))
  if (!data || data.recordCount === 0) return null
  return (
    <section className="sy-card sy-column sy-gap-3" aria-label={t('history.title')}>
      <h2>{t('history.title')}</h2>
      <ul className="sy-plain-list sy-column sy-gap-4">
        {data.items.map(
          ({ id, terms, organizationName, validFrom, validUntil, createdAt, createdByName, replacedAt }) => (
            <li key={id}>
              <TermsLine terms={terms} />
              <small className="sy-faint">
                <DateText value={createdAt} /> · {createdByName} ·{' '}
                {replacedAt === null ? t('history.current') : <DateText value={replacedAt} />}
                {organizationName !== null && ` · ${organizationName}`}
                {validFrom !== null && (
                  <>
                    {' '}
                    · {t('page.validFrom')} <DateText value={validFrom} />
                  </>
                )}
                {validUntil !== null && (
                  <>
                    {' '}
                    · {t('page.validUntil')} <DateText value={validUntil} />
                  </>
                )}
              </small>
            </li>
          ),
        )}
      </ul>
      <Pager paging={paging} recordCount={data.recordCount} />
    </section>
  )
}
