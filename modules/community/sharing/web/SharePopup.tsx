import './sharing.css'
import { Modal } from 'antd'
import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { getSession } from '#web/session.ts'
import { notify } from '#web/ui/notify.ts'
import { actionTypes, type ShareChannel, sharing } from '../contract.ts'
import { ChannelIcon } from './ChannelIcon.tsx'
import CircleModal from './CircleModal.tsx'
import type { ShareItem } from './links.ts'
import { servicePage, shareLink } from './links.ts'
import PosterModal from './PosterModal.tsx'
import QrPicture from './QrPicture.tsx'

interface Props {
  readonly item: ShareItem
  readonly channels: readonly ShareChannel[]
  readonly onShared?: (() => void) | undefined
  readonly onClose: () => void
}

/** The question channel is missing until the community has questions. */
const shownChannels: readonly ShareChannel[] = ['weChat', 'qq', 'blog', 'shareSwitchKnowledge', 'poster', 'copy']

export default function SharePopup({ item, channels, onShared, onClose }: Props) {
  const t = useText('sharing')
  const [view, setView] = useState<'channels' | 'weChat' | 'poster' | 'shareSwitchKnowledge'>('channels')
  const linkFor = (channel: ShareChannel) => {
    const memberId = getSession().user?.id
    return shareLink(location.origin, item, memberId === undefined ? undefined : { memberId, channel })
  }
  const record = (channel: ShareChannel, actionType: 2 | 3) => {
    const body = { businessId: item.id, actionType, businessType: 0, itemType: item.type, channel } as const
    // The share counts for the member even if the record fails.
    void call(sharing.recordAction, { body }, { quiet: true, handles: 'all' }).catch(() => undefined)
    if (actionType === actionTypes.share) onShared?.()
  }
  const choose = async (channel: ShareChannel) => {
    if (channel === 'weChat' || channel === 'poster' || channel === 'shareSwitchKnowledge') setView(channel)
    if (channel === 'qq' || channel === 'blog') {
      const picture = item.picture && new URL(item.picture, location.origin).href
      const page = servicePage(channel, { link: linkFor(channel), title: item.title, ...(picture && { picture }) })
      window.open(page, '_blank', 'noopener,noreferrer')
      onClose()
    }
    if (channel === 'copy') {
      try {
        await navigator.clipboard.writeText(linkFor('copy'))
        notify('success', t('copied'))
        onClose()
      } catch {
        return notify('error', t('copyFailed'))
      }
    }
    // Posters are recorded when they are saved, circles when they are chosen.
    if (channel !== 'poster' && channel !== 'shareSwitchKnowledge') record(channel, actionTypes.share)
  }

  if (view === 'poster') {
    return (
      <PosterModal
        item={item}
        link={linkFor('poster')}
        onSaved={() => record('poster', actionTypes.posterDownload)}
        onClose={onClose}
      />
    )
  }
  if (view === 'shareSwitchKnowledge') {
    const shared = () => record('shareSwitchKnowledge', actionTypes.share)
    return <CircleModal item={item} onShared={shared} onClose={onClose} />
  }
  if (view === 'weChat') {
    return (
      <Modal open centered width={360} title={t('weChat.title')} footer={null} onCancel={onClose}>
        <div className="sy-row sy-gap-3 sh-wechat">
          <QrPicture text={linkFor('weChat')} sizePx={200} saveAs={item.title} label={t('weChat.qr')} />
          <p>{t('weChat.hint')}</p>
        </div>
      </Modal>
    )
  }
  return (
    <Modal open centered width={460} title={t('title')} footer={null} onCancel={onClose}>
      <p className="sh-what">{item.title}</p>
      <ul className="sy-grid sy-gap-3 sy-plain-list sh-channels">
        {shownChannels
          .filter((channel) => channels.includes(channel))
          .map((channel) => (
            <li key={channel}>
              <button type="button" onClick={() => void choose(channel)}>
                <ChannelIcon channel={channel} />
                {t(`channel.${channel}`)}
              </button>
            </li>
          ))}
      </ul>
    </Modal>
  )
}
