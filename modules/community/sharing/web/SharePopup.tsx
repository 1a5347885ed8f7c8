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
import { channelsFor, servicePage, shareLink, type WorkApp, workAppAddress, workApps } from './links.ts'
import PosterModal from './PosterModal.tsx'
import QrPicture from './QrPicture.tsx'

interface Props {
  readonly item: ShareItem
  readonly channels: readonly ShareChannel[]
  readonly onShared?: (() => void) | undefined
  readonly onClose: () => void
}

/** What reaches colleagues stands first. The question channel is missing until the community has questions. */
const shownChannels = [
  ...(['copy', ...workApps, 'device', 'weChat', 'poster', 'shareSwitchKnowledge', 'qq', 'blog'] as const),
]
type Shown = (typeof shownChannels)[number]

const isWorkApp = (shown: Shown): shown is WorkApp => (workApps as readonly Shown[]).includes(shown)

/** The share sheet of the device itself, with whatever is installed there. */
const deviceShares = () => typeof navigator.share === 'function'

export default function SharePopup({ item, channels, onShared, onClose }: Props) {
  const t = useText('sharing')
  const [view, setView] = useState<'channels' | 'weChat' | 'weCom' | 'poster' | 'shareSwitchKnowledge'>('channels')
  const offered = channelsFor(item, channels)
  const isOffered = (shown: Shown) =>
    shown === 'device' ? deviceShares() : isWorkApp(shown) || offered.includes(shown)
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
  const copyLink = () => navigator.clipboard.writeText(linkFor('copy'))
  /** The link counts as copied: the map of channels has no work apps. */
  const chooseWorkApp = async (app: WorkApp) => {
    record('copy', actionTypes.share)
    if (app === 'weCom') return setView('weCom')
    const copied = await copyLink().then(
      () => true,
      () => false,
    )
    window.open(workAppAddress(app, linkFor('copy')), '_blank', 'noopener,noreferrer')
    notify('info', t(copied ? 'workApp.opened' : 'workApp.openedOnly', { app: t(`workApp.${app}`) }))
    onClose()
  }
  const shareByDevice = async () => {
    try {
      await navigator.share({ title: item.title, url: linkFor('copy') })
      record('copy', actionTypes.share)
      onClose()
    } catch {
      // The member has closed the sheet of the device.
    }
  }
  const press = (shown: Shown) => {
    if (shown === 'device') return shareByDevice()
    return isWorkApp(shown) ? chooseWorkApp(shown) : choose(shown)
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
        await copyLink()
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
  if (view === 'weChat' || view === 'weCom') {
    const link = linkFor(view === 'weCom' ? 'copy' : 'weChat')
    return (
      <Modal open centered width={360} title={t(`${view}.title`)} footer={null} onCancel={onClose}>
        <div className="sy-row sy-gap-3 sh-wechat">
          <QrPicture text={link} sizePx={200} saveAs={item.title} label={t('weChat.qr')} />
          <p>{t(`${view}.hint`)}</p>
          {view === 'weCom' && (
            <button type="button" className="sy-button sy-button-plain" onClick={() => void choose('copy')}>
              {t('channel.copy')}
            </button>
          )}
        </div>
      </Modal>
    )
  }
  return (
    <Modal open centered width={460} title={t('title')} footer={null} onCancel={onClose}>
      <p className="sh-what">{item.title}</p>
      <ul className="sy-grid sy-gap-3 sy-plain-list sh-channels">
        {shownChannels.filter(isOffered).map((shown) => (
          <li key={shown}>
            <button type="button" onClick={() => void press(shown)}>
              <ChannelIcon channel={shown} />
              {shown === 'device' ? t('device') : isWorkApp(shown) ? t(`workApp.${shown}`) : t(`channel.${shown}`)}
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
