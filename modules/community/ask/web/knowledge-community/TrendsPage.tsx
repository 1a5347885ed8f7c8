import { Link } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { TrendItem } from '../../contract/shapes.ts'
import { ask } from '../../contract.ts'
import { Scrolled } from '../parts/Scrolled.tsx'
import { Trend } from '../parts/Trend.tsx'
import { askPaths } from '../paths.ts'
import '../parts/ask.css'

/** What the followed experts have asked and answered. */
export default function TrendsPage() {
  const t = useText('ask')
  const read = (lastId: string | undefined) =>
    call(ask.expertTrends, { query: lastId === undefined ? {} : { lastId } }, { cache: 0, quiet: true })
  return (
    <>
      <PageHeader
        title={t('trends.title')}
        description={t('trends.description')}
        back={<Link to={askPaths.home}>{t('home.title')}</Link>}
      />
      <Scrolled<TrendItem>
        name="ask-trends"
        filters={{}}
        read={read}
        label={t('trends.title')}
        empty={{ title: t('trends.none'), description: t('trends.noneHint') }}
        row={(item) => <Trend key={item.id} item={item} />}
      />
    </>
  )
}
