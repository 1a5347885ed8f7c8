import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { checkTexts } from '#modules/platform/words/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { SEARCH_DEBOUNCE_MS } from '#web/ui/timing.ts'
import { useAction } from '#web/ui/use-action.ts'
import { HOT_PAGE_SIZE, TOPIC_NAME_MAX } from '../../contract/topics.ts'
import { topics } from '../../contract.ts'
import type { ChosenTopic } from './chosen-topic.ts'

interface Props {
  readonly value: readonly ChosenTopic[]
  readonly max: number
  readonly forLearners: boolean
  readonly labelledBy: string | undefined
  readonly disabled: boolean
  readonly onAdd: (topic: ChosenTopic) => void
  readonly onRemove: (id: string) => void
  /** The offers are always in sight: in the sheet of a phone. */
  readonly open?: boolean
}

/** What is offered for the typed text: the most used, page by page, or those that are named so. */
function useOffers(text: string, forLearners: boolean, page: number, enabled: boolean) {
  const name = text.trim()
  const [searched, setSearched] = useState(name)
  useEffect(() => {
    const timer = setTimeout(() => setSearched(name), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [name])
  const byPage = useQuery({
    ...q(topics.selectTopicPages, { query: { page, pageSize: HOT_PAGE_SIZE, name: searched } }, { quiet: true }),
    enabled: enabled && !forLearners,
    placeholderData: (last) => last,
  })
  const front = useQuery({
    ...q(topics.selectFrontTopics, { query: { name: searched } }, { quiet: true }),
    enabled: enabled && forLearners,
    placeholderData: (last) => last,
  })
  if (!forLearners) return { items: byPage.data?.items ?? [], recordCount: byPage.data?.recordCount ?? 0 }
  const all = front.data?.items ?? []
  return { items: all.slice((page - 1) * HOT_PAGE_SIZE, page * HOT_PAGE_SIZE), recordCount: all.length }
}

/** The field and its offers: a combobox. Enter takes the marked offer, or adds what was typed (SYSTEM-167). */
export function TopicBox({ value, max, forLearners, labelledBy, disabled, onAdd, onRemove, open = false }: Props) {
  const t = useText('topics')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [expanded, setExpanded] = useState(open)
  const [page, setPage] = useState(1)
  const [marked, setMarked] = useState(-1)
  const { busy, run } = useAction()
  const shown = open || expanded
  const { items, recordCount } = useOffers(text, forLearners, page, shown)
  const offers = items.filter((offer) => !value.some((topic) => topic.id === offer.id))
  const typed = text.trim()
  const isTooLong = [...typed].length > TOPIC_NAME_MAX
  const pages = Math.ceil(recordCount / HOT_PAGE_SIZE)

  const reset = () => {
    setText('')
    setPage(1)
    setMarked(-1)
    input.current?.focus()
  }
  const take = (topic: ChosenTopic) => {
    onAdd(topic)
    reset()
  }
  const addTyped = () => {
    if (typed === '' || busy) return
    if (isTooLong) return notify('error', t('chooser.tooLong', { max: TOPIC_NAME_MAX }))
    const known = [...offers, ...value].find(({ name }) => name === typed)
    if (known) return take(known)
    return run(async () => {
      if ((await checkTexts({ name: typed })).size > 0) return
      take(await call(topics.quickAddTopic, { body: { name: typed } }))
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const offer = offers[marked]
    if (event.key === 'Enter') {
      event.preventDefault()
      if (offer) take(offer)
      else void addTyped()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setExpanded(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (offers.length > 0)
        setMarked((marked + step + offers.length + (marked < 0 && step < 0 ? 1 : 0)) % offers.length)
    } else if (event.key === 'Backspace' && text === '') {
      const last = value.at(-1)
      if (last) onRemove(last.id)
    } else if (event.key === 'Escape' && expanded && !open) {
      event.stopPropagation()
      setExpanded(false)
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus has left the parts inside.
    <div
      className="topic-box"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setExpanded(false)}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the input goes into it; keys are there already. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above. */}
      <div className="sy-row sy-wrap topic-field" onClick={() => input.current?.focus()}>
        <ul className="sy-flow sy-plain-list topic-chips" aria-label={t('chooser.chosen')}>
          {value.map((topic) => (
            <li key={topic.id} className="sy-inline topic-tag">
              {topic.name}
              <button
                type="button"
                aria-label={t('chooser.remove', { name: topic.name })}
                disabled={disabled}
                onClick={() => onRemove(topic.id)}
              >
                <Icon name="close" size={12} />
              </button>
            </li>
          ))}
        </ul>
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-labelledby={labelledBy}
          aria-label={labelledBy ? undefined : t('chooser.label')}
          aria-describedby={`${id}-count`}
          aria-expanded={shown && offers.length > 0}
          aria-controls={`${id}-offers`}
          aria-autocomplete="list"
          aria-activedescendant={offers[marked] ? `${id}-${marked}` : undefined}
          aria-invalid={isTooLong}
          autoComplete="off"
          enterKeyHint="done"
          disabled={disabled}
          placeholder={value.length === 0 ? t('chooser.placeholder') : undefined}
          value={text}
          onFocus={() => setExpanded(true)}
          onChange={(event) => {
            setText(event.target.value)
            setPage(1)
            setMarked(-1)
            setExpanded(true)
          }}
          onKeyDown={onKeyDown}
        />
        <span id={`${id}-count`} className="sy-note-tiny topic-count sy-number">
          <span className="sy-visually-hidden">{t('chooser.count', { count: value.length, max })}</span>
          <span aria-hidden="true">
            {value.length}/{max}
          </span>
        </span>
      </div>
      {shown && (
        <div className={open ? 'topic-offers' : 'topic-offers topic-offers-floating'}>
          <p className="sy-row sy-apart sy-note topic-offers-head">
            <span>{t(typed === '' ? 'chooser.hot' : 'chooser.found')}</span>
            {pages > 1 && (
              <button type="button" className="sy-inline topic-next" onClick={() => setPage((page % pages) + 1)}>
                <Icon name="refresh" size={14} /> {t('chooser.next')}
              </button>
            )}
          </p>
          <div id={`${id}-offers`} role="listbox" aria-label={t('chooser.offers')} className="sy-flow topic-offer-list">
            {offers.map((offer, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and names the marked option.
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the input's.
              <span
                key={offer.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === marked}
                className="topic-offer"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => take(offer)}
              >
                {offer.name}
              </span>
            ))}
          </div>
          {offers.length === 0 && typed === '' && <p className="topic-none">{t('chooser.none')}</p>}
          {typed !== '' && !offers.some(({ name }) => name === typed) && (
            <button
              type="button"
              className="sy-inline topic-new"
              disabled={busy || isTooLong}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => void addTyped()}
            >
              <Icon name="plus" size={16} />
              {isTooLong ? t('chooser.tooLong', { max: TOPIC_NAME_MAX }) : t('chooser.add', { name: typed })}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
