import { Link } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { TrendItem } from '../../contract/shapes.ts'
import { ask } from '../../contract.ts'
import { Scrolled, useScroll } from '../parts/Scrolled.tsx'
import { WriterLine } from '../parts/WriterLine.tsx'
import { askPaths } from '../paths.ts'
import '../parts/ask.css'

/** What the followed experts have asked and answered. */
export default function TrendsPage() {
  const t = useText('ask')
  const scroll = useScroll<TrendItem>(ask.expertTrends, ['trends'], (lastId) =>
    call(ask.expertTrends, { query: lastId === undefined ? {} : { lastId } }, { cache: 0, quiet: true }),
  )
  return (
    <>
      <PageHeader
        title={t('trends.title')}
        description={t('trends.description')}
        back={<Link to={askPaths.home}>{t('home.title')}</Link>}
      />
      <Scrolled
        name="trends"
        scroll={scroll}
        label={t('trends.title')}
        empty={{ title: t('trends.none'), description: t('trends.noneHint') }}
        row={(item) => <Trend key={item.id} item={item} />}
      />
    </>
  )
}

function Trend({ item }: { readonly item: TrendItem }) {
  const t = useText('ask')
  const isAnswer = item.kind === 'answer'
  return (
    <li className="ask-row">
      <div className="ask-row-body">
        <WriterLine writer={item.author} note={<DateText value={item.createTime} style="relative" />} />
        <h3>
          <span className="sy-note">{t(`trends.${item.kind}`)}</span>{' '}
          <Link to={isAnswer ? askPaths.answer(item.questionId, item.id) : askPaths.question(item.id)}>
            {item.title}
          </Link>
        </h3>
        {item.excerpt !== '' && <p className="ask-excerpt">{item.excerpt}</p>}
        {isAnswer && item.accepted && <span className="ask-tag">{t('answer.accepted')}</span>}
      </div>
    </li>
  )
}
