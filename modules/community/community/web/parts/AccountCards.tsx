import './community.css'
import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { FollowButton } from '#modules/community/following/web.tsx'
import { TopicTags } from '#modules/content/topics/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import type { AccountCard } from '../../contract/shapes.ts'
import { communityPaths } from '../paths.ts'

/** The kind of share accounts, for follows: as on the server. */
export const accountKind = 101

interface Props {
  readonly items: readonly AccountCard[]
  readonly label: string
  /** What else can be done with an account. */
  readonly actions?: (account: AccountCard) => ReactNode
}

/** Share accounts as cards: who they are, what they know, and the button that follows them. */
export function AccountCards({ items, label, actions }: Props) {
  return (
    <ul className="sy-grid sy-gap-3 cm-accounts" aria-label={label}>
      {items.map((account) => (
        <li key={account.id} className="sy-box cm-card">
          <Card account={account} actions={actions?.(account)} />
        </li>
      ))}
    </ul>
  )
}

function Card({ account, actions }: { account: AccountCard; actions: ReactNode }) {
  const t = useText('community')
  const { id, name, desc, attention, attentionNum } = account
  return (
    <>
      <Link className="sy-row sy-gap-3 cm-card-head" to={communityPaths.account(id)}>
        <Avatar name={name} path={account.headPortraitPath} size={52} />
        <strong>
          {name}
          {account.frozen && <Tag className="cm-frozen">{t('frozen')}</Tag>}
        </strong>
      </Link>
      <p className="cm-card-desc">{desc || <span className="sy-faint">{t('noDescription')}</span>}</p>
      <TopicTags
        topics={account.lstRelationTopic.map(({ topicId, topicName }) => ({ id: topicId, name: topicName }))}
      />
      <div className="sy-row sy-gap-2 cm-card-actions">
        {account.own ? (
          <span className="sy-note">{t('experts.followers', { count: attentionNum })}</span>
        ) : (
          <FollowButton
            businessType={accountKind}
            businessId={id}
            name={name}
            state={{ following: attention, attentionNum }}
          />
        )}
        {actions}
      </div>
    </>
  )
}
