import { useState } from 'react'
import { Link } from 'react-router'
import { following } from '#modules/community/following/contract.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { NumberText } from '#web/ui/NumberText.tsx'
import { Person } from '#web/ui/Person.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { ContentCard } from '../../contract.ts'
import { contentPaths } from '../paths.ts'

/** The kind of share accounts, for follows. */
const accountBusinessType = 101

interface FollowProps {
  readonly businessType: number
  readonly businessId: string
  readonly name: string
  readonly followed: boolean
  readonly followers?: number
}

/** Follows something or no longer: shown at once, and taken back where the server refuses. */
export function FollowButton({ businessType, businessId, name, followed, followers }: FollowProps) {
  const t = useText('contents')
  const { run } = useAction()
  const [shown, setShown] = useState({ followed, followers })
  const toggle = () => {
    const before = shown
    const wanted = !before.followed
    setShown({
      followed: wanted,
      followers: before.followers === undefined ? undefined : before.followers + (wanted ? 1 : -1),
    })
    return run(() => call(following.attention, { body: { businessType, businessId, following: wanted } }), {
      onFailure: () => setShown(before),
    })
  }
  return (
    <button
      type="button"
      className={shown.followed ? 'sy-button sy-button-small sy-button-plain' : 'sy-button sy-button-small'}
      aria-pressed={shown.followed}
      aria-label={t(shown.followed ? 'follow.isName' : 'follow.doName', { name })}
      onClick={() => void toggle()}
    >
      {t(shown.followed ? 'follow.is' : 'follow.do')}
      {shown.followers !== undefined && shown.followers > 0 && <NumberText value={shown.followers} />}
    </button>
  )
}

/** Who publishes this: picture, name, followers, and the button to follow. */
export function AccountBox({ account, isMember }: { account: ContentCard['account']; isMember: boolean }) {
  const t = useText('contents')
  return (
    <section className="sy-row sy-wrap sy-gap-3 ct-account" aria-label={t('read.account')}>
      <Person
        name={account.name}
        path={account.headPortraitPath}
        size={44}
        note={t('follow.followers', { count: account.attentionNum })}
      >
        <Link to={contentPaths.account(account.id)}>{account.name}</Link>
      </Person>
      {!isMember && (
        <FollowButton
          businessType={accountBusinessType}
          businessId={account.id}
          name={account.name}
          followed={account.attention}
        />
      )}
    </section>
  )
}
