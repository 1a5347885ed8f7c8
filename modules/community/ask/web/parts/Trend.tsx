import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import type { TrendItem } from '../../contract/shapes.ts'
import { askPaths } from '../paths.ts'
import { WriterLine } from './WriterLine.tsx'

/** A question or an answer of an expert, in a list of what is new. */
export function Trend({ item }: { readonly item: TrendItem }) {
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
