import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'

type Vote = -1 | 0 | 1

interface Props {
  readonly score: number
  readonly ownVote: Vote
  readonly disabled: boolean
  readonly onVote: (value: Vote) => Promise<unknown>
}

/** Up, score, down. The vote shows at once; pressed again, it is taken back. */
export function VoteBox({ score, ownVote, disabled, onVote }: Props) {
  const t = useText('ask')
  const [wanted, setWanted] = useState<Vote>()
  const { run } = useAction()
  const vote = wanted ?? ownVote
  const choose = (value: 1 | -1) => {
    const next = vote === value ? 0 : value
    setWanted(next)
    void run(() => onVote(next), { after: () => setWanted(undefined) })
  }
  const button = (value: 1 | -1, label: string, icon: 'chevron-up' | 'chevron-down') => (
    <button
      type="button"
      aria-label={label}
      title={disabled ? t('vote.own') : label}
      aria-pressed={vote === value}
      disabled={disabled}
      onClick={() => choose(value)}
    >
      <Icon name={icon} />
    </button>
  )
  return (
    <fieldset className="ask-vote" aria-label={t('vote.title')}>
      {button(1, t('vote.up'), 'chevron-up')}
      <output aria-live="polite">{score - ownVote + vote}</output>
      {button(-1, t('vote.down'), 'chevron-down')}
    </fieldset>
  )
}
