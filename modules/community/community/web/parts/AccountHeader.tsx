import './community.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { FollowButton } from '#modules/community/following/web.tsx'
import { TopicTags } from '#modules/content/topics/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { notify } from '#web/ui/notify.ts'
import type { ShareAccount } from '../../contract/shapes.ts'
import { community } from '../../contract.ts'
import { communityPaths } from '../paths.ts'
import { accountKind } from './AccountCards.tsx'
import { EditModal } from './EditModal.tsx'

/** Picture, name, topics and figures of a share account, with the button to edit it (COMMUNITY-029). */
export function AccountHeader({ account }: { account: ShareAccount }) {
  const t = useText('community')
  const kit = useText('kit')
  const [editing, setEditing] = useState(false)
  const trend = useQuery(q(community.trend, { query: { id: account.id } }, { quiet: true }))
  const isTotal = account.currentMember?.memberType === 0
  const edit = async () => {
    const { pending } = await call(community.editPending, { params: { id: account.id } })
    if (pending) return notify('info', kit('ui.approval-pending'))
    setEditing(true)
  }
  const figures = [
    [t('figure.followers'), trend.data?.attentionNum],
    [t('figure.praise'), trend.data?.praise],
    [t('figure.visits'), trend.data?.read],
    ...(account.enjoyType === 0 ? [] : [[t('figure.members'), account.memberCount] as const]),
  ] as const
  return (
    <section className="sy-card cm-header" aria-label={account.name}>
      <Avatar name={account.name} path={account.headPortraitPath} size={88} />
      <div className="cm-header-text">
        <h1 tabIndex={-1}>
          {account.name}
          <Tag>{t(`maps.enjoy-type.${account.enjoyType}`)}</Tag>
          {account.frozen && <Tag className="cm-frozen">{t('frozen')}</Tag>}
        </h1>
        <p className="cm-header-desc">{account.desc || <span className="sy-faint">{t('noDescription')}</span>}</p>
        <TopicTags
          topics={account.lstRelationTopic.map(({ topicId, topicName }) => ({ id: topicId, name: topicName }))}
        />
      </div>
      <Facts
        shape="figures"
        className="cm-figures"
        items={figures.map(([label, value]) => [
          label,
          value === undefined ? '–' : <NumberText key={label} value={value} />,
        ])}
      />
      <div className="sy-flow sy-gap-3 cm-header-actions">
        {!account.currentMember && (
          <FollowButton
            businessType={accountKind}
            businessId={account.id}
            name={account.name}
            hidesCount
            onChanged={() => void trend.refetch()}
          />
        )}
        {!account.currentMember && account.enjoyType === 0 && !account.frozen && (
          <Link className="sy-button sy-button-small sy-button-plain" to={communityPaths.ask(account.id)}>
            <Icon name="send" size={16} />
            {t('experts.ask')}
          </Link>
        )}
        {isTotal && !account.frozen && (
          <Button icon={<Icon name="edit" size={16} />} onClick={() => void edit()}>
            {t('edit.button')}
          </Button>
        )}
        {account.currentMember && account.currentMember.memberType !== 2 && (
          <Link className="sy-button sy-button-small sy-button-plain" to={communityPaths.analysis()}>
            {t('analysis.title')}
          </Link>
        )}
        {account.currentMember && account.enjoyType !== 0 && (
          <>
            <Link className="sy-button sy-button-small sy-button-plain" to={communityPaths.members()}>
              {t('members.title')}
            </Link>
            <Link className="sy-button sy-button-small sy-button-plain" to={communityPaths.coins()}>
              {t('coins')}
            </Link>
          </>
        )}
      </div>
      {editing && <EditModal account={account} onClose={() => setEditing(false)} />}
    </section>
  )
}
