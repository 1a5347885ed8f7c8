import './following.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { following } from '../contract.ts'

/** Whether the member follows something, and how many do. */
interface FollowState {
  readonly following: boolean
  readonly attentionNum: number
}

export interface FollowButtonProps {
  readonly businessType: number
  readonly businessId: string
  /** What it is called, for screen readers, where several buttons stand in one list. */
  readonly name?: string
  /** The state, where the screen has it already; without it the button asks. */
  readonly state?: FollowState
  /** The number of followers stands elsewhere. */
  readonly hidesCount?: boolean
  readonly onChanged?: (state: FollowState) => void
}

/** Shows at once what was wanted, and takes it back where the server refuses. */
export default function FollowButton(props: FollowButtonProps) {
  const { businessType, businessId, name, state, hidesCount = false, onChanged } = props
  const t = useText('following')
  const query = { businessType, businessId }
  const { data } = useQuery({ ...q(following.attentionState, { query }, { quiet: true }), enabled: !state })
  const asked = data && { following: data.attentionId !== null, attentionNum: data.attentionNum }
  const [answer, setAnswer] = useState<FollowState>()
  const [wanted, setWanted] = useState<boolean>()
  const { run } = useAction()
  const before = answer ?? state ?? asked
  const isFollowing = wanted ?? before?.following ?? false
  const change = wanted === undefined || wanted === before?.following ? 0 : wanted ? 1 : -1
  const toggle = () => {
    if (!before || wanted !== undefined) return
    setWanted(!isFollowing)
    const work = async () => {
      const now = await call(following.attention, { body: { ...query, following: !isFollowing } })
      setAnswer(now)
      onChanged?.(now)
    }
    void run(work, { after: () => setWanted(undefined) })
  }
  return (
    <button
      type="button"
      className={`sy-button sy-button-small follow-button ${isFollowing ? 'sy-button-plain' : ''}`}
      aria-pressed={isFollowing}
      aria-label={name === undefined ? undefined : t(isFollowing ? 'unfollowNamed' : 'followNamed', { name })}
      disabled={!before}
      onClick={toggle}
    >
      <Icon name={isFollowing ? 'check' : 'plus'} size={16} />
      {t(isFollowing ? 'followed' : 'follow')}
      {!hidesCount && before && (
        <span className="follow-count">
          <NumberText value={before.attentionNum + change} />
        </span>
      )}
    </button>
  )
}
