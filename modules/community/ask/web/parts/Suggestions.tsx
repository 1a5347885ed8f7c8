import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { invitationsMax } from '../../contract/shapes.ts'
import { ask } from '../../contract.ts'
import { askPaths } from '../paths.ts'
import { ExpertCard } from './ExpertCard.tsx'

const pauseMs = 400
const titleLengthMin = 4

/** What was typed, once the writer pauses. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}

interface SimilarProps {
  readonly title: string
  readonly exceptId: string | undefined
}

/** Questions that others have asked already, while one types. */
export function SimilarQuestions({ title, exceptId }: SimilarProps) {
  const t = useText('ask')
  const typed = usePaused(title.trim()).slice(0, 100)
  const query = { title: typed, ...(exceptId !== undefined && { exceptId }) }
  const { data } = useQuery({
    ...q(ask.similarQuestions, { query }, { quiet: true }),
    enabled: [...typed].length >= titleLengthMin,
    placeholderData: keepPreviousData,
  })
  if (!data || data.items.length === 0 || typed === '') return null
  return (
    <section className="sy-box ask-similar" aria-live="polite" aria-label={t('form.similar')}>
      <h2 className="sy-note">{t('form.similar')}</h2>
      <ul className="sy-plain-list sy-column sy-gap-2">
        {data.items.map((item) => (
          <li key={item.id}>
            <Link to={askPaths.question(item.id)} target="_blank">
              {item.title}
            </Link>{' '}
            <small className="sy-note">
              {t(item.hasAccepted ? 'list.solvedBy' : 'list.answered', { count: item.answerCount })}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ExpertsProps {
  readonly topicIds: readonly string[]
  /** The expert whose page led here. */
  readonly wantedId?: string | null
  readonly chosen: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
}

/** Experts who could answer, with their load and their promise. */
export function Experts({ topicIds, wantedId = null, chosen, onChange }: ExpertsProps) {
  const t = useText('ask')
  const { data } = useQuery({
    ...q(ask.suggestedExperts, { query: { topicIds: topicIds.join(',') } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const wanted = useQuery({
    ...q(ask.expert, { params: { id: wantedId ?? '' } }, { quiet: true }),
    enabled: wantedId !== null,
  })
  // Nobody of these topics: somebody may know it nevertheless.
  const ofAllTopics = useQuery({
    ...q(ask.suggestedExperts, { query: {} }, { quiet: true }),
    enabled: topicIds.length > 0 && data?.items.length === 0,
  })
  const suggested = data?.items.length === 0 ? ofAllTopics.data?.items : data?.items
  const others = (suggested ?? []).filter(({ id }) => id !== wantedId)
  const experts = wanted.data?.takesInvitations && !wanted.data.isOwn ? [wanted.data, ...others] : others
  if (suggested === undefined) return null
  if (experts.length === 0) return <p className="sy-note">{t('form.noExperts')}</p>
  const toggle = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    <section className="ask-field" aria-label={t('form.experts')}>
      <span className="ask-label">{t('form.experts')}</span>
      <ul className="sy-plain-list ask-experts">
        {experts.map((expert) => (
          <ExpertCard
            key={expert.id}
            expert={expert}
            action={
              <Checkbox
                checked={chosen.includes(expert.id)}
                disabled={chosen.length >= invitationsMax && !chosen.includes(expert.id)}
                onChange={(event) => toggle(expert.id, event.target.checked)}
              >
                {t('form.invite')}
              </Checkbox>
            }
          />
        ))}
      </ul>
    </section>
  )
}
