import { Button } from 'antd'
import { type CSSProperties, useId, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Poll } from '../../contract/shapes.ts'
import { useRoomSession } from '../connection/room-session.ts'
import { useAction, useAllowed } from '../connection/use-request.ts'
import { useRoom, useRoomStore } from '../state/room-store.ts'
import { sharesOf } from './poll-shares.ts'

/** A poll: open, answered, or with its result; moderators see all of it at once. */
export function PollCard({ poll }: { poll: Poll }) {
  const t = useText('rooms')
  const { request } = useRoomSession()
  const [busy, run] = useAction()
  const { id, state } = poll
  const answer = useRoom((view) => view.answers.find((one) => one.pollId === id)?.options)
  const leads = useAllowed('poll.publish')
  // Moderators see the growing bars instead.
  const answers = useAllowed('poll.answer') && !leads && state === 'open' && answer === undefined
  return (
    <article className="room-poll" data-poll={id} data-state={state}>
      <p className="room-poll-head">
        <span className="room-poll-kind">{t(`polls.${poll.kind}`)}</span>
        <span className="room-poll-state">{t(`polls.state.${state}`)}</span>
      </p>
      <h3>{poll.question}</h3>
      {answers ? <Ballot poll={poll} /> : <Result poll={poll} answer={answer} />}
      <p className="room-poll-foot sy-number">
        {t('polls.answered', { count: poll.answered })}
        {answer !== undefined && poll.counts === null && ` · ${t('polls.waitForResult')}`}
      </p>
      {leads && state !== 'published' && (
        <p className="sy-actions">
          {state === 'open' && (
            <Button size="small" disabled={busy} onClick={() => void run(() => request('poll.close', { id }))}>
              {t('polls.close')}
            </Button>
          )}
          <Button
            size="small"
            type="primary"
            disabled={busy}
            onClick={() => void run(() => request('poll.publish', { id }))}
          >
            {t('polls.publish')}
          </Button>
        </p>
      )}
    </article>
  )
}

function Ballot({ poll }: { poll: Poll }) {
  const t = useText('rooms')
  const store = useRoomStore()
  const { request } = useRoomSession()
  const [busy, run] = useAction()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const name = useId()
  const toggle = (option: number) => {
    if (!poll.multiple) return setChosen([option])
    setChosen(chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option])
  }
  const send = () =>
    run(async () => {
      const options = [...chosen].sort((a, b) => a - b)
      await request('poll.answer', { id: poll.id, options })
      store.change((view) => ({ ...view, answers: [...view.answers, { pollId: poll.id, options }] }))
    })
  return (
    <form
      className="room-ballot"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <fieldset>
        <legend className="sy-visually-hidden">{poll.question}</legend>
        {poll.options.map((option, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place.
          <label key={at}>
            <input
              type={poll.multiple ? 'checkbox' : 'radio'}
              name={name}
              checked={chosen.includes(at)}
              onChange={() => toggle(at)}
            />
            {option}
          </label>
        ))}
      </fieldset>
      <Button htmlType="submit" type="primary" block loading={busy} disabled={chosen.length === 0}>
        {t('polls.send')}
      </Button>
    </form>
  )
}

function Result({ poll, answer }: { poll: Poll; answer: readonly number[] | undefined }) {
  const t = useText('rooms')
  const shares = poll.counts && sharesOf(poll.counts, poll.answered, poll.multiple)
  return (
    <ul className="room-bars">
      {poll.options.map((option, at) => {
        const share = shares?.[at]
        const right = poll.correct?.includes(at) ?? false
        const mine = answer?.includes(at) ?? false
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place.
            key={at}
            data-right={right}
            data-mine={mine}
            style={{ '--room-share': `${share?.percent ?? 0}%` } as CSSProperties}
          >
            <span className="room-bar-text">
              {option}
              {right && <Icon name="check" size={15} label={t('polls.right')} />}
              {mine && <span className="room-bar-mine">{t('polls.mine')}</span>}
            </span>
            {share && (
              <span className="sy-number">
                {share.percent}% <span className="sy-faint">{share.count}</span>
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
