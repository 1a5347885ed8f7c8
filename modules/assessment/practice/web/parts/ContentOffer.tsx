import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { practice } from '../../contract.ts'
import { practicePaths } from '../paths.ts'

export interface ContentOfferProps {
  readonly businessType: number
  readonly id: string
}

/** On the page of a course or other content: questions on its topics. Nothing where no practice set has any. */
export default function ContentOffer({ businessType, id }: ContentOfferProps) {
  const t = useText('practice')
  const { data } = useQuery(q(practice.contentSource, { params: { businessType, id } }, { quiet: true }))
  if (!data || data.questionCount === 0) return null
  const { questionCount, answeredCount, wrongCount } = data
  return (
    <section className="sy-box sy-row sy-wrap sy-apart sy-gap-4" aria-labelledby="pr-offer">
      <div>
        <h2 id="pr-offer">{t('offer.content')}</h2>
        <p className="sy-note">
          {t('offer.count', { count: questionCount })}
          {answeredCount > 0 && ` · ${t('offer.answered', { count: answeredCount })}`}
          {wrongCount > 0 && ` · ${t('offer.wrong', { count: wrongCount })}`}
        </p>
      </div>
      <Link className="sy-button sy-button-plain sy-button-small" to={practicePaths.content(businessType, id)}>
        {t('offer.practice')}
      </Link>
    </section>
  )
}
