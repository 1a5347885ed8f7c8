import { useQuery } from '@tanstack/react-query'
import { Button, Input, QRCode } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import { messages } from '../../contract.ts'

const programs = ['iphone', 'android', 'outlook', 'wecom'] as const

/** The address at which calendar programs read the member's events and deadlines. */
export function CalendarFeed() {
  const t = useText('messages')
  const { data } = useQuery(q(messages.calendarFeed, {}, { quiet: true }))
  const [url, setUrl] = useState<string>()
  const { busy, run } = useAction()
  const make = () =>
    run(async () => {
      setUrl((await call(messages.makeCalendarFeed, { body: {} })).url)
    })
  const revoke = async () => {
    await call(messages.revokeCalendarFeed)
    setUrl(undefined)
    notify('success', t('calendar.revoked'))
  }
  const active = data?.active ?? false
  return (
    <section className="sy-card ms-settings-card" aria-labelledby="calendar-feed">
      <h2 id="calendar-feed">{t('calendar.title')}</h2>
      <p className="sy-faint">{t('calendar.description')}</p>
      {url !== undefined && <NewAddress url={url} />}
      {active && url === undefined && (
        <p className="sy-row sy-gap-2 ms-feed-state">
          <Icon name="calendar" size={18} />
          <span>
            {t('calendar.active')} <DateText value={data?.createdAt} />
            {' · '}
            {t('calendar.lastRead')} <DateText value={data?.lastReadAt} style="relative" />
          </span>
        </p>
      )}
      <div className="sy-actions">
        {active ? (
          <>
            <ConfirmButton
              question={t('calendar.renewQuestion')}
              consequence={t('calendar.revokeConsequence')}
              onConfirm={make}
            >
              {t('calendar.renew')}
            </ConfirmButton>
            <ConfirmButton
              danger
              question={t('calendar.revokeQuestion')}
              consequence={t('calendar.revokeConsequence')}
              onConfirm={revoke}
            >
              {t('calendar.revoke')}
            </ConfirmButton>
          </>
        ) : (
          <Button type="primary" loading={busy} onClick={() => void make()}>
            {t('calendar.make')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** The address is shown once, because everybody who knows it can read the calendar. */
function NewAddress({ url }: { url: string }) {
  const t = useText('messages')
  const webcal = url.replace(/^https?:/, 'webcal:')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      notify('success', t('calendar.copied'))
    } catch {
      // Pages over plain HTTP may not write to the clipboard; the member copies from the field.
      notify('info', t('calendar.copyByHand'))
    }
  }
  return (
    <div className="ms-feed">
      <div className="sy-row sy-gap-2 ms-feed-qr">
        <QRCode
          aria-label={t('calendar.scan')}
          value={webcal}
          size={148}
          bordered={false}
          color="#1d2226"
          bgColor="#ffffff"
        />
        <small>{t('calendar.scan')}</small>
      </div>
      <div className="ms-feed-text">
        <p className="sy-row sy-gap-2 ms-feed-once">
          <Icon name="info" size={16} />
          {t('calendar.once')}
        </p>
        <div className="ms-feed-address">
          <Input readOnly value={url} aria-label={t('calendar.address')} onFocus={({ target }) => target.select()} />
          <Button icon={<Icon name="copy" size={16} />} onClick={() => void copy()}>
            {t('calendar.copy')}
          </Button>
        </div>
        <p>
          <a href={webcal}>
            <Icon name="calendar" size={16} /> {t('calendar.openHere')}
          </a>
        </p>
        <dl className="ms-programs">
          {programs.map((program) => (
            <div key={program}>
              <dt>{t(`calendar.programs.${program}.name`)}</dt>
              <dd>{t(`calendar.programs.${program}.steps`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}
